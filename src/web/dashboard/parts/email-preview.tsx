/** The email that a client gets about a change, shown before the change is made. */
import { Button, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { InputOf } from '#web/operations.ts'
import { describeError, keepPrevious } from '../api-helpers.ts'
import css from './email-preview.module.css'

const messages = defineDashboardMessages(
  {
    show: 'Show email',
    hide: 'Hide email',
    to: (address: string) => `To ${address}`,
    noAddress: 'This client left no email address and gets no email.',
    title: (subject: string) => `Email: ${subject}`,
  },
  {
    de: {
      show: 'E-Mail zeigen',
      hide: 'E-Mail ausblenden',
      to: (address) => `An ${address}`,
      noAddress: 'Diese Person hat keine E-Mail-Adresse angegeben und bekommt keine E-Mail.',
      title: (subject) => `E-Mail: ${subject}`,
    },
  },
)

type Preview = NonNullable<InputOf<'bookingEmails.previewBookingEmail'>['body']>
/** The email to the client of one booking; for several clients to the first of them. */
export interface ChangeEmail {
  bookingId: string
  change: Preview['change']
  /** The new start, where it moves. */
  startDate?: string
  /** Where the business cancels: whether it charges the fee, and returns plan sessions. */
  chargesFee?: boolean
  withRefund?: boolean
}

/** Behind a button, so that the question stays short. */
export function EmailPreview({ email, message }: { email: ChangeEmail; message: string }) {
  const t = useMessages(messages)
  const [shown, setShown] = useState(false)
  const id = useId()
  return (
    <div>
      <Button variant="subtle" px={0} aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
        {shown ? t.hide : t.show}
      </Button>
      <div id={id}>{shown && <PreviewedEmail email={email} message={message} />}</div>
    </div>
  )
}

function PreviewedEmail({ email: { bookingId, ...change }, message }: { email: ChangeEmail; message: string }) {
  const t = useMessages(messages)
  const [settled] = useDebouncedValue(message.trim(), 400)
  const found = useApiQuery('bookingEmails.previewBookingEmail', { params: { id: bookingId }, body: { ...change, message: settled } }, keepPrevious)
  if (found.error)
    return (
      <Text role="alert" c="red">
        {describeError(found.error)}
      </Text>
    )
  if (!found.data) return <Skeleton height={240} radius="md" />
  const { to, subject, html } = found.data
  return (
    <>
      <Text size="sm">{to ? t.to(to) : t.noAddress}</Text>
      <Text fw={600}>{subject}</Text>
      <iframe className={css.email} title={t.title(subject)} sandbox="" srcDoc={html} />
    </>
  )
}
