/** A message to everyone in a session: written, shown as the email that it becomes, counted, then sent. */
import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { newKey } from '#web/kit/new-key.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError, keepPrevious } from '../../api-helpers.ts'
import type { Roster } from '../../entities.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import css from './roster.module.css'

export const MessagePanel = ({ roster, open, onClose }: { roster: Roster; open: boolean; onClose: () => void }) => (
  <SidePanel open={open} onClose={onClose} title={`Message everyone in ${roster.session.title}`}>
    {open && <MessageForm roster={roster} onDone={onClose} />}
  </SidePanel>
)

function MessageForm({ roster, onDone }: { roster: Roster; onDone: () => void }) {
  const [subject, setSubject] = useState('')
  const [message, setMessage] = useState('')
  // One message has one id, so that a second press does not send it twice.
  const [messageId] = useState(() => newKey())
  const params = { sessionId: roster.session.id }
  const [written] = useDebouncedValue({ subject: subject.trim(), message: message.trim() }, 400)
  const isWritten = written.message !== ''
  const preview = useApiQuery('rosters.previewSessionMessage', { params, body: written }, { enabled: isWritten, ...keepPrevious })
  const send = useApiMutation('rosters.sendSessionMessage')
  const { receivers = 0, withoutEmail = [] } = preview.data ?? {}
  const people = receivers === 1 ? '1 person' : `${receivers} people`
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await send.mutateAsync({ params, body: { subject: subject.trim(), message: message.trim(), messageId } }).catch(() => undefined)
    if (!sent) return
    toast(`Message sent to ${sent.receivers === 1 ? '1 person' : `${sent.receivers} people`}.`)
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          size="md"
          label="Subject"
          description="Optional. Without one: “About your booking” and the name of the session."
          maxLength={150}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          size="md"
          label="Message"
          required
          autosize
          minRows={5}
          maxLength={2000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {send.error && (
          <Alert color="red" role="alert">
            {describeError(send.error)}
          </Alert>
        )}
        {isWritten && preview.data && (
          <Text role="status">
            {receivers === 0 ? 'No one in this session has an email address.' : `${people} will get this email, each in their language.`}
            {withoutEmail.length > 0 ? ` Without an email address: ${withoutEmail.join(', ')}.` : ''}
          </Text>
        )}
        <Button type="submit" size="md" loading={send.isPending} disabled={!message.trim() || receivers === 0}>
          {receivers > 0 ? `Send to ${people}` : 'Send'}
        </Button>
        {preview.data?.html ? (
          <iframe className={css.preview} title="The email as the first client gets it" sandbox="" srcDoc={preview.data.html} />
        ) : (
          <Text c="dimmed">The email appears here as you write.</Text>
        )}
      </Stack>
    </form>
  )
}
