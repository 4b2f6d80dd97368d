/** The booking page: what, when, where and what it costs beside the form; checked again by the server when sent. */
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, call, queryClient, useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { type Draft, useDraft } from '../kit/draft.ts'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { Bone, EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { sayNow, useWords } from '../kit/words.ts'
import { coveringPlan, spendingOf, type Service, useMyBalances, useMyself, useService } from '../site/catalog.ts'
import { bookingRefusal } from '../site/direct-booking.ts'
import { useSite } from '../site-context.tsx'
import { type BookNowBody, bookingBody, dueOf, keepsCard } from './booking-body.ts'
import { said } from './booking-form.words.tsx'
import { BookingSummary } from './booking-summary.tsx'
import { noCard } from './card-draft.ts'
import { CardFields, Challenge, declineInWords, toCard } from './card-form.tsx'
import { type BookingSearch, type Chosen, keyOf, ofEntry, ofFlow, ofSearch } from './chosen-time.ts'
import { finish, FLOW, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'

// Most people get the time that they chose.
const NearestTimes = lazy(async () => ({ default: (await import('./nearest-times.tsx')).NearestTimes }))
// Whoever came signed in, or books as a guest, never sees it.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

/** What is typed here; the other time that was taken after the first was gone, and the booking that a first try holds, each with what it belongs to. */
const empty = { first: '', last: '', email: '', phone: '', address: '', people: '', pay: '', moved: '', movedFrom: '', held: '', heldFor: '' }

export function BookingForm() {
  const t = useWords(said)
  const search = useSearch({ strict: false }) as BookingSearch
  const flow = useFlow(search.rs)
  const draft = useDraft(`${FLOW}booking`, empty)
  const given = ofFlow(flow.data) ?? ofSearch(search)
  const chosen = given && draft.fields.movedFrom === keyOf(given) ? (JSON.parse(draft.fields.moved) as Chosen) : given
  const service = useService(chosen?.serviceId ?? '')
  const waiting = (search.rs && flow.isPending) || (chosen && service.isPending)
  return (
    <HostedFrame title={t.title} rs={search.rs} wide>
      <h1 className="hosted-title">{t.title}</h1>
      {waiting ? (
        <FormSkeleton />
      ) : flow.error && !given ? (
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
        <Details
          service={service.data}
          chosen={chosen}
          rs={search.rs}
          draft={draft}
          onMove={(to) => draft.change({ moved: JSON.stringify(to), movedFrom: keyOf(given) })}
        />
      )}
    </HostedFrame>
  )
}

function FormSkeleton() {
  const t = useWords(said)
  return (
    <div className="two" role="status" aria-busy="true">
      <span className="sr">{t.loading}</span>
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
interface DetailsProps {
  service: Service
  chosen: Chosen
  rs: string | undefined
  draft: Draft<typeof empty>
  onMove: (to: Chosen) => void
}
function Details({ service, chosen, rs, draft, onMove }: DetailsProps) {
  const t = useWords(said)
  const member = useIsMember()
  const me = useMyself().data?.member
  const balances = useMyBalances()
  const { fields, change } = draft
  const site = useSite()
  const { first, last, email, phone } = fields
  const [card, setCard] = useState(noCard),
    [signing, setSigning] = useState(false),
    [lost, setLost] = useState(false),
    [asking, setAsking] = useState(false),
    [busy, setBusy] = useState(false),
    [late, setLate] = useState<unknown>()
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
  const plan = coveringPlan(service, balances.data?.balances)
  const price = Number(service.payment?.fixed?.price?.value ?? service.payment?.varied?.defaultPrice?.value ?? 0)
  const isOnline = price > 0 && options?.online && site.paymentPage !== 'none'
  const ways: { value: Pay; label: string }[] = [
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
  const way = (ways.find(({ value }) => value === fields.pay) ?? ways[0])?.value
  const most = service.type === 'APPOINTMENT' ? 1 : Math.max(1, Math.min(service.bookingPolicy?.participantsPolicy?.maxParticipantsPerBooking ?? 1, 20))
  const people = Number(fields.people) <= most ? fields.people || '1' : '1'
  const isAtCustomer = chosen.location ? chosen.location.locationType === 'CUSTOM' : service.locations?.[0]?.type === 'CUSTOMER'
  const address = fields.address || (typeof chosen.location?.formattedAddress === 'string' ? chosen.location.formattedAddress : '')
  const due = dueOf(service, Number(people) || 1, way === 'ONLINE')
  const takesCard = due.now > 0 || keepsCard(service)
  // A booking of an earlier attempt is held for a while: the same booking goes on with it.
  const wanted = [keyOf(chosen), people, email.trim().toLowerCase()].join(' ')
  const again = fields.heldFor === wanted ? fields.held : ''
  const setAgain = (held: string) => change({ held, heldFor: held ? wanted : '' })
  const book = async (challenge?: 'approve' | 'reject') => {
    const wrong = [
      ...(first.trim() ? [] : [{ field: 'firstName', description: t.enterFirst }]),
      ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? [] : [{ field: 'email', description: t.enterEmail }]),
      ...(!isAtCustomer || address.trim() ? [] : [{ field: 'fullAddress', description: t.enterAddress }]),
    ]
    if (wrong.length > 0) invalid(wrong)
    const body: BookNowBody = {
      ...(again ? { bookingId: again } : {}),
      ...bookingBody(service, chosen, { first, last, email, phone, people: Number(people) || 1, address: isAtCustomer ? address.trim() : undefined }),
      ...(way ? { paymentOption: way } : {}),
      ...(way === 'MEMBERSHIP' && plan ? { planOrderId: plan.orderId } : {}),
      // A card is typed on our page with test payments only; any other provider takes it on a page of its own.
      ...(takesCard && site.paymentPage === 'own' ? { card: toCard(card) } : {}),
      ...(challenge ? { challenge } : {}),
      ...(rs ? { rs } : {}),
    }
    try {
      if (way === 'ONLINE') await checkPrice(service)
      const reply = await call('bookings.bookNow', { body })
      const outcome = reply.payment?.outcome.toLowerCase()
      if (reply.payment?.url) {
        setAgain(reply.booking.id)
        location.assign(reply.payment.url)
        return
      }
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
        setAgain('')
        throw new ApiError(409, sayNow(said).refunded)
      }
      if (outcome === 'unknown' || outcome === 'processing') throw new ApiError(502, sayNow(said).unknown)
      setCard(noCard)
      await finish(rs, { bookingId: reply.booking.id })
    } catch (error) {
      setAsking(false)
      if (error instanceof ApiError) {
        if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) {
          setAgain('')
          setLost(true)
          // The box with the nearest times says it; a second sentence would only be in the way.
          void queryClient.invalidateQueries({ queryKey: ['availability'] })
          return
        }
        // The hold of an earlier try ran out: the next try is a new booking.
        if (/BOOKING_NOT_FOUND|INVALID_BOOKING_STATUS/.test(error.code)) setAgain('')
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
  const currency = (service.payment?.fixed?.price ?? service.payment?.varied?.defaultPrice)?.currency
  const [wasMember, setWasMember] = useState(member)
  if (member && !wasMember) setWasMember(true)
  const expired = wasMember && !member
  return (
    <div className="two">
      <div className="stack">
        {(signing || expired) && !member ? (
          <Suspense fallback={<Skeletons kind="text" />}>
            <SignIn rs={rs} title={t.signInToGoOn} note={expired ? t.ended : undefined} onSignedIn={() => setSigning(false)} />
          </Suspense>
        ) : (
          <div className="card stack">
            {service.onlineBooking?.requireManualApproval ? <Note>{t.byHand}</Note> : null}
            {member ? (
              <p className="dim small">{t.signedIn(me?.loginEmail)}</p>
            ) : (
              <p className="small">
                {t.haveAccount}{' '}
                <button type="button" className="plain link" onClick={() => setSigning(true)}>
                  {t.signIn}
                </button>
              </p>
            )}
            {lost ? (
              <Suspense fallback={<Skeletons kind="text" />}>
                <NearestTimes
                  service={service}
                  lost={chosen.start}
                  onSelect={(entry) => {
                    onMove(ofEntry(entry))
                    setLost(false)
                  }}
                />
              </Suspense>
            ) : null}
            <Form
              label={t.title}
              onSubmit={() => book()}
              error={late}
              submit={
                asking || lost
                  ? undefined
                  : service.onlineBooking?.requireManualApproval
                    ? t.request
                    : way === 'MEMBERSHIP' && plan
                      ? t.bookWith(spendingOf(plan))
                      : way === 'ONLINE'
                        ? t.payAndBook(<Money value={due.now} currency={currency} />)
                        : t.book
              }
              explain={bookingRefusal}
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
              {ways.length > 1 ? (
                <fieldset className="choices">
                  <legend className="field-label">{t.how}</legend>
                  {ways.map((one) => (
                    <label className="check" key={one.value}>
                      <input type="radio" name="pay" checked={way === one.value} onChange={() => change({ pay: one.value })} />
                      <span>{one.label}</span>
                    </label>
                  ))}
                </fieldset>
              ) : null}
              {way === 'ONLINE' && due.later > 0 ? (
                <p className="dim small">{t.deposit(<Money value={due.now} currency={currency} />, <Money value={due.later} currency={currency} />)}</p>
              ) : null}
              {keepsCard(service) ? <p className="dim small">{t.keepsCard}</p> : null}
              {takesCard && site.paymentPage === 'hosted' ? <p className="dim small">{t.goElsewhere}</p> : null}
              {takesCard && site.paymentPage === 'own' && !asking ? <CardFields card={card} onChange={setCard} /> : null}
            </Form>
            {asking ? <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} /> : null}
          </div>
        )}
      </div>
      <BookingSummary service={service} chosen={chosen} isOurs={!rs} />
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
  if (now && priceOf(now) !== before) throw new ApiError(409, sayNow(said).newPrice)
}
