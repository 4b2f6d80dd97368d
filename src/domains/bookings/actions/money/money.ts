/** Money of bookings: amounts, receipts, refunds. Source: guide bookings §12. */
import { startRefund, loadReceiptLines, recordReceipt, type ReceiptRow, listReceipts } from '#domains/payments/public.ts'
import { resolveEmailLanguage } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { dateFormat } from '#kit/pure/date-format.ts'
import { type Language, type LocalizedText, matchLanguage, translate } from '#kit/pure/languages.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { calculateDue, calculateOwed, calculateTaxedPart } from '../../rules/due.ts'
import { calculateIncludedTax, calculateTaxShare, combineTaxes, type TaxAmount } from '../../rules/tax.ts'
import type { BookingRow } from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'

/** A decimal string in minor units of its currency. */
export const toMinorUnits = (amount: string, currency: string): number => Number(toMinor(amount, currency))
/** Minor units as a decimal string with the digits of the currency. */
export const toDecimal = (amount: number, currency: string): string => fromMinor(BigInt(amount), currency)
export const formatMoney = (amount: number, currency: string): string => `${toDecimal(amount, currency)} ${currency}`

/** A payment minus its refunds, in minor units. */
export const getKeptAmount = (payment: payments.PaymentRow): number =>
  payment.status === 'SUCCEEDED' ? toMinorUnits(payment.amount, payment.currency) - toMinorUnits(payment.refunded, payment.currency) : 0

/** The tax of bookings in what is paid in money, as it was frozen; none of one that costs nothing or that credits pay. */
export function listTaxes(bookings: readonly BookingRow[]): TaxAmount[] {
  return combineTaxes(
    bookings.flatMap((booking) => {
      const { tax } = booking.price.terms
      const taxed = calculateTaxedPart(booking)
      return tax && taxed.total > 0 ? [{ ...tax, amount: taxed.tax }] : []
    }),
  )
}
/** Taxes as our pages show them; absent without one. */
export function taxesToWire(bookings: readonly BookingRow[]) {
  const currency = bookings[0]?.price.currency ?? ''
  const taxes = listTaxes(bookings)
  return taxes.length > 0 ? { taxes: taxes.map(({ amount, ...tax }) => ({ ...tax, amount: toDecimal(amount, currency) })) } : {}
}

