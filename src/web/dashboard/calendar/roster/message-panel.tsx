/** A message to everyone in a session: written, shown as the email that it becomes, counted, then sent. */
import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { newKey } from '#web/kit/new-key.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError, keepPrevious } from '../../api-helpers.ts'
import type { Roster } from '../../entities.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import css from './roster.module.css'

const messages = defineDashboardMessages(
  {
    title: (session: string) => `Message everyone in ${session}`,
    sent: (count: number) => `Message sent to ${count === 1 ? '1 person' : `${count} people`}.`,
    subject: 'Subject',
    subjectHint: 'Optional. Without one: “About your booking” and the name of the session.',
    message: 'Message',
    noReceivers: 'No one in this session has an email address.',
    receivers: (count: number) => `${count === 1 ? '1 person' : `${count} people`} will get this email, each in their language.`,
    withoutEmail: (names: string) => `Without an email address: ${names}.`,
    sendTo: (count: number) => `Send to ${count === 1 ? '1 person' : `${count} people`}`,
    send: 'Send',
    preview: 'The email as the first client gets it',
    previewLater: 'The email appears here as you write.',
  },
  {
    de: {
      title: (session) => `Nachricht an alle in „${session}“`,
      sent: (count) => `Nachricht an ${count === 1 ? '1 Person' : `${count} Personen`} gesendet.`,
      subject: 'Betreff',
      subjectHint: 'Kann leer bleiben. Dann steht dort „Zu deiner Buchung“ mit dem Namen des Termins.',
      message: 'Nachricht',
      noReceivers: 'Niemand in diesem Termin hat eine E-Mail-Adresse.',
      receivers: (count) =>
        count === 1 ? '1 Person erhält diese E-Mail, in ihrer Sprache.' : `${count} Personen erhalten diese E-Mail, jede in ihrer Sprache.`,
      withoutEmail: (names) => `Ohne E-Mail-Adresse: ${names}.`,
      sendTo: (count) => `An ${count === 1 ? '1 Person' : `${count} Personen`} senden`,
      send: 'Senden',
      preview: 'Die E-Mail, wie die erste Person sie erhält',
      previewLater: 'Hier erscheint die E-Mail, während du schreibst.',
    },
  },
)

export const MessagePanel = ({ roster, open, onClose }: { roster: Roster; open: boolean; onClose: () => void }) => (
  <SidePanel open={open} onClose={onClose} title={currentMessages(messages).title(roster.session.title)}>
    {open && <MessageForm roster={roster} onDone={onClose} />}
  </SidePanel>
)

function MessageForm({ roster, onDone }: { roster: Roster; onDone: () => void }) {
  const t = useMessages(messages)
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await send.mutateAsync({ params, body: { subject: subject.trim(), message: message.trim(), messageId } }).catch(() => undefined)
    if (!sent) return
    toast(t.sent(sent.receivers))
    onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          size="md"
          label={t.subject}
          description={t.subjectHint}
          maxLength={150}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          size="md"
          label={t.message}
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
            {receivers === 0 ? t.noReceivers : t.receivers(receivers)}
            {withoutEmail.length > 0 ? ` ${t.withoutEmail(withoutEmail.join(', '))}` : ''}
          </Text>
        )}
        <Button type="submit" size="md" loading={send.isPending} disabled={!message.trim() || receivers === 0}>
          {receivers > 0 ? t.sendTo(receivers) : t.send}
        </Button>
        {preview.data?.html ? (
          <iframe className={css.preview} title={t.preview} sandbox="" srcDoc={preview.data.html} />
        ) : (
          <Text c="dimmed">{t.previewLater}</Text>
        )}
      </Stack>
    </form>
  )
}
