/** What the team noted about a booking: only they see it. */
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError } from '../api-helpers.ts'
import { Allowed } from '../permissions.tsx'
import { Section } from './page.tsx'

interface NoteFormProps {
  bookingId: string
  who: string
  note: string
  onDone: () => void
}
export function NoteForm({ bookingId, who, note, onDone }: NoteFormProps) {
  const save = useApiMutation('rosters.setBookingNote')
  const [text, setText] = useState(note)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await save.mutateAsync({ params: { id: bookingId }, body: { note: text } }).catch(() => undefined)
    if (!saved) return
    toast('Note saved.')
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Textarea
        size="md"
        label={`Note on ${who}`}
        description="For this booking. Only your team can see it."
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
          Save note
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

/** The note in the panel of a booking. Nothing for those who may neither read nor write one. */
export function BookingNote({ bookingId, who }: { bookingId: string; who: string }) {
  const { note, isLoading } = useNote(bookingId)
  const [editing, setEditing] = useState(false)
  if (isLoading) return null
  const edit = (
    <Allowed operation="rosters.setBookingNote">
      <Button variant="subtle" aria-label={`${note ? 'Edit' : 'Add'} note on ${who}`} onClick={() => setEditing(true)}>
        {note ? 'Edit note' : 'Add note'}
      </Button>
    </Allowed>
  )
  return (
    <Section title="Note" {...(!editing && { action: edit })}>
      {editing ? (
        <NoteForm bookingId={bookingId} who={who} note={note} onDone={() => setEditing(false)} />
      ) : note ? (
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <bdi>{note}</bdi>
        </Text>
      ) : (
        <Text c="dimmed">Nothing noted. Only your team sees notes.</Text>
      )}
    </Section>
  )
}

function useNote(bookingId: string) {
  const found = useApiQuery('rosters.getBookingNote', { params: { id: bookingId } })
  return { note: found.data?.note ?? '', isLoading: found.isPending }
}
