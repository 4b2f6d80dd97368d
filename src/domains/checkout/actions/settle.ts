/**
 * What the answer to a charge means for its bookings: they are finished, their places are held while the customer pays, or money that
 * came too late goes back. Source: guide bookings §5.2 rows 5–8, §7.2, §12.6.
 */
import {
  createReceipt,
  extendHold,
  findBalances,
  findOpenAmounts,
  findPaidBookings,
  finishPaid,
  isPastLongestHold,
  listPayments,
  lockPaidBookings,
  LONGEST_HOLD_MINUTES,
  queueBusinessEmail,
  queueCustomerEmail,
  sharesOfCharge,
  toMinorUnits,
  type BookingRow,
  type PaymentRow,
  type TextRenderer,
} from '#domains/bookings/public.ts'
import {
  expireAttempt,
  findAttempt,
  findMemberCard,
  isOpen,
  startRefund,
  type Attempt,
  type AttemptEvent,
  type AttemptHandlers,
} from '#domains/payments/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { setCheckoutOrder } from '../store/checkouts.ts'

/** The bookings of an attempt, locked in the order of their ids, with their shares. */
interface Charged {
  shares: readonly PaymentRow[]
  bookings: readonly BookingRow[]
}

/** Attempts to charge one booking, or a visit of several. */
export const bookingAttempts: AttemptHandlers<Charged> = {
  async lockAttempted(ctx, { id }) {
    const shares = await sharesOfCharge(ctx, id)
    const bookings = await lockPaidBookings(ctx, getBookingIds(shares))
    return bookings.length > 0 ? { shares, bookings } : undefined
  },
  async onAnswer(ctx, charged, event) {
    if (event.attempt.state === 'SUCCEEDED') return settleSucceeded(ctx, charged, event)
    if (isOpen(event.attempt.state)) await extendHolds(ctx, charged)
    return undefined
  },
  onWaiting: extendHolds,
  isAwaited,
}

/** The customer is paying: extends the holds, to half an hour at most. Source: guide bookings §7.2. */
async function extendHolds(ctx: TransactionContext, { bookings }: Charged): Promise<void> {
  for (const booking of bookings) await extendHold(ctx, booking)
}

/** Whether some booking still waits for this payment: none does once all are decided or past their longest hold. */
async function isAwaited(ctx: ReadContext, { id, at }: Attempt): Promise<boolean> {
  const bookings = await findPaidBookings(ctx, getBookingIds(await sharesOfCharge(ctx, id)))
  for (const booking of bookings) if (booking.status === 'CREATED' && !(await isPastLongestHold(ctx, booking))) return true
  // What is left of a confirmed booking holds no place: its page is waited for just as long.
  const isOver = at.add({ minutes: LONGEST_HOLD_MINUTES }).epochMilliseconds <= ctx.now.epochMilliseconds
  return (await findBalances(ctx, bookings)).length > 0 && !isOver
}

const getBookingIds = (shares: readonly PaymentRow[]): string[] => shares.map(({ bookingId }) => bookingId)
const sumShares = (shares: readonly PaymentRow[]): number => shares.reduce((sum, share) => sum + toMinorUnits(share.amount, share.currency), 0)

/** Whether a booking was decided without this payment and still owes that much. */
async function isStillOwed(ctx: ReadContext, booking: BookingRow, share: PaymentRow): Promise<boolean> {
  const isDecided = booking.status === 'CONFIRMED' || booking.status === 'PENDING'
  if (!isDecided || (booking.paymentStatus !== 'NOT_PAID' && booking.paymentStatus !== 'UNDEFINED')) return false
  return toMinorUnits(share.amount, share.currency) <= ((await findOpenAmounts(ctx, [booking], share.chargeId)).get(booking.id) ?? 0)
}

/** Whether a payment of what was left still finds that much to pay for. The payment itself is not counted. */
async function isBalanceOwed(ctx: ReadContext, booking: BookingRow, share: PaymentRow): Promise<boolean> {
  if (!share.isBalance) return false
  const [owed] = await findBalances(ctx, [booking], share.chargeId)
  return owed !== undefined && toMinorUnits(share.amount, share.currency) <= owed.amount
}

/**
 * A booking that waits for its checkout is paid once; one that was decided takes what it still owes, such as the rest after a deposit, and never more: its
 * price may have fallen while the page was open.
 */
