/** What an invoice of a plan looks like in words: its lines come from the price of the cycle. Source: guide pricing-plans §11, §15. */
import { findMemberReader } from '#domains/notifications/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import { describeBusiness, findAttempt, findPaymentMethod, refundsOfReceipts, type ReceiptDocument } from '#domains/payments/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { type LocalizedText, matchLanguage, translate } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import { refuse } from '../errors.ts'
import { cycleAt } from '../rules/cycles.ts'
import { scheduleOf } from '../rules/order.ts'
import { wasPaid } from '../rules/payments.ts'
import { receiptLines } from '../rules/price.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'

const messages = {
  receipt: { message: 'Receipt {number}', de: 'Beleg {number}' },
  invoice: { message: 'Invoice', de: 'Rechnung' },
  coupon: { message: 'Coupon {name}', de: 'Gutschein {name}' },
  includes: { message: 'Includes', de: 'Enthält' },
  plus: { message: 'Plus', de: 'Zuzüglich' },
  outside: { message: 'Paid outside', de: 'Extern bezahlt' },
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
  const member = await findMemberById(ctx, order.memberId)
  // In the language of the buyer, not of the reader.
  const language = (await findMemberReader(ctx, order.memberId))?.language ?? matchLanguage(site.language) ?? 'en'
  const t = (sentence: LocalizedText, values?: Record<string, unknown>): string => translate(sentence, language, values)
  const money = (amount: string): string => formatMoney(amount, invoice.currency, language)
  const day = (at: { epochMilliseconds: number }): string =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds)
  const cycle = cycleAt(scheduleOf(order), invoice.cycleIndex)
  const { price } = invoice
  const attempt = invoice.paidAttemptId ? await findAttempt(ctx, invoice.paidAttemptId) : undefined
  const card = attempt?.paymentMethodId ? await findPaymentMethod(ctx, attempt.paymentMethodId) : undefined
  const refunds = (await refundsOfReceipts(ctx, [invoice.id])).filter((one) => one.state === 'SUCCEEDED')
  return {
    id: invoice.id,
    language,
    orderId: order.id,
    ...(invoice.number !== null && { number: invoice.number }),
    title: wasPaid(invoice.state) ? t(messages.receipt, { number: invoice.number ?? '' }).trim() : t(messages.invoice),
    state: invoice.state,
    business: await describeBusiness(ctx, language),
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
