/** What the team noted about a booking: only they see it. */
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { Allowed } from '../permissions.tsx'
import { Section } from './page.tsx'
import { commonWords } from './common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Note',
    saved: 'Note saved.',
    noteOn: (who: string) => `Note on ${who}`,
    about: 'For this booking. Only your team can see it.',
    save: 'Save note',
    add: 'Add note',
    addOn: (who: string) => `Add note on ${who}`,
    edit: 'Edit note',
    editOn: (who: string) => `Edit note on ${who}`,
    none: 'Nothing noted. Only your team sees notes.',
  },
  {
    de: {
      title: 'Notiz',
      saved: 'Notiz gespeichert.',
      noteOn: (who) => `Notiz zu ${who}`,
      about: 'Zu dieser Buchung. Nur dein Team kann sie sehen.',
      save: 'Notiz speichern',
      add: 'Notiz hinzufügen',
      addOn: (who) => `Notiz zu ${who} hinzufügen`,
      edit: 'Notiz bearbeiten',
      editOn: (who) => `Notiz zu ${who} bearbeiten`,
      none: 'Nichts notiert. Nur dein Team sieht Notizen.',
    },
  },
)

interface NoteFormProps {
  bookingId: string
  who: string
  note: string
  onDone: () => void
}
export function NoteForm({ bookingId, who, note, onDone }: NoteFormProps) {
  const t = useMessages(messages)
  const save = useApiMutation('rosters.setBookingNote')
  const [text, setText] = useState(note)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await save.mutateAsync({ params: { id: bookingId }, body: { note: text } }).catch(() => undefined)
    if (!saved) return
    toast(t.saved)
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Textarea
        size="md"
        label={t.noteOn(who)}
        description={t.about}
        autosize
        minRows={2}
        maxLength={1000}
        data-autofocus
        autoFocus
        value={text}
        error={save.error ? describeError(save.error) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="sm" mt="sm">
        <Button type="submit" loading={save.isPending}>
          {t.save}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {commonWords.cancel}
        </Button>
      </Group>
    </form>
  )
}

/** The note in the panel of a booking. Nothing for those who may neither read nor write one. */
export function BookingNote({ bookingId, who }: { bookingId: string; who: string }) {
  const t = useMessages(messages)
  const { note, isLoading } = useNote(bookingId)
  const [editing, setEditing] = useState(false)
  if (isLoading) return null
  const edit = (
    <Allowed operation="rosters.setBookingNote">
      <Button variant="subtle" aria-label={note ? t.editOn(who) : t.addOn(who)} onClick={() => setEditing(true)}>
        {note ? t.edit : t.add}
      </Button>
    </Allowed>
  )
  return (
    <Section title={t.title} {...(!editing && { action: edit })}>
      {editing ? (
        <NoteForm bookingId={bookingId} who={who} note={note} onDone={() => setEditing(false)} />
      ) : note ? (
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <bdi>{note}</bdi>
        </Text>
      ) : (
        <Text c="dimmed">{t.none}</Text>
      )}
    </Section>
  )
}

function useNote(bookingId: string) {
  const found = useApiQuery('rosters.getBookingNote', { params: { id: bookingId } })
  return { note: found.data?.note ?? '', isLoading: found.isPending }
}
