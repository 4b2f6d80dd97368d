/** A link to pay what is left of a booking: emailed to the client, or copied to be sent in another way. */
import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { newKey } from '#web/kit/new-key.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { BookingSummary } from '../parts/booking-summary.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { EmailPreview } from '../parts/email-preview.tsx'
import { Allowed } from '../permissions.tsx'

const messages = defineDashboardMessages(
  {
    email: 'Email payment link',
    ask: (who: string) => `Email ${who} a payment link?`,
    about: 'With the link, the client pays online what is left of this booking.',
    send: 'Send link',
    sent: (who: string) => `Payment link sent to ${who}.`,
    message: 'Add a message',
    messageAbout: 'Optional. Part of the email.',
    linkCopied: (who: string) => `Payment link copied. Send it to ${who}.`,
    notCopied: 'The link could not be copied. Allow this page to use the clipboard.',
    copyLink: 'Copy payment link',
  },
  {
    de: {
      email: 'Zahlungslink mailen',
      ask: (who) => `Zahlungslink an ${who} mailen?`,
      about: 'Über den Link lässt sich online bezahlen, was von dieser Buchung noch offen ist.',
      send: 'Link senden',
      sent: (who) => `Zahlungslink an ${who} gesendet.`,
      message: 'Nachricht hinzufügen',
      messageAbout: 'Optional. Steht mit in der E-Mail.',
      linkCopied: (who) => `Zahlungslink kopiert. Schick ihn an ${who}.`,
      notCopied: 'Der Link ließ sich nicht kopieren. Erlaube dieser Seite den Zugriff auf die Zwischenablage.',
      copyLink: 'Zahlungslink kopieren',
    },
  },
)

/** The link is all that is needed to pay: it goes to the client by any way that suits. */
export function PaymentLink({ token, booking, hasEmail }: { token: string; booking: BookingSummary; hasEmail: boolean }) {
  const t = useMessages(messages)
  const copy = async () => {
    const done = await copyText(`${location.origin}/checkout/basket/${token}`)
    toast(done ? t.linkCopied(booking.who) : t.notCopied)
  }
  return (
    <>
      {hasEmail && <EmailButton booking={booking} />}
      <Button variant="default" onClick={() => void copy()}>
        {t.copyLink}
      </Button>
    </>
  )
}

function EmailButton({ booking: { id, who } }: { booking: BookingSummary }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const send = useApiMutation('bookingMoney.sendPaymentLink')
  const ask = () => {
    // One question has one id, so that a second press does not send the email twice.
    const written = { messageId: newKey(), message: '' }
    openConfirm({
      title: t.ask(who),
      description: t.about,
      confirmLabel: t.send,
      content: <EmailFields bookingId={id} onChange={(message) => void Object.assign(written, { message })} />,
      successMessage: t.sent(who),
      onConfirm: () => send.mutateAsync({ params: { id }, body: written }),
    })
  }
  return (
    <Allowed operation="bookingMoney.sendPaymentLink">
      <Button variant="default" onClick={ask}>
        {t.email}
      </Button>
    </Allowed>
  )
}

function EmailFields({ bookingId, onChange }: { bookingId: string; onChange: (message: string) => void }) {
  const t = useMessages(messages)
  const [message, setMessage] = useState('')
  return (
    <Stack gap="sm">
      <Textarea
        label={t.message}
        description={t.messageAbout}
        autosize
        minRows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value)
          onChange(event.currentTarget.value)
        }}
      />
      <EmailPreview email={{ bookingId, change: 'PAYMENT_LINK' }} message={message} />
    </Stack>
  )
}
