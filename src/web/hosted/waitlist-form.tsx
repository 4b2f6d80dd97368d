/** The short form of the waiting list of a full class: name and email, members nothing. Source: guide bookings §13.2. */
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call, queryClient, useAsk, useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useDraft } from '../kit/draft.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { When } from '../kit/when.tsx'
import { sayNow, useWords } from '../kit/words.ts'
import { addressOf, coveringPlan, type Service, useMyBalances, useMyself, useService } from '../site/catalog.ts'
import type { BookingSearch } from './chosen-time.ts'
import { FLOW } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { said } from './waitlist-form.words.tsx'

interface Session {
  eventId: string
  start: string
  end?: string | undefined
  zone?: string | undefined
}

export function WaitlistForm() {
  const t = useWords(said)
  const search = useSearch({ strict: false }) as BookingSearch
  const service = useService(search.serviceId ?? '')
  const session = search.eventId && search.start ? { eventId: search.eventId, start: search.start, end: search.end, zone: search.zone } : undefined
  const isChosen = session !== undefined && !!search.serviceId
  return (
    <HostedFrame title={t.title} rs={search.rs}>
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
        <Join service={service.data} session={session} />
      )}
    </HostedFrame>
  )
}

const empty = { first: '', email: '', people: '' }
function Join({ service, session }: { service: Service; session: Session }) {
  const t = useWords(said)
  const member = useIsMember()
  const me = useMyself().data?.member
  const plan = coveringPlan(service, useMyBalances().data?.balances)
  const list = useAsk('bookings.list', { body: { sessionIds: [session.eventId] } }).data?.waitlists[0]
  const { fields, change, forget } = useDraft(`${FLOW}waitlist`, empty)
  const [joined, setJoined] = useState<{ position: number; email: string }>()
  const first = fields.first || (member ? me?.contact?.firstName || me?.profile?.nickname || '' : '')
  const email = fields.email || (member ? (me?.loginEmail ?? '') : '')
  const most = Math.max(1, Math.min(service.bookingPolicy?.participantsPolicy?.maxParticipantsPerBooking ?? 1, 20))
  const people = Number(fields.people) > 0 && Number(fields.people) <= most ? fields.people : '1'
  const costs = service.payment?.rateType !== 'NO_FEE'
  if (joined) return <Joined {...joined} service={service} session={session} minutes={list?.timeWindowMinutes ?? 10} isMember={member} />
  const join = async () => {
    const wrong = [
      ...(first.trim() ? [] : [{ field: 'firstName', description: t.enterFirst }]),
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? [] : [{ field: 'email', description: t.enterEmail }]),
    ]
    if (wrong.length > 0) invalid(wrong)
    const { registration } = await call('bookings.register', {
      body: {
        sessionId: session.eventId,
        booking: {
          bookedEntity: { slot: { serviceId: service.id, eventId: session.eventId, ...(session.zone ? { timezone: session.zone } : {}) } },
          contactDetails: { firstName: first.trim(), email: email.trim(), ...(member && me?.contact?.lastName ? { lastName: me.contact.lastName } : {}) },
          totalParticipants: Number(people),
          ...(plan ? { selectedPaymentOption: 'MEMBERSHIP' as const } : {}),
        },
      },
    })
    forget()
    setJoined({ position: registration.position, email: email.trim() })
    await queryClient.invalidateQueries()
  }
  const known = member && me !== undefined && first !== '' && email !== ''
  return (
    <div className="card stack">
      <h1 className="title">{t.title}</h1>
      <About service={service} session={session} />
      <p>{t.full(service.name)}</p>
      {list ? <p className="strong">{t.ahead(list.numberOfRegistrations)}</p> : null}
      <Form label={t.title} submit={t.join} onSubmit={join} explain={(error) => explained(error, session, service)}>
        {known ? (
          <p className="dim small">{t.signedIn(email)}</p>
        ) : (
          <>
            <FormField
              name="firstName"
              label={t.first}
              autoComplete="given-name"
              required
              value={first}
              onChange={(to) => change({ first: to })}
              maxLength={100}
            />
            <FormField
              name="email"
              label={t.email}
              hint={t.emailHint}
              type="email"
              autoComplete="email"
              inputMode="email"
              required
              value={email}
              onChange={(to) => change({ email: to })}
              maxLength={254}
            />
          </>
        )}
        {most > 1 ? (
          <FormField
            name="totalParticipants"
            label={t.people}
            required
            type="select"
            value={people}
            onChange={(to) => change({ people: to })}
            options={Array.from({ length: most }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))}
          />
        ) : null}
      </Form>
      <Next minutes={list?.timeWindowMinutes ?? 10} note={costs ? (plan ? t.withPlan(plan.planName) : t.payLater) : ''} />
    </div>
  )
}

function About({ service, session }: { service: Service; session: Session }) {
  return (
    <p>
      <strong>{service.name}</strong>
      <span className="block">
        <When at={session.start} until={session.end} both />
      </span>
      <span className="block dim">{addressOf(service)}</span>
    </p>
  )
}

function Next({ minutes, note }: { minutes: number; note: string }) {
  const t = useWords(said)
  return (
    <section className="card-quiet stack-s" aria-labelledby="what-next">
      <h2 className="card-title" id="what-next">
        {t.next}
      </h2>
      <ol className="steps small">
        {t.steps(minutes).map((step) => (
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
  session: Session
  minutes: number
  isMember: boolean
}
function Joined({ position, email, service, session, minutes, isMember }: JoinedProps) {
  const t = useWords(said)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="card stack">
      <h1 className="title" tabIndex={-1} ref={heading}>
        {t.joined}
      </h1>
      <About service={service} session={session} />
      <p className="strong" role="status">
        {t.place(position)}
      </p>
      <p>{t.written(email)}</p>
      <Next minutes={minutes} note="" />
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

/** Why somebody cannot wait for this class, with the way on. */
function explained(error: ApiError, session: Session, service: Service) {
  const t = sayNow(said)
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
