/** Waitlist form of a full class; members need to enter nothing. Source: guide bookings §13.2. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type ApiError, call, queryClient, useApiQuery, useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useDraft } from '../kit/draft.ts'
import { Form, throwInvalid } from '../kit/form.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { formatDuration, When } from '../kit/when.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { useSite } from '../site-context.tsx'
import { bookingSearch } from '../site-search.ts'
import { describeLocation, type Service, useService } from '../site/catalog.ts'
import { findCoveringPlan, useMyBalances, useCurrentMember } from '../site/member-data.ts'
import { allowedParticipants, EmailField, findContactViolations, FirstNameField, maxParticipants, ParticipantsField } from './contact-fields.tsx'
import { flowDraftPrefix } from './flow.ts'
import { HostedLayout } from './layout.tsx'
import { messages } from './waitlist-form.messages.tsx'

// Only where the site sends texts.
const WaitlistTexts = lazy(async () => ({ default: (await import('./text-consent.tsx')).WaitlistTexts }))

interface WaitlistSession {
  eventId: string
  start: string
  end?: string | undefined
  zone?: string | undefined
}

export function WaitlistForm() {
  const t = useMessages(messages)
  const search = useSearchParams(bookingSearch)
  const service = useService(search.serviceId ?? '')
  const session = search.eventId && search.start ? { eventId: search.eventId, start: search.start, end: search.end, zone: search.zone } : undefined
  const isChosen = session !== undefined && !!search.serviceId
  return (
    <HostedLayout title={t.title} rs={search.rs}>
      {isChosen && service.isPending ? (
        <>
          <h1 className="sr">{t.title}</h1>
          <Skeletons kind="text" count={5} />
        </>
      ) : service.error ? (
        <ErrorState error={service.error} onRetry={() => void service.refetch()} />
      ) : !session || !service.data ? (
        <>
          <h1 className="sr">{t.title}</h1>
          <EmptyState
            title={t.nothing}
            action={
              <ButtonLink href="/schedule" variant="light">
                {t.chooseClass}
              </ButtonLink>
            }
          />
        </>
      ) : (
        <JoinForm service={service.data} session={session} />
      )}
    </HostedLayout>
  )
}

const emptyDraft = { first: '', email: '', people: '', texts: '', phone: '' }
function JoinForm({ service, session }: { service: Service; session: WaitlistSession }) {
  const t = useMessages(messages)
  const member = useIsMember()
  const { textMessages } = useSite()
  const me = useCurrentMember().data?.member
  const plan = findCoveringPlan(service, useMyBalances().data?.balances)
  const list = useApiQuery('waitlist.list', { body: { sessionIds: [session.eventId] } }).data?.waitlists[0]
  const { fields, change, clear } = useDraft(`${flowDraftPrefix}waitlist`, emptyDraft)
  const [joined, setJoined] = useState<{ position: number; email: string }>()
  const first = fields.first || (member ? me?.contact?.firstName || me?.profile?.nickname || '' : '')
  const email = fields.email || (member ? (me?.loginEmail ?? '') : '')
  const max = maxParticipants(service)
  const people = allowedParticipants(fields.people, max)
  const needsPayment = service.payment?.rateType !== 'NO_FEE'
  if (joined) return <Joined {...joined} service={service} session={session} minutes={list?.timeWindowMinutes ?? 10} isMember={member} />
  const join = async () => {
    const violations = findContactViolations({ first, email })
    if (violations.length > 0) throwInvalid(violations)
    const { registration } = await call('waitlist.register', {
      body: {
        sessionId: session.eventId,
        booking: {
          bookedEntity: { slot: { serviceId: service.id, eventId: session.eventId, ...(session.zone ? { timezone: session.zone } : {}) } },
          contactDetails: {
            firstName: first.trim(),
            email: email.trim(),
            ...(member && me?.contact?.lastName ? { lastName: me.contact.lastName } : {}),
            ...(fields.texts ? { phone: fields.phone } : {}),
          },
          totalParticipants: Number(people),
          ...(plan ? { selectedPaymentOption: 'MEMBERSHIP' as const } : {}),
        },
        ...(fields.texts ? { sendSmsReminder: true } : {}),
      },
    })
    clear()
    setJoined({ position: registration.position, email: email.trim() })
    await queryClient.invalidateQueries()
  }
  const known = member && me !== undefined && first !== '' && email !== ''
  return (
    <div className="card stack">
      <h1 className="title">{t.title}</h1>
      <SessionSummary service={service} session={session} />
      <p>{t.full(service.name)}</p>
      {list ? <p className="strong">{t.ahead(list.numberOfRegistrations)}</p> : null}
      <Form label={t.title} submit={t.join} onSubmit={join} explain={(error) => explainRefusal(error, session, service)}>
        {known ? (
          <p className="dim small">{t.signedIn(email)}</p>
        ) : (
          <>
            <FirstNameField value={first} onChange={(to) => change({ first: to })} />
            <EmailField value={email} hint={t.emailHint} onChange={(to) => change({ email: to })} />
          </>
        )}
        <ParticipantsField value={people} max={max} onChange={(to) => change({ people: to })} />
        {textMessages ? (
          <Suspense>
            <WaitlistTexts fields={fields} change={change} />
          </Suspense>
        ) : null}
      </Form>
      <NextSteps minutes={list?.timeWindowMinutes ?? 10} note={needsPayment ? (plan ? t.withPlan(plan.planName) : t.payLater) : ''} />
    </div>
  )
}

function SessionSummary({ service, session }: { service: Service; session: WaitlistSession }) {
  return (
    <p>
      <strong>{service.name}</strong>
      <span className="block">
        <When at={session.start} until={session.end} both />
      </span>
      <span className="block dim">{describeLocation(service)}</span>
    </p>
  )
}

function NextSteps({ minutes, note }: { minutes: number; note: string }) {
  const t = useMessages(messages)
  return (
    <section className="card-quiet stack-s" aria-labelledby="what-next">
      <h2 className="card-title" id="what-next">
        {t.next}
      </h2>
      <ol className="steps small">
        {t.steps(formatDuration(minutes)).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {note ? <p className="small">{note}</p> : null}
    </section>
  )
}

interface JoinedProps {
  position: number
  email: string
  service: Service
  session: WaitlistSession
  minutes: number
  isMember: boolean
}
function Joined({ position, email, service, session, minutes, isMember }: JoinedProps) {
  const t = useMessages(messages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="card stack">
      <h1 className="title" tabIndex={-1} ref={heading}>
        {t.joined}
      </h1>
      <SessionSummary service={service} session={session} />
      <p className="strong" role="status">
        {t.place(position)}
      </p>
      <p>{t.written(email)}</p>
      <NextSteps minutes={minutes} note="" />
      <div className="row">
        {isMember ? (
          <ButtonLink variant="light" href="/account?tab=bookings">
            {t.myBookings}
          </ButtonLink>
        ) : null}
        <ButtonLink variant="default" href="/schedule">
          {t.others}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Why the waitlist is closed, with a link onwards. */
function explainRefusal(error: ApiError, session: WaitlistSession, service: Service) {
  const t = currentMessages(messages)
  if (error.code === 'ALREADY_EXISTS') return t.already
  if (error.code === 'WAITLIST_FULL') return t.listFull
  if (error.code === 'BOOKING_POLICY_VIOLATION' || error.code === 'SESSION_NOT_FOUND') return t.over
  if (error.code !== 'SLOT_NOT_AVAILABLE') return error.message
  const search = new URLSearchParams({
    serviceId: service.id,
    eventId: session.eventId,
    start: session.start,
    end: session.end ?? '',
    zone: session.zone ?? '',
  })
  return t.free(
    <a className="link" href={`/hosted/booking-form?${search}`}>
      {t.bookIt}
    </a>,
  )
}