/** Payments minus refunds for the prices of bookings, without fees, by booking in minor units. */
export const sumPaid = async (ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Map<string, number>> =>
  addUpKept(bookings, await payments.listPayments(ctx, getIds(bookings)))

/** Money that came too late never paid for a booking; a fee is no part of its price. */
export const isForPrice = ({ kind, state, status }: payments.PaymentRow): boolean =>
  kind !== 'FEE' && state !== 'LATE' && (status === 'SUCCEEDED' || status === 'REFUNDED')

/**
 * What came in for the prices of bookings, here or elsewhere, by booking in minor units; without one attempt to charge. decision: what the business gives back of a booking
 * that stands is not owed again, so that it still counts. Source: guide bookings §12.6.
 */
export async function sumReceived(ctx: ReadContext, bookings: readonly BookingRow[], exceptChargeId?: string): Promise<Map<string, number>> {
  return addUpReceived(
    bookings,
    (await payments.listPayments(ctx, getIds(bookings))).filter(({ chargeId }) => chargeId !== exceptChargeId),
  )
}
function addUpReceived(bookings: readonly BookingRow[], paid: readonly payments.PaymentRow[]): Map<string, number> {
  const received = new Map(bookings.map(({ id, price }) => [id, price.paidElsewhere ?? 0]))
  for (const { bookingId, amount, currency } of paid.filter(isForPrice))
    received.set(bookingId, (received.get(bookingId) ?? 0) + toMinorUnits(amount, currency))
  return received
}
function addUpKept(bookings: readonly BookingRow[], paid: readonly payments.PaymentRow[]): Map<string, number> {
  const kept = new Map(bookings.map(({ id }) => [id, 0]))
  for (const payment of paid) if (payment.kind !== 'FEE') kept.set(payment.bookingId, (kept.get(payment.bookingId) ?? 0) + getKeptAmount(payment))
  return kept
}
const getIds = (bookings: readonly BookingRow[]): string[] => bookings.map(({ id }) => id)
const subtract = (bookings: readonly BookingRow[], received: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(bookings.map((booking) => [booking.id, Math.max(0, calculateOwed(booking) - (received.get(booking.id) ?? 0))]))

/** What is still to be paid for each of the bookings, in minor units, as if one attempt had not paid. Source: guide bookings §12.2. */
export async function findOpenAmounts(ctx: ReadContext, bookings: readonly BookingRow[], exceptChargeId?: string): Promise<Map<string, number>> {
  return subtract(bookings, await sumReceived(ctx, bookings, exceptChargeId))
}

/** Both, as `sumPaid` and `findOpenAmounts` answer them, read at once. */
export async function loadPaidAndOpen(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<{ paid: Map<string, number>; open: Map<string, number> }> {
  const all = await payments.listPayments(ctx, getIds(bookings))
  return { paid: addUpKept(bookings, all), open: subtract(bookings, addUpReceived(bookings, all)) }
}

export interface ReceiptInput {
  chargeId: string
  /** LATE: the payment arrived when nothing was due any more, and is refunded. */
  state: 'EARNED' | 'LATE'
  /** A provider, or 'manual' for money received outside. */
  provider: string
  ref?: string | undefined
  card?: { brand: string; last4: string } | null | undefined
  kind?: 'BOOKING' | 'BOOKING_FEE'
  /** Decimal strings by booking. */
  shares: readonly { booking: BookingRow; amount: string }[]
}
export interface CreatedReceipt {
  id: string
  number: number | null
  /** Within its amount, in minor units. */
  taxes: readonly TaxAmount[]
}
/** Creates the receipt and ledger entries of a charge or of a payment on site. Undefined for an amount of zero. */
export async function createReceipt(ctx: TransactionContext, { chargeId, kind = 'BOOKING', shares, ...of }: ReceiptInput): Promise<CreatedReceipt | undefined> {
  const first = shares[0]?.booking
  if (!first) return undefined
  const { firstName, lastName, email } = first.contactDetails
  const site = await getSite(ctx)
  const language = email ? await resolveEmailLanguage(ctx, email, first.language || undefined) : (matchLanguage(first.language, site.language) ?? 'en')
  const day = (booking: BookingRow) =>
    dateFormat(language, site.timeZone, { dateStyle: 'medium', timeStyle: 'short', timeZone: booking.timeZone }).format(booking.startAt.epochMilliseconds)
  const taxes = of.state === 'EARNED' ? await calculateLineTaxes(ctx, { chargeId, kind, shares }) : []
  const toNamedTax = (tax: TaxAmount | undefined) => tax && { ...tax, amount: toDecimal(tax.amount, first.price.currency) }
  const receipt = await recordReceipt(ctx, {
    ...of,
    id: chargeId,
    currency: first.price.currency,
    buyer: {
      memberId: first.createdByMemberId,
      contactId: first.contactId,
      name: [firstName, lastName].filter(Boolean).join(' '),
      email: email ?? '',
      language,
    },
    lines: shares.map(({ booking, amount }, at) => ({
      kind,
      id: booking.id,
      label: describeLine(booking, kind, `${booking.title}, ${day(booking)}`, language),
      amount,
      tax: toNamedTax(taxes[at]),
    })),
  })
  return receipt && { ...receipt, taxes: combineTaxes(taxes.filter((tax) => tax !== undefined)) }
}

const couponText: LocalizedText = {
  message: '{line} (coupon {code}: −{amount})',
  de: '{line} (Gutschein {code}: −{amount})',
  fr: '{line} (code promo {code} : −{amount})',
  es: '{line} (cupón {code}: −{amount})',
}
/** The line of a receipt; for a price with a coupon it says what came off. */
function describeLine(booking: BookingRow, kind: ReceiptInput['kind'], line: string, language: Language): string {
  const { coupon, terms, currency } = booking.price
  if (!coupon || kind === 'BOOKING_FEE') return line
  const { discount = 0 } = calculateDue(terms, booking.paymentOption, booking.participants, booking.depositSelected === true, booking.price)
  return discount > 0 ? translate(couponText, language, { line, code: coupon.code, amount: formatMoney(discount, currency) }) : line
}

/** The tax within each share of a payment, by the frozen tax of its booking. A fee contains its tax. */
async function calculateLineTaxes(
  ctx: ReadContext,
  { chargeId, kind, shares }: Required<Pick<ReceiptInput, 'chargeId' | 'kind' | 'shares'>>,
): Promise<(TaxAmount | undefined)[]> {
  const { currency } = shares[0]?.booking.price ?? { currency: '' }
  const taxed = shares.filter(({ booking }) => booking.price.terms.tax !== undefined)
  if (taxed.length === 0) return []
  const others = (
    await payments.listPayments(
      ctx,
      taxed.map(({ booking }) => booking.id),
    )
  ).filter((payment) => payment.kind !== 'FEE' && payment.chargeId !== chargeId)
  return shares.map(({ booking, amount }) => {
    const { terms } = booking.price
    if (!terms.tax) return undefined
    if (kind === 'BOOKING_FEE') return { ...terms.tax, amount: calculateIncludedTax(toMinorUnits(amount, currency), terms.tax) }
    const before = others.filter(({ bookingId }) => bookingId === booking.id).reduce((sum, payment) => sum + getKeptAmount(payment), 0)
    return { ...terms.tax, amount: calculateTaxShare({ ...calculateTaxedPart(booking), before, amount: toMinorUnits(amount, currency) }) }
  })
}

/** Refunds everything that was paid for the booking: recorded now, sent by a job. Answers the amount in minor units. */
export async function refundAll(ctx: TransactionContext, booking: BookingRow, reason: 'DECLINED' | 'CANCELED' | 'LATE'): Promise<number> {
  const kept = (await sumPaid(ctx, [booking])).get(booking.id) ?? 0
  const paid = (await payments.listPayments(ctx, [booking.id])).filter((payment) => payment.kind !== 'FEE' && payment.status === 'SUCCEEDED')
  for (const { chargeId, amount } of paid) {
    await payments.setRefunded(ctx, { chargeId, bookingId: booking.id, refunded: amount })
    await startRefund(ctx, { receiptId: chargeId, payable: { kind: 'BOOKING', id: booking.id }, reason })
  }
  return kept
}

/** Refunds a part of the card payments, the last one first. Answers the amount in minor units. */
export async function refundPart(ctx: TransactionContext, booking: BookingRow, amount: number): Promise<number> {
  const { currency } = booking.price
  const online = (await payments.listPayments(ctx, [booking.id])).filter((payment) => payment.kind === 'ONLINE' && getKeptAmount(payment) > 0)
  let open = amount
  for (const payment of online.toReversed()) {
    const part = Math.min(open, getKeptAmount(payment))
    if (part <= 0) continue
    open -= part
    await startRefund(ctx, {
      receiptId: payment.chargeId,
      payable: { kind: 'BOOKING', id: booking.id },
      amount: toDecimal(part, currency),
      reason: 'CANCELED',
    })
    await syncRefundedAmount(ctx, booking.id, payment.chargeId)
  }
  return amount - open
}

/** Copies the refunded amount from the receipt to the payment of the booking. */
export async function syncRefundedAmount(ctx: TransactionContext, bookingId: string, receiptId: string): Promise<void> {
  const line = (await loadReceiptLines(ctx, [receiptId])).find((one) => one.payableId === bookingId)
  const earned = await isEarned(ctx, bookingId, receiptId)
  if (line && earned) await payments.setRefunded(ctx, { chargeId: receiptId, bookingId, refunded: line.refunded })
}
const isEarned = async (ctx: ReadContext, bookingId: string, receiptId: string): Promise<boolean> =>
  (await listReceipts(ctx, [bookingId])).some((receipt: ReceiptRow) => receipt.id === receiptId && receipt.state === 'EARNED')