async function isWanted(ctx: ReadContext, { shares, bookings }: Charged, others: readonly PaymentRow[]): Promise<boolean> {
  if (bookings.length !== shares.length) return false
  for (const share of shares) {
    const booking = bookings.find((one) => one.id === share.bookingId)
    const isPaidAlready = others.some((payment) => payment.bookingId === share.bookingId && payment.status === 'SUCCEEDED')
    const isDue = booking && !isPaidAlready && (booking.status === 'CREATED' || (await isStillOwed(ctx, booking, share)))
    if (!booking || (!isDue && !(await isBalanceOwed(ctx, booking, share)))) return false
  }
  return true
}

async function settleSucceeded(ctx: TransactionContext, charged: Charged, { attempt, answer }: AttemptEvent): Promise<'LATE' | undefined> {
  const { shares, bookings } = charged
  const ids = bookings.map((booking) => booking.id)
  const others = (await listPayments(ctx, ids)).filter(({ chargeId, kind }) => chargeId !== attempt.id && kind === 'ONLINE')
  if (!(await isWanted(ctx, charged, others))) return returnLatePayment(ctx, charged, attempt)
  // Other open pages for the same bookings are superseded.
  for (const id of new Set(others.filter(({ status }) => status === 'STARTED').map(({ chargeId }) => chargeId))) {
    const other = await findAttempt(ctx, id)
    if (other) await expireAttempt(ctx, other, 'superseded')
  }
  const { provider, ref, details } = attempt
  const paid = await findPaidCard(ctx, attempt, answer)
  const done = await finishPaid(ctx, { chargeId: attempt.id, shares, bookings, provider, ref: ref ?? undefined, ...paid })
  const orderId = done.find((booking) => booking.orderId)?.orderId
  // A webhook alone orders the basket, too: from now on it is not editable.
  if (details.basketId && orderId) await setCheckoutOrder(ctx, details.basketId, orderId)
  return undefined
}

/** The card that paid: as the provider says, or the member's saved one. */
async function findPaidCard(ctx: ReadContext, { memberId, paymentMethodId }: Attempt, { card, customer }: AttemptEvent['answer']) {
  const saved = !card && memberId && paymentMethodId ? await findMemberCard(ctx, memberId, paymentMethodId) : undefined
  return { card: card ?? saved, customer: customer ?? saved?.customer }
}

const latePaymentText: LocalizedText = {
  message: 'Your payment of {amount} arrived too late and will be refunded automatically. Banks take a few days.',
  de: 'Deine Zahlung von {amount} ging zu spät ein und wird automatisch erstattet. Das kann ein paar Tage dauern.',
  fr: 'Votre paiement de {amount} est arrivé trop tard et sera remboursé automatiquement. Les banques mettent quelques jours.',
  es: 'Tu pago de {amount} llegó demasiado tarde y se reembolsará automáticamente. Los bancos tardan unos días.',
}

/** Cancelled, decided or paid twice meanwhile: refunds the payment and emails both sides. */
async function returnLatePayment(ctx: TransactionContext, { shares, bookings }: Charged, { id, provider, ref, card }: Attempt): Promise<'LATE'> {
  const paid = shares.flatMap((share) => {
    const booking = bookings.find((one) => one.id === share.bookingId)
    return booking && toMinorUnits(share.amount, share.currency) > 0 ? [{ booking, amount: share.amount }] : []
  })
  const [first] = paid
  if (!first) return 'LATE'
  await createReceipt(ctx, { chargeId: id, state: 'LATE', provider, ref: ref ?? undefined, card, shares: paid })
  for (const { booking } of paid) await startRefund(ctx, { receiptId: id, payable: { kind: 'BOOKING', id: booking.id }, reason: 'LATE' })
  const amount: TextRenderer = ({ formatAmount }) => formatAmount(sumShares(shares), first.booking.price.currency)
  await queueCustomerEmail(ctx, first.booking, {
    template: 'payment-returned',
    uniqueBy: id,
    variables: { refundText: (formatter) => formatter.translate(latePaymentText, { amount: amount(formatter) }) },
  })
  await queueBusinessEmail(ctx, first.booking, { template: 'money-without-place', variables: { amount } })
  return 'LATE'
}
