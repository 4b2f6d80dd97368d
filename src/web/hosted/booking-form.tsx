/** The booking page: what, when, where and what it costs beside the form; checked again by the server when sent. */
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, call, queryClient, useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { Bone, EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { lengthInWords, When } from '../kit/when.tsx'
import type { InputOf } from '../operations.ts'
import {
  addressOf,
  bookedSlot,
  cancelRule,
  coveringPlan,
  minutesOf,
  spendingOf,
  type Service,
  type SlotEntry,
  useMyBalances,
  useMyself,
  useService,
} from '../site/catalog.ts'
import { bookingRefusal } from '../site/direct-booking.ts'
import { Price } from '../site/parts.tsx'
import { noCard } from './card-draft.ts'
import { CardFields, Challenge, declineInWords, toCard } from './card-form.tsx'
import { finish, type Flow, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { NearestTimes } from './nearest-times.tsx'

// Whoever came signed in, or books as a guest, never sees it.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

interface Search {
  rs?: string
  serviceId?: string
  scheduleId?: string
  start?: string
  end?: string
  zone?: string
  eventId?: string
  resourceId?: string
  locationType?: string
  locationId?: string
}
/** What was chosen elsewhere, by a storefront or on our own pages. */
interface Chosen {
  serviceId: string
  scheduleId?: string | undefined
  start?: string | undefined
  end?: string | undefined
  zone?: string | undefined
  eventId?: string | undefined
  resourceId?: string | undefined
  location?: Record<string, unknown> | undefined
}
const ofSearch = (search: Search): Chosen | undefined =>
  search.serviceId
    ? {
        ...search,
        serviceId: search.serviceId,
        location: search.locationType ? { locationType: search.locationType, ...(search.locationId ? { id: search.locationId } : {}) } : undefined,
      }
    : undefined
function ofFlow(flow: Flow | undefined): Chosen | undefined {
  const slot = flow?.payload?.slotAvailability?.slot
  return slot?.serviceId
    ? {
        serviceId: slot.serviceId,
        scheduleId: slot.scheduleId,
        start: slot.startDate,
        end: slot.endDate,
        zone: slot.timezone ?? flow?.payload?.timezone,
        eventId: slot.eventId ?? slot.sessionId,
        resourceId: slot.resource?.id,
        location: slot.location,
      }
    : undefined
}
const ofEntry = (entry: SlotEntry): Chosen => {
  const { startDate, endDate, timezone, resource, ...slot } = bookedSlot(entry)
  return { ...slot, start: startDate, end: endDate, zone: timezone, resourceId: resource?.id }
}

export function BookingForm() {
  const search = useSearch({ strict: false }) as Search
  const flow = useFlow(search.rs)
  const [moved, setMoved] = useState<SlotEntry>()
  const given = ofFlow(flow.data) ?? ofSearch(search)
  const chosen = given && moved ? ofEntry(moved) : given
  const service = useService(chosen?.serviceId ?? '')
  const waiting = (search.rs && flow.isPending) || (chosen && service.isPending)
  return (
    <HostedFrame title="Booking Details" rs={search.rs} wide>
      <h1 className="hosted-title">Booking Details</h1>
      {waiting ? (
        <FormSkeleton />
      ) : flow.error && !given ? (
        <EmptyState
          title="This link has expired"
          action={
            <ButtonLink href="/services" variant="light">
              Choose a service
            </ButtonLink>
          }
        >
          Please choose your time again.
        </EmptyState>
      ) : service.error ? (
        <ErrorState error={service.error} onRetry={() => void service.refetch()} />
      ) : !chosen || !service.data ? (
        <EmptyState
          title="Nothing chosen yet"
          action={
            <ButtonLink href="/services" variant="light">
              Choose a service
            </ButtonLink>
          }
        />
      ) : (
        <Details service={service.data} chosen={chosen} rs={search.rs} onMove={setMoved} />
      )}
    </HostedFrame>
  )
}

function FormSkeleton() {
  return (
    <div className="two" role="status" aria-busy="true">
      <span className="sr">Loading</span>
      <div className="card stack">
        <Bone width="40%" />
        <Bone height={46} />
        <Bone height={46} />
        <Bone height={46} />
        <Bone height={46} />
      </div>
      <div className="card stack">
        <Bone width="60%" height={26} />
        <Bone width="90%" />
        <Bone width="70%" />
      </div>
    </div>
  )
}

type Pay = 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP'
function Details({ service, chosen, rs, onMove }: { service: Service; chosen: Chosen; rs: string | undefined; onMove: (entry: SlotEntry) => void }) {
  const member = useIsMember()
  const me = useMyself().data?.member
  const balances = useMyBalances()
  const [first, setFirst] = useState(''),
    [last, setLast] = useState(''),
    [email, setEmail] = useState(''),
    [phone, setPhone] = useState(''),
    [people, setPeople] = useState('1')
  const [card, setCard] = useState(noCard),
    [signing, setSigning] = useState(false),
    [lost, setLost] = useState(false),
    [again, setAgain] = useState<string>(),
    [asking, setAsking] = useState(false),
    [busy, setBusy] = useState(false),
    [late, setLate] = useState<unknown>()
  useEffect(() => {
    if (!me) return
    setFirst((old) => old || me.contact?.firstName || '')
    setLast((old) => old || me.contact?.lastName || '')
    setEmail((old) => old || me.loginEmail || '')
    setPhone((old) => old || me.contact?.phones?.[0] || '')
  }, [me])
  const options = service.payment?.options
  const plan = coveringPlan(service, balances.data?.balances)
  const price = Number(service.payment?.fixed?.price?.value ?? service.payment?.varied?.defaultPrice?.value ?? 0)
  const ways: { value: Pay; label: string }[] = [
    ...(plan
      ? [
          {
            value: 'MEMBERSHIP' as const,
            label: plan.unlimited ? `With my plan “${plan.planName}”` : `With my plan “${plan.planName}”, ${plan.balance} of ${plan.total} left`,
          },
        ]
      : []),
    ...(price > 0 && options?.online ? [{ value: 'ONLINE' as const, label: 'Now, by card' }] : []),
    ...(price > 0 && options?.inPerson ? [{ value: 'OFFLINE' as const, label: 'At the studio, when I come' }] : []),
  ]
  const [pick, setPick] = useState<Pay>()
  const way = pick ?? ways[0]?.value
  const most = service.type === 'APPOINTMENT' ? 1 : Math.max(1, Math.min(service.bookingPolicy?.participantsPolicy?.maxParticipantsPerBooking ?? 1, 20))
  const book = async (challenge?: 'approve' | 'reject') => {
    const wrong = [
      ...(first.trim() ? [] : [{ field: 'firstName', description: 'enter your first name' }]),
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? [] : [{ field: 'email', description: 'enter your e-mail, like anna@example.com' }]),
    ]
    if (wrong.length > 0) invalid(wrong)
    const course = service.type === 'COURSE'
    const zone = chosen.zone || Intl.DateTimeFormat().resolvedOptions().timeZone
    const body = {
      ...(again ? { bookingId: again } : {}),
      ...(course
        ? { schedule: { serviceId: service.id, scheduleId: chosen.scheduleId, timezone: zone } }
        : {
            slot: {
              serviceId: service.id,
              scheduleId: chosen.scheduleId,
              startDate: chosen.start,
              endDate: chosen.end,
              timezone: zone,
              eventId: chosen.eventId,
              sessionId: chosen.eventId,
              ...(chosen.resourceId ? { resource: { id: chosen.resourceId } } : {}),
              ...(chosen.location ? { location: chosen.location } : {}),
            },
          }),
      contactDetails: { firstName: first.trim(), lastName: last.trim(), email: email.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}), timeZone: zone },
      totalParticipants: Number(people) || 1,
      ...(way ? { paymentOption: way } : {}),
      ...(way === 'MEMBERSHIP' && plan ? { planOrderId: plan.orderId } : {}),
      ...(way === 'ONLINE' ? { card: toCard(card) } : {}),
      ...(challenge ? { challenge } : {}),
      ...(rs ? { rs } : {}),
    } as InputOf<'bookings.bookNow'>['body']
    try {
      if (way === 'ONLINE') await checkPrice(service)
      const reply = await call('bookings.bookNow', { body })
      const outcome = reply.payment?.outcome.toLowerCase()
      if (outcome === 'requires_action') {
        setAgain(reply.booking.id)
        setAsking(true)
        return
      }
      setAsking(false)
      if (outcome === 'declined') {
        setAgain(reply.booking.id)
        throw new ApiError(402, declineInWords(reply.payment?.declineCode))
      }
      if (outcome === 'place_gone') throw new ApiError(409, '', { code: 'SLOT_NOT_AVAILABLE' })
      if (outcome === 'refunded') {
        setAgain(undefined)
        throw new ApiError(409, 'Your place could not be kept while we waited for the bank. The payment is given back in full; please choose again.')
      }
      if (outcome === 'unknown' || outcome === 'processing')
        throw new ApiError(502, 'We do not know yet whether the payment went through. Please wait for our e-mail before you try again.')
      await finish(rs, { bookingId: reply.booking.id })
    } catch (error) {
      setAsking(false)
      if (error instanceof ApiError) {
        if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) {
          setAgain(undefined)
          setLost(true)
          // The box with the nearest times says it; a second sentence would only be in the way.
          void queryClient.invalidateQueries({ queryKey: ['availability'] })
          return
        }
        // The hold of an earlier try ran out: the next try is a new booking.
        if (/BOOKING_NOT_FOUND|INVALID_BOOKING_STATUS/.test(error.code)) setAgain(undefined)
      }
      throw error
    }
  }
  const answer = async (choice: 'approve' | 'reject') => {
    setBusy(true)
    setLate(undefined)
    try {
      await book(choice)
    } catch (error) {
      setLate(error)
    } finally {
      setBusy(false)
    }
  }
  const total = price * (Number(people) || 1)
  const [wasMember, setWasMember] = useState(member)
  if (member && !wasMember) setWasMember(true)
  const expired = wasMember && !member
  return (
    <div className="two">
      <div className="stack">
        {(signing || expired) && !member ? (
          <Suspense fallback={<Skeletons kind="text" />}>
            <SignIn
              rs={rs}
              title="Sign in to go on"
              note={expired ? 'Your session has ended. Sign in again; what you typed is kept.' : undefined}
              onSignedIn={() => setSigning(false)}
            />
          </Suspense>
        ) : (
          <div className="card stack">
            {service.onlineBooking?.requireManualApproval ? (
              <Note>We confirm every request ourselves. Nothing is final until our e-mail reaches you.</Note>
            ) : null}
            {member ? (
              <p className="dim small">Signed in as {me?.loginEmail ?? 'a member'}.</p>
            ) : (
              <p className="small">
                Have an account or a plan?{' '}
                <button type="button" className="plain link" onClick={() => setSigning(true)}>
                  Sign in
                </button>
              </p>
            )}
            {lost ? (
              <NearestTimes
                service={service}
                lost={chosen.start}
                onSelect={(entry) => {
                  onMove(entry)
                  setLost(false)
                }}
              />
            ) : null}
            <Form
              label="Booking Details"
              onSubmit={() => book()}
              error={late}
              submit={
                asking || lost ? undefined : service.onlineBooking?.requireManualApproval ? (
                  'Send the request'
                ) : way === 'MEMBERSHIP' && plan ? (
                  `Book (${spendingOf(plan)})`
                ) : way === 'ONLINE' ? (
                  <>
                    Pay&nbsp;
                    <Money value={total} currency={service.payment?.fixed?.price?.currency} />
                    &nbsp;and book
                  </>
                ) : (
                  'Book'
                )
              }
              explain={bookingRefusal}
            >
              <div className="fields-2">
                <FormField name="firstName" label="First name" autoComplete="given-name" required value={first} onChange={setFirst} maxLength={100} />
                <FormField name="lastName" label="Last name" autoComplete="family-name" value={last} onChange={setLast} maxLength={100} />
              </div>
              <FormField
                name="email"
                label="E-mail"
                hint="The confirmation goes here."
                type="email"
                autoComplete="email"
                inputMode="email"
                required
                value={email}
                onChange={setEmail}
                maxLength={254}
              />
              <FormField name="phone" label="Phone" type="tel" autoComplete="tel" inputMode="tel" value={phone} onChange={setPhone} maxLength={50} />
              {most > 1 ? (
                <FormField
                  name="totalParticipants"
                  label="How many people"
                  required
                  type="select"
                  value={people}
                  onChange={setPeople}
                  options={Array.from({ length: most }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))}
                />
              ) : null}
              {ways.length > 1 ? (
                <fieldset className="choices">
                  <legend className="field-label">How would you like to pay?</legend>
                  {ways.map((one) => (
                    <label className="check" key={one.value}>
                      <input type="radio" name="pay" checked={way === one.value} onChange={() => setPick(one.value)} />
                      <span>{one.label}</span>
                    </label>
                  ))}
                </fieldset>
              ) : null}
              {way === 'ONLINE' && !asking ? <CardFields card={card} onChange={setCard} /> : null}
            </Form>
            {asking ? <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} /> : null}
          </div>
        )}
      </div>
      <aside className="card stack" aria-label="What you book">
        <h2 className="panel-title">{service.name}</h2>
        <dl className="facts">
          {chosen.start ? (
            <>
              <dt>When</dt>
              <dd>
                <When at={chosen.start} until={chosen.end} both {...(service.conferencing?.enabled && chosen.zone ? { zone: chosen.zone } : {})} />
              </dd>
            </>
          ) : service.schedule?.firstSessionStart ? (
            <>
              <dt>Starts</dt>
              <dd>
                <When at={service.schedule.firstSessionStart} />
              </dd>
            </>
          ) : null}
          {minutesOf(service) ? (
            <>
              <dt>Length</dt>
              <dd>{lengthInWords(minutesOf(service) ?? 0)}</dd>
            </>
          ) : null}
          <dt>Place</dt>
          <dd>{addressOf(service)}</dd>
          <dt>Price</dt>
          <dd>
            <Price service={service} />
          </dd>
        </dl>
        <p className="small dim">{cancelRule(service)}.</p>
        {rs ? null : (
          <a className="link" href={`/service/${service.mainSlug?.name ?? service.id}`}>
            Choose another time
          </a>
        )}
      </aside>
    </div>
  )
}
/** What was shown is what is charged: a price that has changed meanwhile is shown first. */
async function checkPrice(shown: Service): Promise<void> {
  const priceOf = (service: Service | null | undefined) => service?.payment?.fixed?.price?.value ?? service?.payment?.varied?.defaultPrice?.value
  const before = priceOf(shown)
  await queryClient.invalidateQueries({ queryKey: ['service'] })
  const now = queryClient
    .getQueriesData<Service | null>({ queryKey: ['service'] })
    .map(([, data]) => data)
    .find((one) => one?.id === shown.id)
  if (now && priceOf(now) !== before)
    throw new ApiError(409, 'The price has changed since you opened this page. Nothing was charged: please look at the new price and decide again.')
}
