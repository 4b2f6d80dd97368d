/** What an invoice of a plan looks like in words: its lines come from the price of the cycle. Source: guide pricing-plans §11, §15. */
import { formatPercent } from '#kit/pure/percent.ts'
import { findMemberReader } from '#domains/notifications/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import { describeBusiness, findAttempt, findPaymentMethod, refundsOfReceipts, type ReceiptDocument } from '#domains/payments/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { dateFormat } from '#kit/pure/date-format.ts'
import { type Language, type LocalizedText, matchLanguage, translate } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import { refuse } from '../errors.ts'
import { cycleAt } from '../rules/cycles.ts'
import { toSchedule } from '../rules/order.ts'
import { wasPaid } from '../rules/payments.ts'
import { receiptLines } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'

/** The line of a coupon. */
export const couponText: LocalizedText = { message: 'Coupon {name}', de: 'Gutschein {name}', fr: 'Code promo {name}', es: 'Cupón {name}' }
const messages = {
  receipt: { message: 'Receipt {number}', de: 'Beleg {number}', fr: 'Reçu {number}', es: 'Recibo {number}' },
  invoice: { message: 'Invoice', de: 'Rechnung', fr: 'Facture', es: 'Factura' },
  includes: { message: 'Includes', de: 'Enthält', fr: 'Dont', es: 'Incluye' },
  plus: { message: 'Plus', de: 'Zuzüglich', fr: 'Plus', es: 'Más' },
  outside: { message: 'Paid outside', de: 'Extern bezahlt', fr: 'Payé hors ligne', es: 'Pagado por otro medio' },
} as const

/** Undefined when there is no such invoice. A member only sees their own; set-ups over nothing are no documents. */
export async function findInvoiceDocument(ctx: ReadContext, id: string): Promise<ReceiptDocument | undefined> {
  const invoice = await payments.findInvoice(ctx, id)
  return invoice && buildInvoiceDocument(ctx, invoice)
}

async function buildInvoiceDocument(ctx: ReadContext, invoice: payments.Invoice): Promise<ReceiptDocument> {
  const order = (await store.findOrder(ctx, { id: invoice.orderId })) ?? refuse('invoice_not_found')
  if ((ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) || invoice.cycleIndex === 0) refuse('invoice_not_found')
  const site = await getSite(ctx)
  // In the language of the buyer, not of the reader.
  const language = (await findMemberReader(ctx, order.memberId))?.language ?? matchLanguage(site.language) ?? 'en'
  const format = createFormatter(language, invoice.currency, order.timeZone)
  const { t, money, day } = format
  const cycle = cycleAt(toSchedule(order), invoice.cycleIndex)
  const refunds = (await refundsOfReceipts(ctx, [invoice.id])).filter((one) => one.state === 'SUCCEEDED')
  const paidWith = await describePayment(ctx, invoice, format)
  return {
    id: invoice.id,
    language,
    orderId: order.id,
    ...(invoice.number !== null && { number: invoice.number }),
    title: wasPaid(invoice.state) ? t(messages.receipt, { number: invoice.number ?? '' }).trim() : t(messages.invoice),
    state: invoice.state,
    business: await describeBusiness(ctx, language),
    buyer: await describeBuyer(ctx, order.memberId),
    date: day(invoice.paidAt ?? invoice.dueAt),
    ...(cycle.end && { period: `${day(cycle.start)} – ${day(cycle.end)}` }),
    lines: describeLines(invoice, order.snapshot, format),
    total: money(invoice.amount),
    refunds: refunds.map((refund) => ({
      ...(refund.number !== null && { number: refund.number }),
      date: day(refund.settledAt ?? refund.createdAt),
      amount: money(refund.amount),
    })),
    ...(paidWith && { paidWith }),
  }
}

type Formatter = ReturnType<typeof createFormatter>
const createFormatter = (language: Language, currency: string, timeZone: string) => ({
  language,
  t: (sentence: LocalizedText, values?: Record<string, unknown>): string => translate(sentence, language, values),
  money: (amount: string): string => formatMoney(amount, currency, language),
  day: (at: { epochMilliseconds: number }): string => dateFormat(language, timeZone, { dateStyle: 'long', timeZone }).format(at.epochMilliseconds),
})

async function describeBuyer(ctx: ReadContext, memberId: string): Promise<ReceiptDocument['buyer']> {
  const member = await findMemberById(ctx, memberId)
  const name = member ? [member.contact.firstName, member.contact.lastName].filter(Boolean).join(' ') || member.nickname : ''
  return { name, email: member?.loginEmail ?? '' }
}

/** The card, or that the money came another way; undefined for what was not paid. */
async function describePayment(ctx: ReadContext, invoice: payments.Invoice, { t }: Formatter): Promise<string | undefined> {
  const attempt = invoice.paidAttemptId ? await findAttempt(ctx, invoice.paidAttemptId) : undefined
  const card = attempt?.paymentMethodId ? await findPaymentMethod(ctx, attempt.paymentMethodId) : undefined
  if (card) return `${card.brand} •••• ${card.last4}`
  return invoice.paidBy === 'manual' ? t(messages.outside) : undefined
}

/** Plan, fees and coupon of the cycle, then its tax. */
function describeLines(
  { price }: payments.Invoice,
  plan: { planName: string; planPrice: string },
  { t, money, language }: Formatter,
): ReceiptDocument['lines'] {
  if (!price) return []
  const lines = receiptLines(price, { name: plan.planName, price: plan.planPrice }).map(({ kind, name, amount }) =>
    kind === 'coupon' ? { label: t(couponText, { name }), amount: `−${money(amount)}` } : { label: name, amount: money(amount) },
  )
  if (!price.tax) return lines
  const { includedInPrice, name, rate, amount } = price.tax
  const label = `${t(includedInPrice ? messages.includes : messages.plus)} ${name} ${formatPercent(rate, language)}`
  return [...lines, { label, amount: money(amount) }]
}
