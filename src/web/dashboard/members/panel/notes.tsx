/** Notes of the business about a member. */
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../../permissions.tsx'
import { describeError } from '../../api-helpers.ts'
import { useBusiness } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { formatInstant } from '../../parts/format-times.ts'
import { memberName } from '../../parts/format.ts'
import css from '../members.module.css'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    newNote: 'New note',
    onlyTeam: (name: string) => `Only your team can see it; ${name} can’t.`,
    add: 'Add note',
    none: 'No notes yet.',
    byYou: (at: string) => `${at}, by you`,
    byTeam: (at: string) => `${at}, by a team member`,
    byApp: (at: string) => `${at}, by an app`,
    deleteAsk: 'Delete this note?',
    deleteText: 'It is removed for your whole team.',
    deleteNote: 'Delete note',
  },
  {
    de: {
      newNote: 'Neue Notiz',
      onlyTeam: (name) => `Nur dein Team sieht sie, ${name} nicht.`,
      add: 'Notiz hinzufügen',
      none: 'Noch keine Notizen.',
      byYou: (at) => `${at}, von dir`,
      byTeam: (at) => `${at}, von jemandem im Team`,
      byApp: (at) => `${at}, von einer App`,
      deleteAsk: 'Diese Notiz löschen?',
      deleteText: 'Sie wird für dein ganzes Team entfernt.',
      deleteNote: 'Notiz löschen',
    },
  },
)

export function NotesTab({ member }: { member: Member }) {
  const t = useMessages(messages)
  const { site, me } = useBusiness()
  const params = { memberId: member.id }
  const found = useApiQuery('memberNotes.listMemberNotes', { params })
  const add = useApiMutation('memberNotes.addMemberNote')
  const removeNote = useApiMutation('memberNotes.deleteMemberNote')
  const openConfirm = useConfirm()
  const [text, setText] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await add.mutateAsync({ params, body: { text: text.trim() } }).catch(() => undefined)
    if (saved) setText('')
  }
  return (
    <Stack>
      <Allowed operation="memberNotes.addMemberNote">
        {' '}
        <form onSubmit={(event) => void save(event)}>
          <Stack gap="sm">
            <Textarea
              size="md"
              label={t.newNote}
              description={t.onlyTeam(memberName(member))}
              autosize
              minRows={3}
              maxLength={4000}
              value={text}
              error={add.error ? describeError(add.error) : undefined}
              onChange={(event) => setText(event.currentTarget.value)}
            />

            <Button type="submit" variant="light" size="md" disabled={!text.trim()} loading={add.isPending} style={{ alignSelf: 'flex-start' }}>
              {t.add}
            </Button>
          </Stack>
        </form>
      </Allowed>
      <QueryView query={found}>
        {({ notes }) =>
          notes.length === 0 ? (
            <Text c="dimmed">{t.none}</Text>
          ) : (
            <div>
              {notes.map((note) => (
                <article key={note.id} className={css.note}>
                  <div>
                    <p>{note.text}</p>
                    <span>{(note.authorId ? (note.authorId === me.id ? t.byYou : t.byTeam) : t.byApp)(formatInstant(note.createdDate, site))}</span>
                  </div>
                  <Allowed operation="memberNotes.deleteMemberNote">
                    <Button
                      variant="subtle"
                      color="gray"
                      onClick={() =>
                        openConfirm({
                          title: t.deleteAsk,
                          description: t.deleteText,
                          confirmLabel: t.deleteNote,
                          cancelLabel: commonWords.cancel,
                          danger: true,
                          onConfirm: () => removeNote.mutateAsync({ params: { memberId: member.id, id: note.id } }),
                        })
                      }
                    >
                      {commonWords.delete}
                    </Button>
                  </Allowed>
                </article>
              ))}
            </div>
          )
        }
      </QueryView>
    </Stack>
  )
}
