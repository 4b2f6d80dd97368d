/** What an invoice looks like in words: one source for the receipt in the app, the page to print and the PDF. guide: pricing-plans 11, 15 */
import type { Static } from 'typebox'
import { findEmailRecipient } from '#domains/identity/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import { getSite, getSetting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import { translate, type LocalizedText, matchLanguage } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { refuse } from '../errors.ts'
import { cycleAt } from '../rules/cycles.ts'
import { scheduleOf } from '../rules/order.ts'
import { receiptLines } from '../rules/price.ts'
import { stateOfReceipt, wasPaid } from '../rules/payments.ts'
import * as store from '../store/orders.ts'
import * as payables from '../store/payables.ts'
import * as payments from '../store/payments.ts'

/** A country is kept by its code; whatever else somebody wrote is shown as it is. */
function countryName({ country, subdivision }: { country: string; subdivision?: string | undefined }, language: string): string {
  const name = /^[A-Z]{2}$/.test(country) ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country) : country
  return [subdivision, name].filter(Boolean).join(', ')
}

const messages = {
  receipt: { message: 'Receipt {number}', de: 'Beleg {number}' },
  invoice: { message: 'Invoice', de: 'Rechnung' },
  coupon: { message: 'Coupon {name}', de: 'Gutschein {name}' },
  includes: { message: 'Includes', de: 'Enthält' },
  plus: { message: 'Plus', de: 'Zuzüglich' },
  outside: { message: 'Paid outside', de: 'Anders bezahlt' },
  payment: { message: 'Payment', de: 'Zahlung' },
} as const

export type ReceiptDocument = Static<typeof InvoiceDocument>

/** The document of an invoice of an order or of a receipt of something else. A member only sees their own; set-ups over nothing are no documents. */
export async function getDocument(ctx: Ctx, id: string): Promise<ReceiptDocument> {
  const invoice = await payments.findInvoice(ctx, id)
  if (invoice) return buildInvoiceDocument(ctx, invoice)
  const receipt = await payables.receiptById(ctx, id)
  if (!receipt || (ctx.caller.role === 'member' && receipt.memberId !== ctx.caller.memberId)) return refuse('invoice_not_found')
  return buildReceiptDocument(ctx, receipt)
}

/** The document of a receipt for whoever may see what it is for; undefined when there is none. */
export async function findReceiptDocument(ctx: Ctx, id: string): Promise<ReceiptDocument | undefined> {
  const receipt = await payables.receiptById(ctx, id)
  return receipt && buildReceiptDocument(ctx, receipt)
}

/** Name and address of the business as documents show them. */
async function loadBusiness(ctx: Ctx, language: string): Promise<{ site: Awaited<ReturnType<typeof getSite>>; business: ReceiptDocument['business'] }> {
  const site = await getSite(ctx)
  const address = await getSetting(ctx, 'site.address')
  const lines = address ? [address.line, `${address.postalCode} ${address.city}`.trim(), countryName(address, language), address.email].filter(Boolean) : []
  return { site, business: { name: site.name, lines } }
}

/** A receipt as it was when the money came, with what has gone back since. Who may see it is decided before. */
async function buildReceiptDocument(ctx: Ctx, receipt: payables.Receipt): Promise<ReceiptDocument> {
  const language = matchLanguage(receipt.language) ?? 'en'
  const { site, business } = await loadBusiness(ctx, language)
  const money = (amount: string): string => formatMoney(amount, receipt.currency, language)
  const day = (at: { epochMilliseconds: number }): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: site.timeZone }).format(at.epochMilliseconds)
  const [lines, refunds] = [await payables.linesOf(ctx, [receipt.id]), await payables.refundsOfReceipts(ctx, [receipt.id])]
  const paidWith = receipt.card
    ? `${receipt.card.brand} •••• ${receipt.card.last4}`
    : receipt.provider === 'manual'
      ? translate(messages.outside, language)
      : undefined
  return {
    id: receipt.id,
    language,
    ...(receipt.number !== null && { number: receipt.number }),
    title: receipt.number === null ? translate(messages.payment, language) : translate(messages.receipt, language, { number: receipt.number }),
    state: stateOfReceipt(receipt),
    business,
    buyer: { name: receipt.buyerName, email: receipt.buyerEmail },
    date: day(receipt.paidAt),
    lines: lines.map((line) => ({ label: line.label, amount: money(line.amount) })),
    total: money(receipt.amount),
    refunds: refunds
      .filter((one) => one.state === 'SUCCEEDED')
      .map((refund) => ({
        ...(refund.number !== null && { number: refund.number }),
        date: day(refund.settledAt ?? refund.createdAt),
        amount: money(refund.amount),
      })),
    ...(paidWith && { paidWith }),
  }
}

