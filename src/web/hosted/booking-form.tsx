/** The booking page: what, when, where and what it costs beside the form; checked again by the server when sent. */
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call, useIsMember } from '../api.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { lengthInWords, When } from '../kit/when.tsx'
import type { InputOf } from '../operations.ts'
import { addressOf, cancelRule, minutesOf, type Service, type SlotEntry, useMyOrders, useMyself, useService } from '../site/catalog.ts'
import { Price } from '../site/parts.tsx'
import { SlotPicker } from '../site/slot-picker.tsx'
import { CardFields, Challenge, declineInWords, noCard, toCard } from './card-form.tsx'
import { finish, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'

interface Search {
  rs?: string
  serviceId?: string
  scheduleId?: string
  start?: string
  end?: string
  zone?: string
  eventId?: string
  resourceId?: string
}
interface Chosen {
  serviceId: string
  scheduleId?: string
  start?: string
  end?: string
  zone?: string
  eventId?: string
  resourceId?: string
  place?: Record<string, unknown>
}

export function BookingForm() {
  const search = useSearch({ strict: false }) as Search
  const flow = useFlow(search.rs)
  const sent = flow.data?.payload?.slotAvailability?.slot
  const [moved, setMoved] = useState<SlotEntry>()
  const fromFlow: Chosen | undefined = sent?.serviceId
    ? {
        serviceId: sent.serviceId,
        scheduleId: sent.scheduleId,
        start: sent.startDate,
        end: sent.endDate,
        zone: sent.timezone ?? flow.data?.payload?.timezone,
        eventId: sent.eventId ?? sent.sessionId,
        resourceId: sent.resource?.id,
        ...(sent.location ? { place: sent.location } : {}),
      }
    : undefined
  const given: Chosen | undefined =
    fromFlow ??
    (search.serviceId
      ? {
          serviceId: search.serviceId,
          scheduleId: search.scheduleId,
          start: search.start,
          end: search.end,
          zone: search.zone,
          eventId: search.eventId,
          resourceId: search.resourceId,
        }
      : undefined)
  const chosen =
    given && moved
      ? {
          serviceId: given.serviceId,
          scheduleId: moved.slot.scheduleId,
          start: moved.slot.startDate,
          end: moved.slot.endDate,
          zone: moved.slot.timezone,
          eventId: moved.slot.sessionId,
          resourceId: moved.slot.resource?.id,
        }
      : given
  const service = useService(chosen?.serviceId ?? '')
  const waiting = (search.rs && flow.isPending) || (chosen && service.isPending)
  return (
    <HostedFrame title="Booking Details" rs={search.rs} wide>
      <h1 style={{ marginBottom: 20 }}>Booking Details</h1>
      {waiting ? (
        <Skeletons kind="text" count={5} />
      ) : flow.error && !given ? (
        <EmptyState
          title="This link has expired"
          action={
            <Button component="a" href="/services" variant="light">
              Choose a service
            </Button>
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
            <Button component="a" href="/services" variant="light">
              Choose a service
            </Button>
          }
        />
      ) : (
        <Details service={service.data} chosen={chosen} rs={search.rs} onMove={setMoved} />
      )}
    </HostedFrame>
  )
}

type Pay = 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP'
function Details({ service, chosen, rs, onMove }: { service: Service; chosen: Chosen; rs: string | undefined; onMove: (entry: SlotEntry) => void }) {
  const member = useIsMember()
  const me = useMyself().data?.member
  const orders = useMyOrders()
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
  const plans = options?.pricingPlan
    ? (orders.data?.orders ?? []).filter((one) => one.status === 'ACTIVE' && service.payment?.pricingPlanIds?.includes(one.planId))
    : []
  const price = Number(service.payment?.fixed?.price?.value ?? service.payment?.varied?.defaultPrice?.value ?? 0)
  const ways: { value: Pay; label: string }[] = [
    ...(plans.length > 0 ? [{ value: 'MEMBERSHIP' as const, label: `With my plan “${plans[0]?.planName}”` }] : []),
    ...(price > 0 && options?.online ? [{ value: 'ONLINE' as const, label: 'Now, by card' }] : []),
    ...(price > 0 && options?.inPerson ? [{ value: 'OFFLINE' as const, label: 'On the spot' }] : []),
  ]
  const [pick, setPick] = useState<Pay>()
  const way = pick ?? ways[0]?.value
  const most = service.type === 'APPOINTMENT' ? 1 : Math.max(1, Math.min(service.bookingPolicy?.participantsPolicy?.maxParticipantsPerBooking ?? 1, 20))
  const book = async (challenge?: 'approve' | 'reject') => {
    if (!first.trim()) invalid([{ field: 'firstName', description: 'enter your first name' }])
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) invalid([{ field: 'email', description: 'enter your e-mail, like anna@example.com' }])
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
              ...(chosen.place ? { location: chosen.place } : {}),
            },
          }),
      contactDetails: { firstName: first.trim(), lastName: last.trim(), email: email.trim(), ...(phone.trim() ? { phone: phone.trim() } : {}), timeZone: zone },
      totalParticipants: Number(people) || 1,
      ...(way ? { paymentOption: way } : {}),
      ...(way === 'MEMBERSHIP' && plans[0] ? { planOrderId: plans[0].id } : {}),
      ...(way === 'ONLINE' ? { card: toCard(card) } : {}),
      ...(challenge ? { challenge } : {}),
      ...(rs ? { rs } : {}),
    } as InputOf<'bookings.bookNow'>['body']
    try {
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
      if (outcome === 'unknown')
        throw new ApiError(502, 'We do not know yet whether the payment went through. Please wait for our e-mail before you try again.')
      await finish(rs, { bookingId: reply.booking.id })
    } catch (error) {
      setAsking(false)
      if (error instanceof ApiError && /CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) setLost(true)
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
  return (
    <div className="two">
      <div className="stack">
        {signing && !member ? (
          <SignIn rs={rs} title="Sign in to go on" onSignedIn={() => setSigning(false)} />
        ) : (
          <div className="card stack">
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
              <div className="stack-s">
                <p className="strong">That time was just taken. Your details are kept; choose another one:</p>
                <SlotPicker
                  service={service}
                  selected={undefined}
                  onSelect={(entry) => {
                    if (entry) {
                      onMove(entry)
                      setLost(false)
                    }
                  }}
                />
              </div>
            ) : null}
            <Form
              label="Booking Details"
              onSubmit={() => book()}
              error={late}
              submit={
                asking ? undefined : service.onlineBooking?.requireManualApproval ? (
                  'Send the request'
                ) : way === 'MEMBERSHIP' ? (
                  'Book with my plan'
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
              explain={sayRefusal}
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
                <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
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
      <aside className="card stack">
        <h2 style={{ fontSize: '1.3rem' }}>{service.name}</h2>
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
function sayRefusal(error: ApiError): string {
  if (/CAPACITY|SLOT_NOT_AVAILABLE/.test(error.code)) return 'Somebody was faster: this time is no longer free.'
  if (error.code === 'BOOKING_POLICY_VIOLATION') return 'This time can no longer be booked online.'
  if (error.code === 'NOT_ENOUGH_BALANCE') return 'Your plan has no credits left for this. Choose another way to pay.'
  return error.message
}
