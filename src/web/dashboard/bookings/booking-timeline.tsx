/** What happened to a booking and who did it, with the emails to its client, which can be sent again. */
import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import type { Site } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { emailState, paymentState } from '../parts/format.ts'
import { Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import css from '../parts/timeline.module.css'
import { refreshWhileQueued } from '../parts/refresh-queued.ts'
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

const messages = defineDashboardMessages(
  {
    title: 'Timeline',
    events: {
      created: 'Booked',
      confirmed: 'Confirmed',
      declined: 'Declined',
      canceled: 'Cancelled',
      rescheduled: 'Rescheduled',
      markedAsPending: 'Set back to a request',
      number_of_participants_updated: 'Number of people changed',
    } as Readonly<Record<string, string>>,
    from: (event: string, before: string) => `${event} from ${before}`,
    paid: (state: string) => `Payment: ${state.toLowerCase()}`,
    by: {
      MEMBER: (event: string) => `${event} by the client`,
      OWNER: (event: string) => `${event} by your team`,
      APP: (event: string) => `${event} by an app`,
    } as Readonly<Record<string, (event: string) => string>>,
    email: (subject: string, state: string | undefined) => (state ? `Email: ${subject} (${state.toLowerCase()})` : `Email: ${subject}`),
    askResend: 'Send this email again?',
    resendIfPossible: (to: string, subject: string) => `${to} gets “${subject}” if it can be delivered now.`,
    resendTwice: (to: string, subject: string) => `${to} gets “${subject}” a second time.`,
    resend: 'Send again',
    resendSubject: (subject: string) => `Send again: ${subject}`,
    sending: (to: string) => `Sending to ${to}.`,
  },
  {
    de: {
      title: 'Verlauf',
      events: {
        created: 'Gebucht',
        confirmed: 'Bestätigt',
        declined: 'Abgelehnt',
        canceled: 'Abgesagt',
        rescheduled: 'Verschoben',
        markedAsPending: 'Wieder zur Anfrage gemacht',
        number_of_participants_updated: 'Personenzahl geändert',
      },
      from: (event, before) => `${event}, vorher ${before}`,
      paid: (state) => `Zahlung: ${state}`,
      by: {
        MEMBER: (event) => `${event} (von der Person selbst)`,
        OWNER: (event) => `${event} (vom Team)`,
        APP: (event) => `${event} (von einer App)`,
      },
      email: (subject, state) => (state ? `E-Mail: ${subject} (${state})` : `E-Mail: ${subject}`),
      askResend: 'Diese E-Mail noch einmal senden?',
      resendIfPossible: (to, subject) => `${to} erhält „${subject}“, wenn die Zustellung jetzt gelingt.`,
      resendTwice: (to, subject) => `${to} erhält „${subject}“ ein zweites Mal.`,
      resend: 'Noch einmal senden',
      resendSubject: (subject) => `Noch einmal senden: ${subject}`,
      sending: (to) => `Wird an ${to} gesendet.`,
    },
  },
)

function describeEvent({ slug, by, startDate, paymentStatus }: BookingEvent, site: Site): string {
  const t = currentMessages(messages)
  const event = t.events[slug] ?? slug
  const what = paymentStatus ? t.paid(paymentState(paymentStatus)[0]) : startDate ? t.from(event, formatInstant(startDate, site)) : event
  return t.by[by]?.(what) ?? what
}
const describeEmail = ({ subject, state }: Email) =>
  currentMessages(messages).email(subject, state === 'SENT' || state === 'KEPT' ? undefined : emailState(state)[0])

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
  const t = useMessages(messages)
  const site = useSite()
  const history = useApiQuery(
    'reports.getBookingHistory',
    { params: { id: bookingId } },
    { refetchInterval: ({ state }) => refreshWhileQueued(state.data?.emails) },
  )
  return (
    <Section title={t.title}>
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
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const resend = useApiMutation('emails.resendEmail')
  if (state === 'QUEUED') return null
  const ask = () =>
    openConfirm({
      title: t.askResend,
      description: state === 'FAILED' ? t.resendIfPossible(to, subject) : t.resendTwice(to, subject),
      confirmLabel: t.resend,
      onConfirm: () => resend.mutateAsync({ params: { id } }).then(() => toast(t.sending(to))),
    })
  return (
    <Allowed operation="emails.resendEmail">
      <Button variant="subtle" size="compact-md" aria-label={t.resendSubject(subject)} onClick={ask}>
        {t.resend}
      </Button>
    </Allowed>
  )
}
