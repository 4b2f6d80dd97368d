/** Notes of the business about a member. */
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { Allowed } from '../../permissions.tsx'
import { describeError } from '../../api-helpers.ts'
import { useBusiness } from '../../business.tsx'
import type { Member } from '../../entities.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { memberName, formatInstant } from '../../parts/format.ts'
import css from '../members.module.css'

export function NotesTab({ member }: { member: Member }) {
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
              label="New note"
              description={`Only your team can see it; ${memberName(member)} can’t.`}
              autosize
              minRows={3}
              maxLength={4000}
              value={text}
              error={add.error ? describeError(add.error) : undefined}
              onChange={(event) => setText(event.currentTarget.value)}
            />

            <Button type="submit" variant="light" size="md" disabled={!text.trim()} loading={add.isPending} style={{ alignSelf: 'flex-start' }}>
              Add note
            </Button>
          </Stack>
        </form>
      </Allowed>
      <QueryView query={found}>
        {({ notes }) =>
          notes.length === 0 ? (
            <Text c="dimmed">No notes yet.</Text>
          ) : (
            <div>
              {notes.map((note) => (
                <article key={note.id} className={css.note}>
                  <div>
                    <p>{note.text}</p>
                    <span>
                      {formatInstant(note.createdDate, site)}
                      {note.authorId ? (note.authorId === me.id ? ', by you' : ', by a team member') : ', by an app'}
                    </span>
                  </div>
                  <Allowed operation="memberNotes.deleteMemberNote">
                    <Button
                      variant="subtle"
                      color="gray"
                      onClick={() =>
                        openConfirm({
                          title: 'Delete this note?',
                          description: 'It is removed for your whole team.',
                          confirmLabel: 'Delete note',
                          cancelLabel: 'Cancel',
                          danger: true,
                          onConfirm: () => removeNote.mutateAsync({ params: { memberId: member.id, id: note.id } }),
                        })
                      }
                    >
                      Delete
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
