/** The booking page: what, when, where and what it costs beside the form; checked again by the server when sent. */
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, call, queryClient, useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { type Draft, useDraft } from '../kit/draft.ts'
import { Form, FormField, throwInvalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { Skeleton, EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { findCoveringPlan, describeSpending, type Service, useMyBalances, useCurrentMember, useService } from '../site/catalog.ts'
import { explainBookingRefusal } from '../site/direct-booking.ts'
import { useSite } from '../site-context.tsx'
import { type BookNowBody, toBookingBody, calculateDue, requiresCardOnFile } from './booking-body.ts'
import { messages } from './booking-form.messages.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { noCard } from './card-draft.ts'
import { CardFields, Challenge, declineInWords, toCard } from './card-form.tsx'
import { type BookingSearch, type ChosenSlot, keyOf, fromSlotEntry, fromFlow, fromSearch } from './chosen-slot.ts'
import { finishFlow, flowDraftPrefix, useFlow } from './flow.ts'
import { HostedLayout } from './layout.tsx'

// Most people get the time that they chose.
const NearestTimes = lazy(async () => ({ default: (await import('./nearest-times.tsx')).NearestTimes }))
// Whoever came signed in, or books as a guest, never sees it.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

/** What is typed here; the other time that was taken after the first was gone, and the booking that a first try holds, each with what it belongs to. */
const emptyDraft = { first: '', last: '', email: '', phone: '', address: '', people: '', pay: '', moved: '', movedFrom: '', held: '', heldFor: '' }

export function BookingForm() {
  const t = useMessages(messages)
  const search = useSearch({ strict: false }) as BookingSearch
  const flow = useFlow(search.rs)
  const draft = useDraft(`${flowDraftPrefix}booking`, emptyDraft)
  const requested = fromFlow(flow.data) ?? fromSearch(search)
  const chosen = requested && draft.fields.movedFrom === keyOf(requested) ? (JSON.parse(draft.fields.moved) as ChosenSlot) : requested
  const service = useService(chosen?.serviceId ?? '')
  const waiting = (search.rs && flow.isPending) || (chosen && service.isPending)
  return (
    <HostedLayout title={t.title} rs={search.rs} wide>
      <h1 className="hosted-title">{t.title}</h1>
      {waiting ? (
        <FormSkeleton />
      ) : flow.error && !requested ? (
        <EmptyState
          title={t.expired}
          action={
            <ButtonLink href="/services" variant="light">
              {t.chooseService}
            </ButtonLink>
          }
        >
          {t.chooseAgain}
        </EmptyState>
      ) : service.error ? (
        <ErrorState error={service.error} onRetry={() => void service.refetch()} />
      ) : !chosen || !service.data ? (
        <EmptyState
          title={t.nothing}
          action={
            <ButtonLink href="/services" variant="light">
              {t.chooseService}
            </ButtonLink>
          }
        />
      ) : (
        <BookingDetailsForm
          service={service.data}
          chosen={chosen}
          rs={search.rs}
          draft={draft}
          onMove={(to) => draft.change({ moved: JSON.stringify(to), movedFrom: keyOf(requested) })}
        />
      )}
    </HostedLayout>
  )
}

function FormSkeleton() {
  const t = useMessages(messages)
  return (
    <div className="two" role="status" aria-busy="true">
      <span className="sr">{t.loading}</span>
      <div className="card stack">
        <Skeleton width="40%" />
        <Skeleton height={46} />
        <Skeleton height={46} />
        <Skeleton height={46} />
        <Skeleton height={46} />
      </div>
      <div className="card stack">
        <Skeleton width="60%" height={26} />
        <Skeleton width="90%" />
        <Skeleton width="70%" />
      </div>
    </div>
  )
}

type PaymentOption = 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP'
interface BookingDetailsFormProps {
  service: Service
  chosen: ChosenSlot
  rs: string | undefined
  draft: Draft<typeof emptyDraft>
  onMove: (to: ChosenSlot) => void
}
function BookingDetailsForm({ service, chosen, rs, draft, onMove }: BookingDetailsFormProps) {
  const t = useMessages(messages)
  const member = useIsMember()
  const me = useCurrentMember().data?.member
  const balances = useMyBalances()
  const { fields, change } = draft
  const site = useSite()
  const { first, last, email, phone } = fields
  const [card, setCard] = useState(noCard),
    [isSigningIn, setSigningIn] = useState(false),
    [isSlotTaken, setSlotTaken] = useState(false),
    [hasChallenge, setHasChallenge] = useState(false),
    [busy, setBusy] = useState(false),
    [challengeError, setChallengeError] = useState<unknown>()
  useEffect(() => {
    if (!me) return
    change((old) => ({
      first: old.first || me.contact?.firstName || '',
      last: old.last || me.contact?.lastName || '',
      email: old.email || me.loginEmail || '',
      phone: old.phone || me.contact?.phones?.[0] || '',
    }))
  }, [me, change])
  const options = service.payment?.options
  const plan = findCoveringPlan(service, balances.data?.balances)
  const price = Number(service.payment?.fixed?.price?.value ?? service.payment?.varied?.defaultPrice?.value ?? 0)
  const isOnline = price > 0 && options?.online && site.paymentPage !== 'none'
  const paymentOptions: { value: PaymentOption; label: string }[] = [
    ...(plan
      ? [
          {
            value: 'MEMBERSHIP' as const,
            label: plan.unlimited ? t.withPlan(plan.planName) : t.withSome(plan.planName, plan.balance ?? '0', plan.total ?? '0'),
          },
        ]
      : []),
    ...(isOnline ? [{ value: 'ONLINE' as const, label: t.byCard }] : []),
    ...(price > 0 && options?.inPerson ? [{ value: 'OFFLINE' as const, label: t.atDesk }] : []),
  ]
  const paymentOption = (paymentOptions.find(({ value }) => value === fields.pay) ?? paymentOptions[0])?.value
  const maxParticipants =
    service.type === 'APPOINTMENT' ? 1 : Math.max(1, Math.min(service.bookingPolicy?.participantsPolicy?.maxParticipantsPerBooking ?? 1, 20))
  const people = Number(fields.people) <= maxParticipants ? fields.people || '1' : '1'
  const isAtCustomer = chosen.location ? chosen.location.locationType === 'CUSTOM' : service.locations?.[0]?.type === 'CUSTOMER'
  const address = fields.address || (typeof chosen.location?.formattedAddress === 'string' ? chosen.location.formattedAddress : '')
  const due = calculateDue(service, Number(people) || 1, paymentOption === 'ONLINE')
  const takesCard = due.now > 0 || requiresCardOnFile(service)
  // A booking of an earlier attempt is held for a while: the same booking goes on with it.
  const holdKey = [keyOf(chosen), people, email.trim().toLowerCase()].join(' ')
  const heldBookingId = fields.heldFor === holdKey ? fields.held : ''
  const setHeldBookingId = (held: string) => change({ held, heldFor: held ? holdKey : '' })
  const book = async (challenge?: 'approve' | 'reject') => {
    const violations = [
      ...(first.trim() ? [] : [{ field: 'firstName', description: t.enterFirst }]),
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? [] : [{ field: 'email', description: t.enterEmail }]),
      ...(!isAtCustomer || address.trim() ? [] : [{ field: 'fullAddress', description: t.enterAddress }]),
    ]
    if (violations.length > 0) throwInvalid(violations)
    const body: BookNowBody = {
      ...(heldBookingId ? { bookingId: heldBookingId } : {}),
      ...toBookingBody(service, chosen, { first, last, email, phone, people: Number(people) || 1, address: isAtCustomer ? address.trim() : undefined }),
      ...(paymentOption ? { paymentOption: paymentOption } : {}),
      ...(paymentOption === 'MEMBERSHIP' && plan ? { planOrderId: plan.orderId } : {}),
      // A card is typed on our page with test payments only; any other provider takes it on a page of its own.
      ...(takesCard && site.paymentPage === 'own' ? { card: toCard(card) } : {}),
      ...(challenge ? { challenge } : {}),
      ...(rs ? { rs } : {}),
    }
    try {
      if (paymentOption === 'ONLINE') await assertPriceUnchanged(service)
      const reply = await call('bookingPages.bookNow', { body })
      const outcome = reply.payment?.outcome.toLowerCase()
      if (reply.payment?.url) {
        setHeldBookingId(reply.booking.id)
        location.assign(reply.payment.url)
        return
      }
      if (outcome === 'requires_action') {
        setHeldBookingId(reply.booking.id)
        setHasChallenge(true)
        return
      }
      setHasChallenge(false)
      if (outcome === 'declined') {
        setHeldBookingId(reply.booking.id)
        throw new ApiError(402, declineInWords(reply.payment?.declineCode))
      }
      if (outcome === 'place_gone') throw new ApiError(409, '', { code: 'SLOT_NOT_AVAILABLE' })
      if (outcome === 'refunded') {
        setHeldBookingId('')
        throw new ApiError(409, currentMessages(messages).refunded)
      }
      if (outcome === 'unknown' || outcome === 'processing') throw new ApiError(502, currentMessages(messages).unknown)
      setCard(noCard)
      await finishFlow(rs, { bookingId: reply.booking.id })
    } catch (error) {
      setHasChallenge(false)
      if (error instanceof ApiError) {
        if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) {
          setHeldBookingId('')
          setSlotTaken(true)
          // The box with the nearest times says it; a second sentence would only be in the way.
          void queryClient.invalidateQueries({ queryKey: ['availability'] })
          return
        }
        // The hold of an earlier try ran out: the next try is a new booking.
        if (/BOOKING_NOT_FOUND|INVALID_BOOKING_STATUS/.test(error.code)) setHeldBookingId('')
      }
      throw error
    }
  }
  const answerChallenge = async (choice: 'approve' | 'reject') => {
    setBusy(true)
    setChallengeError(undefined)
    try {
      await book(choice)
    } catch (error) {
      setChallengeError(error)
    } finally {
      setBusy(false)
    }
  }
  const currency = (service.payment?.fixed?.price ?? service.payment?.varied?.defaultPrice)?.currency
  const [wasMember, setWasMember] = useState(member)
  if (member && !wasMember) setWasMember(true)
  const expired = wasMember && !member
  return (
    <div className="two">
      <div className="stack">
        {(isSigningIn || expired) && !member ? (
          <Suspense fallback={<Skeletons kind="text" />}>
            <SignIn rs={rs} title={t.signInToGoOn} note={expired ? t.ended : undefined} onSignedIn={() => setSigningIn(false)} />
          </Suspense>
        ) : (
          <div className="card stack">
            {service.onlineBooking?.requireManualApproval ? <Note>{t.byHand}</Note> : null}
            {member ? (
              <p className="dim small">{t.signedIn(me?.loginEmail)}</p>
            ) : (
              <p className="small">
                {t.haveAccount}{' '}
                <button type="button" className="plain link" onClick={() => setSigningIn(true)}>
                  {t.signIn}
                </button>
              </p>
            )}
            {isSlotTaken ? (
              <Suspense fallback={<Skeletons kind="text" />}>
                <NearestTimes
                  service={service}
                  takenStart={chosen.start}
                  onSelect={(entry) => {
                    onMove(fromSlotEntry(entry))
                    setSlotTaken(false)
                  }}
                />
              </Suspense>
            ) : null}
            <Form
              label={t.title}
              onSubmit={() => book()}
              error={challengeError}
              submit={
                hasChallenge || isSlotTaken
                  ? undefined
                  : service.onlineBooking?.requireManualApproval
                    ? t.request
                    : paymentOption === 'MEMBERSHIP' && plan
                      ? t.bookWith(describeSpending(plan))
                      : paymentOption === 'ONLINE'
                        ? t.payAndBook(<Money value={due.now} currency={currency} />)
                        : t.book
              }
              explain={explainBookingRefusal}
            >
              <div className="fields-2">
                <FormField
                  name="firstName"
                  label={t.first}
                  autoComplete="given-name"
                  required
                  value={first}
                  onChange={(to) => change({ first: to })}
                  maxLength={100}
                />
                <FormField name="lastName" label={t.last} autoComplete="family-name" value={last} onChange={(to) => change({ last: to })} maxLength={100} />
              </div>
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
              <FormField
                name="phone"
                label={t.phone}
                type="tel"
                autoComplete="tel"
                inputMode="tel"
                value={phone}
                onChange={(to) => change({ phone: to })}
                maxLength={50}
              />
              {isAtCustomer ? (
                <FormField
                  name="fullAddress"
                  label={t.address}
                  hint={t.addressHint}
                  autoComplete="street-address"
                  required
                  value={address}
                  onChange={(to) => change({ address: to })}
                  maxLength={300}
                />
              ) : null}
              {maxParticipants > 1 ? (
                <FormField
                  name="totalParticipants"
                  label={t.people}
                  required
                  type="select"
                  value={people}
                  onChange={(to) => change({ people: to })}
                  options={Array.from({ length: maxParticipants }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))}
                />
              ) : null}
              {paymentOptions.length > 1 ? (
                <fieldset className="choices">
                  <legend className="field-label">{t.how}</legend>
                  {paymentOptions.map((one) => (
                    <label className="check" key={one.value}>
                      <input type="radio" name="pay" checked={paymentOption === one.value} onChange={() => change({ pay: one.value })} />
                      <span>{one.label}</span>
                    </label>
                  ))}
                </fieldset>
              ) : null}
              {paymentOption === 'ONLINE' && due.later > 0 ? (
                <p className="dim small">{t.deposit(<Money value={due.now} currency={currency} />, <Money value={due.later} currency={currency} />)}</p>
              ) : null}
              {requiresCardOnFile(service) ? <p className="dim small">{t.keepsCard}</p> : null}
              {takesCard && site.paymentPage === 'hosted' ? <p className="dim small">{t.goElsewhere}</p> : null}
              {takesCard && site.paymentPage === 'own' && !hasChallenge ? <CardFields card={card} onChange={setCard} /> : null}
            </Form>
            {hasChallenge ? <Challenge busy={busy} onAnswer={(choice) => void answerChallenge(choice)} /> : null}
          </div>
        )}
      </div>
      <BookingSummary service={service} chosen={chosen} isOurs={!rs} />
    </div>
  )
}
/** What was shown is what is charged: a price that has changed meanwhile is shown first. */
async function assertPriceUnchanged(shown: Service): Promise<void> {
  const priceOf = (service: Service | null | undefined) => service?.payment?.fixed?.price?.value ?? service?.payment?.varied?.defaultPrice?.value
  const before = priceOf(shown)
  await queryClient.invalidateQueries({ queryKey: ['service'] })
  const now = queryClient
    .getQueriesData<Service | null>({ queryKey: ['service'] })
    .map(([, data]) => data)
    .find((one) => one?.id === shown.id)
  if (now && priceOf(now) !== before) throw new ApiError(409, currentMessages(messages).newPrice)
}
