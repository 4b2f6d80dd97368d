/** What happened to a booking and who did it, with the emails to its client, which can be sent again. */
import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import type { Site } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { emailState, formatInstant, paymentState } from '../parts/format.ts'
import { Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import css from '../parts/timeline.module.css'
import { Allowed } from '../permissions.tsx'

type History = ReplyOf<'reports.getBookingHistory'>
type BookingEvent = History['events'][number]
type Email = History['emails'][number]
interface Entry {
  key: string
  at: string
  what: string
  kind: 'event' | 'money' | 'bad' | 'email'
  email?: Email
}

const eventLabels: Record<string, string> = {
  created: 'Booked',
  confirmed: 'Confirmed',
  declined: 'Declined',
  canceled: 'Cancelled',
  rescheduled: 'Rescheduled',
  markedAsPending: 'Set back to a request',
  number_of_participants_updated: 'Number of people changed',
}
const actorLabels: Record<string, string> = { MEMBER: ' by the client', OWNER: ' by your team', APP: ' by an app' }

function describeEvent({ slug, by, startDate, paymentStatus }: BookingEvent, site: Site): string {
  if (paymentStatus) return `Payment: ${paymentState(paymentStatus)[0].toLowerCase()}${actorLabels[by] ?? ''}`
  const from = startDate ? ` from ${formatInstant(startDate, site)}` : ''
  return `${eventLabels[slug] ?? slug}${from}${actorLabels[by] ?? ''}`
}
const describeEmail = ({ subject, state }: Email) =>
  `Email: ${subject}${state === 'SENT' || state === 'KEPT' ? '' : ` (${emailState(state)[0].toLowerCase()})`}`

/** The latest first. */
export const toBookingTimeline = ({ events, emails }: History, site: Site): Entry[] =>
  [
    ...events.map((event, nr): Entry => {
      const kind = event.paymentStatus ? 'money' : event.slug === 'canceled' || event.slug === 'declined' ? 'bad' : 'event'
      return { key: `event-${nr}`, at: event.at, what: describeEvent(event, site), kind }
    }),
    ...emails.map((email): Entry => ({ key: email.id, at: email.at, what: describeEmail(email), kind: 'email', email })),
  ]
    .toReversed()
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))

export function BookingTimeline({ bookingId, to }: { bookingId: string; to: string | undefined }) {
  const site = useSite()
  const history = useApiQuery('reports.getBookingHistory', { params: { id: bookingId } })
  return (
    <Section title="Timeline">
      <QueryView query={history}>
        {(data) => (
          <ol className={css.line}>
            {toBookingTimeline(data, site).map(({ key, at, what, kind, email }) => (
              <li key={key} data-kind={kind}>
                <time dateTime={at}>{formatInstant(at, site)}</time>
                <span>{what}</span>
                {email && to && <Resend email={email} to={to} />}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  )
}

function Resend({ email: { id, subject, state }, to }: { email: Email; to: string }) {
  const openConfirm = useConfirm()
  const resend = useApiMutation('emails.resendEmail')
  if (state === 'QUEUED') return null
  const ask = () =>
    openConfirm({
      title: 'Send this email again?',
      description: `${to} gets “${subject}” ${state === 'FAILED' ? 'if it can be delivered now' : 'a second time'}.`,
      confirmLabel: 'Send again',
      onConfirm: () => resend.mutateAsync({ params: { id } }).then(() => toast(`Sending to ${to}.`)),
    })
  return (
    <Allowed operation="emails.resendEmail">
      <Button variant="subtle" size="compact-md" aria-label={`Send again: ${subject}`} onClick={ask}>
        Send again
      </Button>
    </Allowed>
  )
}
