/** Checkout of bookings: hold, charge, settle. Money moves outside any transaction. Source: guide: bookings 7.2, 12.2, 12.4, 12.5. */
import type { Ctx } from '#kit/ctx.ts'
import type { Sentence } from '#kit/pure/languages.ts'
import type { OwnPageProvider, SavedCard } from '#kit/payments/provider.ts'
import { onlineProvider } from '#kit/payments/providers.ts'
import { orViolate } from '#kit/refusal.ts'
import type { BookingIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { due, resolvedOption, type Due, type PaymentOption } from '../rules/due.ts'
import { prolongedHold } from '../rules/holds.ts'
import type { Tongue } from '../rules/tongue.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { lockOwn } from './change.ts'
import { createBooking } from './create.ts'
import { payWithCredit } from './credits.ts'
import { declined } from './decide.ts'
import { finishCheckout, writeForVisits, type Finish } from './finish.ts'
import { paidWithPlan, writeToCustomer } from './letters.ts'
import { assertOptionAccepted } from './options.ts'
import { major, minor, sendMoneyBack } from './money.ts'
import { returnAddress } from './pay-links.ts'
import { takeAgain } from './place.ts'
import { everything } from './viewer.ts'

export interface PayWish {
  paymentOption?: PaymentOption | null
  card?: { number: string; expMonth: number; expYear: number; cvc: string; name?: string | null } | null
  challenge?: 'approve' | 'reject' | null
  planOrderId?: string | null
  /** The page of ours, from `/` on, where the provider's page leads back to; absent: the pay page of the bookings. */
  returnUrl?: string | null
  /** The flow of a storefront that brought the customer here; the way back goes on with it. */
  rs?: string | null
  /** The business places the order; what is due is paid when the customer comes. */
  atDesk?: boolean
}
export interface PageWish extends PayWish {
  slot?: NonNullable<BookingIn['bookedEntity']>['slot']
  schedule?: NonNullable<BookingIn['bookedEntity']>['schedule']
  contactDetails?: BookingIn['contactDetails']
  totalParticipants?: number | null
  participantsChoices?: BookingIn['participantsChoices']
  payDeposit?: boolean | null
  formSubmission?: Record<string, unknown> | null
  bookingId?: string | null
}
export interface Said {
  outcome: string
  declineCode?: string
  url?: string
}
export interface PayResult {
  bookings: store.BookingRecord[]
  payment?: Said
}

/** Books in one go. A charge that fails leaves the booking held, to be paid again with its id. */
export const bookNow = (ctx: Ctx, wish: PageWish): Promise<PayResult> =>
  payFor(ctx, wish, async (inner) => (wish.bookingId ? openBookings(inner, wish.bookingId) : [await createBooking(inner, wishOf(wish))]))

const wishOf = (wish: PageWish) => ({
  booking: {
    bookedEntity: { slot: wish.slot ?? null, schedule: wish.schedule ?? null },
    contactDetails: wish.contactDetails ?? null,
    totalParticipants: wish.totalParticipants ?? null,
    participantsChoices: wish.participantsChoices ?? null,
    selectedPaymentOption: wish.paymentOption ?? ('UNDEFINED' as const),
    depositSelected: wish.payDeposit ?? null,
  },
  ...(wish.formSubmission && { formSubmission: wish.formSubmission }),
})

/** Pays for bookings together: all of them, or none. `find` answers them locked and CREATED. */
export async function payFor(ctx: Ctx, wish: PayWish, find: (inner: Ctx) => Promise<store.BookingRecord[]>): Promise<PayResult> {
  const provider = onlineProvider()
  const card = wish.card && provider?.page === 'own' ? savedCard(ctx, provider, wish.card) : undefined
  const started = await ctx.write(async (inner) => prepare(inner, await find(inner), wish, card))
  const { charge, bookings } = started
  if (!charge || !provider) return { bookings, ...(started.said && { payment: started.said }) }
  const ask = { amount: { amount: charge.amount, currency: charge.currency }, key: `booking:${charge.chargeId}`, at: ctx.now }
  const mode = Number(charge.amount) > 0 ? ('pay' as const) : ('setup' as const)
  if (provider.page === 'hosted') {
    const [first] = bookings
    const { url, ref } = await provider.startCheckout({
      ...ask,
      mode,
      keepsCard: bookings.some(wantsCard),
      title: bookings.map((booking) => booking.title).join(', '),
      buyer: { memberId: ctx.caller.memberId ?? first?.id ?? '', email: first?.contactDetails.email ?? '', name: first?.contactDetails.firstName ?? '' },
      returnUrl: await returnAddress(ctx, first?.id ?? '', wish),
      meta: { siteId: ctx.siteId, chargeId: charge.chargeId },
    })
    await ctx.write((inner) => payments.noteChargeRef(inner, charge.chargeId, ref))
    return { bookings, payment: { outcome: 'redirect', url } }
  }
  if (!card) return { bookings }
  const result = await provider.chargeOnSession({ ...ask, token: card.token, mode, ...(wish.challenge && { challenge: wish.challenge }) })
  return ctx.write(async (inner) => {
    const settled = await settle(inner, charge.chargeId, result, card)
    if (settled.bookings.length > 0) return settled
    // The follow-up was faster: the answer is what became of the bookings.
    return {
      bookings: await store.bookingsById(
        inner,
        everything,
        bookings.map((booking) => booking.id),
      ),
      payment: { outcome: result.outcome },
    }
  })
}

function savedCard(ctx: Ctx, provider: OwnPageProvider, card: NonNullable<PayWish['card']>): SavedCard {
  const saved = provider.saveCard({ ...card, name: card.name ?? undefined }, ctx.now)
  if ('saved' in saved) return saved.saved
  orViolate([{ field: `card.${saved.field}`, description: saved.message, violatedRule: 'VALIDATION' }])
  throw new Error('unreachable: the violation was thrown')
}

/** A fee may fall due later: the card is kept even when nothing is paid now. */
export const wantsCard = (booking: store.BookingRecord) => booking.policy.cancellationFee.enabled && booking.policy.saveCard

interface Item {
  booking: store.BookingRecord
  option: Exclude<PaymentOption, 'UNDEFINED'>
  price: Due
}
function itemOf(booking: store.BookingRecord, wish: PayWish): Item {
  const option = resolvedOption(wish.paymentOption ?? booking.paymentOption, booking.price.terms, booking.price)
  return { booking, option, price: due(booking.price.terms, option, booking.participants, booking.depositSelected === true, booking.price) }
}
const chosenOf = ({ booking, option, price }: Item) => ({ paymentOption: option, price: { ...booking.price, total: price.total } })

interface Prepared {
  bookings: store.BookingRecord[]
  said?: Said
  charge?: { chargeId: string; amount: string; currency: string }
}

/** Finishes the bookings when nothing is due; else takes their places again and writes the attempt down. */
async function prepare(ctx: Ctx, bookings: store.BookingRecord[], wish: PayWish, card: SavedCard | undefined): Promise<Prepared> {
  // The customer may change the way of paying until checkout is done, to one that the service takes.
  if (wish.paymentOption && !wish.atDesk) for (const { price } of bookings) await assertOptionAccepted(ctx, wish.paymentOption, price.terms)
  const items = bookings.map((booking) => itemOf(booking, wish))
  const sum = items.reduce((total, item) => total + item.price.now, 0)
  const currency = bookings[0]?.price.currency ?? ''
  const takesMoney = !wish.atDesk && (sum > 0 || bookings.some(wantsCard))
  if (takesMoney && !card && onlineProvider()?.page !== 'hosted') return refuse('PAYMENT_REQUIRED', { amount: major(sum, currency), currency })
  const gone = await lostPlaces(ctx, items)
  if (gone.length > 0) return declineAll(ctx, items, gone)
  if (!takesMoney) return { bookings: await finishAll(ctx, items, wish) }
  for (const item of items) await store.updateBooking(ctx, item.booking.id, { ...chosenOf(item), holdUntil: holdOf(ctx, item) })
  const chargeId = ctx.newId()
  const shares = items.map((item) => ({ bookingId: item.booking.id, amount: major(item.price.now, currency) }))
  const isMine = await payments.startCharge(ctx, {
    chargeId,
    provider: onlineProvider()?.id ?? '',
    currency,
    card: card ? { brand: card.brand, last4: card.last4 } : {},
    shares,
  })
  if (!isMine) return refuse('INVALID_BOOKING_STATUS', { reason: 'PAYMENT_UNDER_WAY' })
  return {
    bookings: items.map((item) => ({ ...item.booking, ...chosenOf(item), holdUntil: holdOf(ctx, item) })),
    charge: { chargeId, amount: major(sum, currency), currency },
  }
}
const holdOf = (ctx: Ctx, { booking }: Item) => prolongedHold(booking.holdUntil, booking.createdAt, ctx.now)

/** Right before money moves every place is taken again; those that are gone are named. */
async function lostPlaces(ctx: Ctx, items: readonly Item[]): Promise<Item[]> {
  const gone: Item[] = []
  for (const item of items) if (!(await takeAgain(ctx, item.booking, { holdUntil: holdOf(ctx, item), forced: item.booking.forced }))) gone.push(item)
  return gone
}

/** Row 7: nothing is charged. A single booking or a set is declined; independent ones of a basket stay as they are. */
async function declineAll(ctx: Ctx, items: readonly Item[], gone: readonly Item[]): Promise<Prepared> {
  const sets = new Set(items.map((item) => item.booking.multiServiceBooking?.id))
  if (items.length > 1 && (sets.size > 1 || sets.has(undefined))) refuse('INSUFFICIENT_INVENTORY', { bookingIds: gone.map((item) => item.booking.id) })
  const first = gone[0] as Item
  const lost = await finishCheckout(ctx, first.booking, { paymentStatus: first.booking.paymentStatus, ours: true, more: chosenOf(first) })
  const others = items.filter((item) => item !== first)
  const rest: store.BookingRecord[] = []
  for (const item of others) rest.push(await declined(ctx, item.booking, { quiet: true }))
  return { bookings: items.map((item) => [lost, ...rest].find((one) => one.id === item.booking.id) ?? lost), said: { outcome: 'place_gone' } }
}

/** Nothing has to be paid now: plan sessions are spent, and the bookings find their states. */
async function finishAll(ctx: Ctx, items: readonly Item[], wish: PayWish): Promise<store.BookingRecord[]> {
  const orderId = await payments.insertOrder(ctx, items[0]?.booking.price.currency ?? '')
  const done: store.BookingRecord[] = []
  for (const item of items) {
    const byPlan = item.option === 'MEMBERSHIP' ? await payWithCredit(ctx, item.booking, wish.planOrderId ?? undefined) : undefined
    const more = { ...chosenOf(item), orderId, ...(byPlan && { planOrderId: byPlan, credits: item.booking.participants }) }
    const paymentStatus = wish.atDesk && item.price.now > 0 ? 'NOT_PAID' : item.price.after
    done.push(await finishOne(ctx, item.booking, { paymentStatus, more, ...(byPlan && { letter: { paymentText: paidWithPlan } }) }, items.length))
  }
  if (done.length > 1) await writeForVisits(ctx, done)
  return done
}

const finishOne = (ctx: Ctx, booking: store.BookingRecord, finish: Omit<Finish, 'ours'>, of: number): Promise<store.BookingRecord> =>
  finishCheckout(ctx, booking, { ...finish, ours: true, quiet: of > 1 && booking.multiServiceBooking !== null })

/** The booking of an earlier try, with all parts of its set. */
async function openBookings(ctx: Ctx, id: string): Promise<store.BookingRecord[]> {
  const booking = await lockOwn(ctx, id)
  const setId = booking.multiServiceBooking?.id
  const bookings = setId ? await store.partsOfSet(ctx, everything, setId, true) : [booking]
  const closed = bookings.find((one) => one.status !== 'CREATED')
  return closed ? refuse('INVALID_BOOKING_STATUS', { status: closed.status }) : bookings
}

export interface ChargeEnd {
  outcome: string
  ref?: string | undefined
  declineCode?: string | undefined
  card?: SavedCard | undefined
}
/** Books the answer of the provider once, whoever brings it. */
export async function settle(ctx: Ctx, chargeId: string, result: ChargeEnd, card: SavedCard | undefined = result.card): Promise<PayResult> {
  const shares = await payments.lockOpenCharge(ctx, chargeId)
  const bookings: store.BookingRecord[] = []
  for (const share of shares) bookings.push((await store.lockBooking(ctx, everything, share.bookingId)) ?? refuse('BOOKING_NOT_FOUND'))
  const said = { outcome: result.outcome, ...(result.declineCode && { declineCode: result.declineCode }) }
  if (result.outcome === 'processing' || result.outcome === 'unknown') {
    if (result.ref) await payments.noteChargeRef(ctx, chargeId, result.ref)
    return { bookings, payment: said }
  }
  if (result.outcome !== 'succeeded') {
    await payments.settleCharge(ctx, chargeId, { status: 'FAILED', providerRef: result.ref ?? '', declineCode: result.declineCode ?? null })
    return { bookings, payment: said }
  }
  await payments.settleCharge(ctx, chargeId, { status: 'SUCCEEDED', providerRef: result.ref ?? '' })
  if (bookings.some((booking) => booking.status !== 'CREATED')) {
    // The customer gave up, or the business decided, while the charge was under way: the money goes back.
    for (const booking of bookings) await sendMoneyBack(ctx, booking)
    return { bookings, payment: { outcome: 'refunded' } }
  }
  return { bookings: await finishPaid(ctx, bookings, { shares, card }), payment: said }
}

const paidSum: Sentence = { message: 'Paid: {amount}.', de: 'Bezahlt: {amount}.' }

async function finishPaid(
  ctx: Ctx,
  bookings: readonly store.BookingRecord[],
  { shares, card }: { shares: readonly payments.PaymentRecord[]; card: SavedCard | undefined },
): Promise<store.BookingRecord[]> {
  const currency = bookings[0]?.price.currency ?? ''
  const orderId = await payments.insertOrder(ctx, currency)
  const done: store.BookingRecord[] = []
  for (const booking of bookings) {
    const { option, price } = itemOf(booking, {})
    const amount = minor(shares.find((share) => share.bookingId === booking.id)?.amount ?? '0', currency)
    const byPlan = option === 'MEMBERSHIP' ? await payWithCredit(ctx, booking, undefined) : undefined
    const more = { orderId, ...(byPlan && { planOrderId: byPlan, credits: booking.participants }) }
    const letter = amount > 0 ? { paymentText: ({ say, money }: Tongue) => say(paidSum, { amount: money(amount, currency) }) } : {}
    if (card && wantsCard(booking)) await payments.keepCard(ctx, booking.id, card)
    done.push(await finishOne(ctx, booking, { paymentStatus: price.after, more, letter }, bookings.length))
  }
  if (done.length > 1) await writeForVisits(ctx, done)
  const kept = shares.filter((share) => done.find((booking) => booking.id === share.bookingId)?.status !== 'DECLINED')
  const paid = kept.reduce((sum, share) => sum + minor(share.amount, currency), 0)
  const [first] = done
  if (first && paid > 0)
    await writeToCustomer(ctx, 'payment-receipt-booking', first, { paidText: ({ money }: Tongue) => money(paid, currency), cardLast4: card?.last4 ?? '' })
  return done
}
