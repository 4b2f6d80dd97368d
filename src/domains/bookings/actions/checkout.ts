/** Checkout of bookings: hold, charge, settle. Money moves outside any transaction. Source: guide: bookings 7.2, 12.2, 12.4, 12.5. */
import type { Ctx } from '#kit/ctx.ts'
import type { OwnPageProvider, SavedCard } from '#kit/payments/provider.ts'
import { onlineProvider } from '#kit/payments/providers.ts'
import { orViolate } from '#kit/refusal.ts'
import type { BookingIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { isClosed } from '../rules/attempts.ts'
import type { PaymentOption } from '../rules/due.ts'
import { prolongedHold } from '../rules/holds.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { lockOwn } from './change.ts'
import { createBooking } from './create.ts'
import { payWithCredit } from './credits.ts'
import { declined } from './decide.ts'
import { finishCheckout, writeForVisits, type Finish } from './finish.ts'
import { itemOf, wantsCard, type Item, type PayResult, type Said } from './items.ts'
import { paidWithPlan } from './letters.ts'
import { major, minor } from './money.ts'
import { assertOptionAccepted } from './options.ts'
import { returnAddress } from './pay-links.ts'
import { checkCharge, closeCharge, openPage } from './pay-page.ts'
import { takeAgain } from './place.ts'
import { settle } from './settle.ts'
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
  if (started.open) return payOnOpenPage(ctx, started.open, wish)
  const { charge, bookings } = started
  if (!charge || !provider) return { bookings, ...(started.said && { payment: started.said }) }
  if (provider.page === 'hosted') return openPage(ctx, provider, { ...charge, bookings, returnUrl: await returnAddress(ctx, bookings[0]?.id ?? '', wish) })
  if (!card) return { bookings }
  const ask = { amount: { amount: charge.amount, currency: charge.currency }, key: `booking:${charge.chargeId}`, at: ctx.now }
  const mode = Number(charge.amount) > 0 ? ('pay' as const) : ('setup' as const)
  const result = await provider.chargeOnSession({ ...ask, token: card.token, mode, ...(wish.challenge && { challenge: wish.challenge }) })
  return ctx.write((inner) => settle(inner, charge.chargeId, result, card))
}

/**
 * The customer left the provider's page and presses "Pay" again. What became of it is asked first: paid counts, an open page for
 * the same sum is shown again, and a page for another sum is closed before a new one opens.
 */
async function payOnOpenPage(ctx: Ctx, open: OpenPage, wish: PayWish): Promise<PayResult> {
  const looked = await checkCharge(ctx, open.chargeId)
  if (looked.payment?.outcome === 'succeeded' || looked.payment?.outcome === 'processing' || looked.payment?.outcome === 'refunded') return looked
  if (open.isSame && !isClosed(looked.payment?.declineCode)) {
    await ctx.write((inner) => payments.reopenCharge(inner, open.chargeId))
    return { bookings: looked.bookings, payment: { outcome: 'redirect', url: open.url } }
  }
  const closed = await closeCharge(ctx, open.chargeId)
  if (closed.payment?.outcome === 'succeeded' || closed.payment?.outcome === 'processing') return closed
  // Nobody knows whether the old page may still be paid on: a second one would take the money twice.
  if (!isClosed(closed.payment?.declineCode)) return refuse('PAYMENT_UNAVAILABLE')
  return payFor(ctx, wish, (inner) => lockAll(inner, open.bookingIds))
}

/** The bookings of an earlier press, locked; one that is not open any more refuses INVALID_BOOKING_STATUS. */
async function lockAll(ctx: Ctx, ids: readonly string[]): Promise<store.BookingRecord[]> {
  const locked: store.BookingRecord[] = []
  for (const id of ids.toSorted()) locked.push((await store.lockBooking(ctx, everything, id)) ?? refuse('BOOKING_NOT_FOUND'))
  const closed = locked.find((one) => one.status !== 'CREATED')
  if (closed) refuse('INVALID_BOOKING_STATUS', { status: closed.status })
  return ids.flatMap((id) => locked.find((booking) => booking.id === id) ?? [])
}

function savedCard(ctx: Ctx, provider: OwnPageProvider, card: NonNullable<PayWish['card']>): SavedCard {
  const saved = provider.saveCard({ ...card, name: card.name ?? undefined }, ctx.now)
  if ('saved' in saved) return saved.saved
  orViolate([{ field: `card.${saved.field}`, description: saved.message, violatedRule: 'VALIDATION' }])
  throw new Error('unreachable: the violation was thrown')
}

const chosenOf = ({ booking, option, price }: Item) => ({ paymentOption: option, price: { ...booking.price, total: price.total } })

interface Prepared {
  bookings: store.BookingRecord[]
  said?: Said
  charge?: { chargeId: string; amount: string; currency: string }
  /** A page of the provider was opened before and may be paid on still. */
  open?: OpenPage
}
interface OpenPage {
  chargeId: string
  url: string
  bookingIds: string[]
  /** For the same bookings and the same sum. */
  isSame: boolean
}

/** The page that was opened last for these bookings and not closed since. */
async function openPageOf(ctx: Ctx, items: readonly Item[]): Promise<OpenPage | undefined> {
  const ids = items.map((item) => item.booking.id)
  const open = (await payments.paymentsOf(ctx, ids)).filter(
    (payment) => payment.payUrl && (payment.status === 'STARTED' || (payment.status === 'FAILED' && !isClosed(payment.declineCode))),
  )
  const last = open.at(-1)
  if (!last?.payUrl) return undefined
  const shares = await payments.sharesOfCharge(ctx, last.chargeId)
  const isSame =
    shares.length === items.length &&
    items.every(({ booking, price }) => {
      const share = shares.find((one) => one.bookingId === booking.id)
      return share !== undefined && minor(share.amount, share.currency) === price.now
    })
  return { chargeId: last.chargeId, url: last.payUrl, bookingIds: ids, isSame }
}

/** Finishes the bookings when nothing is due; else takes their places again and writes the attempt down. */
async function prepare(ctx: Ctx, bookings: store.BookingRecord[], wish: PayWish, card: SavedCard | undefined): Promise<Prepared> {
  // The customer may change the way of paying until checkout is done, to one that the service takes.
  if (wish.paymentOption && !wish.atDesk) for (const { price } of bookings) await assertOptionAccepted(ctx, wish.paymentOption, price.terms)
  const items = bookings.map((booking) => itemOf(booking, wish.paymentOption))
  const sum = items.reduce((total, item) => total + item.price.now, 0)
  const currency = bookings[0]?.price.currency ?? ''
  const takesMoney = !wish.atDesk && (sum > 0 || bookings.some(wantsCard))
  const gone = await lostPlaces(ctx, items)
  if (gone.length > 0) return declineAll(ctx, items, gone)
  // Nobody is asked for a card for a place that is gone.
  if (takesMoney && !card && onlineProvider()?.page !== 'hosted') return refuse('PAYMENT_REQUIRED', { amount: major(sum, currency), currency })
  if (!takesMoney) return { bookings: await finishAll(ctx, items, wish) }
  for (const item of items) await store.updateBooking(ctx, item.booking.id, { ...chosenOf(item), holdUntil: holdOf(ctx, item) })
  const open = await openPageOf(ctx, items)
  if (open) return { bookings, open }
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