async function buildInvoiceDocument(ctx: Ctx, invoice: payments.Invoice): Promise<ReceiptDocument> {
  const order = (await store.findOrder(ctx, { id: invoice.orderId })) ?? refuse('invoice_not_found')
  if ((ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) || invoice.cycleIndex === 0) refuse('invoice_not_found')
  const site = await getSite(ctx)
  const member = await findMemberById(ctx, order.memberId)
  // A paper is the buyer's, whoever reads it.
  const language = (await findEmailRecipient(ctx, order.memberId))?.language ?? matchLanguage(site.language) ?? 'en'
  const t = (sentence: LocalizedText, values?: Record<string, unknown>): string => translate(sentence, language, values)
  const money = (amount: string): string => formatMoney(amount, invoice.currency, language)
  const day = (at: { epochMilliseconds: number }): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds)
  const cycle = cycleAt(scheduleOf(order), invoice.cycleIndex)
  const { price } = invoice
  const attempt = invoice.paidAttemptId ? await payments.attemptById(ctx, invoice.paidAttemptId) : undefined
  const card = attempt?.paymentMethodId ? await payments.findPaymentMethod(ctx, attempt.paymentMethodId) : undefined
  const refunds = (await payments.refundsOfOrder(ctx, order.id)).filter(
    (one) => one.invoiceId === invoice.id && one.state === 'SUCCEEDED' && one.reason !== 'LATE',
  )
  return {
    id: invoice.id,
    language,
    orderId: order.id,
    ...(invoice.number !== null && { number: invoice.number }),
    title: wasPaid(invoice.state) ? t(messages.receipt, { number: invoice.number ?? '' }).trim() : t(messages.invoice),
    state: invoice.state,
    business: (await loadBusiness(ctx, language)).business,
    buyer: {
      name: member ? [member.contact.firstName, member.contact.lastName].filter(Boolean).join(' ') || member.nickname : '',
      email: member?.loginEmail ?? '',
    },
    date: day(invoice.paidAt ?? invoice.dueAt),
    ...(cycle.end && { period: `${day(cycle.start)} – ${day(cycle.end)}` }),
    lines: price
      ? [
          ...receiptLines(price, { name: order.snapshot.planName, price: order.snapshot.planPrice }).map(({ kind, name, amount }) =>
            kind === 'coupon' ? { label: t(messages.coupon, { name }), amount: `−${money(amount)}` } : { label: name, amount: money(amount) },
          ),
          ...(price.tax
            ? [
                {
                  label: `${t(price.tax.includedInPrice ? messages.includes : messages.plus)} ${price.tax.name} ${Number(price.tax.rate).toLocaleString(language)} %`,
                  amount: money(price.tax.amount),
                },
              ]
            : []),
        ]
      : [],
    total: money(invoice.amount),
    refunds: refunds.map((refund) => ({
      ...(refund.number !== null && { number: refund.number }),
      date: day(refund.settledAt ?? refund.createdAt),
      amount: money(refund.amount),
    })),
    ...(card ? { paidWith: `${card.brand} •••• ${card.last4}` } : invoice.paidBy === 'manual' ? { paidWith: t(messages.outside) } : {}),
  }
}
