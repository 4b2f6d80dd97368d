/** What a receipt looks like in words: one source for the app, the page to print and the PDF. Source: guide pricing-plans §11, §15. */
import { formatPercent } from '#kit/pure/percent.ts'
import { getSite, getSetting } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { dateFormat } from '#kit/pure/date-format.ts'
import { matchLanguage, translate } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import { refuse } from '../errors.ts'
import { listPayables, type ReceiptDocument } from '../hooks.ts'
import { displayState } from '../rules/receipt.ts'
import * as store from '../store/receipts.ts'

/** A country is stored by its code; other text is shown as entered. */
function countryName({ country, subdivision }: { country: string; subdivision?: string | undefined }, language: string): string {
  const name = /^[A-Z]{2}$/.test(country) ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country) : country
  return [subdivision, name].filter(Boolean).join(', ')
}

const messages = {
  receipt: { message: 'Receipt {number}', de: 'Beleg {number}', fr: 'Reçu {number}', es: 'Recibo {number}' },
  payment: { message: 'Payment', de: 'Zahlung', fr: 'Paiement', es: 'Pago' },
  outside: { message: 'Paid outside', de: 'Extern bezahlt', fr: 'Payé hors ligne', es: 'Pagado por otro medio' },
  includes: { message: 'Includes {name} {rate}', de: 'Enthält {name} {rate}', fr: 'Dont {name} {rate}', es: 'Incluye {name} {rate}' },
} as const

/** The document of an invoice or receipt. A member only sees their own. */
export async function getDocument(ctx: ReadContext, id: string): Promise<ReceiptDocument> {
  for (const payable of listPayables()) {
    const document = await payable.findDocument?.(ctx, id)
    if (document) return document
  }
  const receipt = await store.findReceipt(ctx, id)
  if (!receipt || (ctx.caller.role === 'member' && receipt.memberId !== ctx.caller.memberId)) return refuse('invoice_not_found')
  return buildReceiptDocument(ctx, receipt)
}

/** The document of a receipt for those who may see what it is for; undefined when there is none. */
export async function findReceiptDocument(ctx: ReadContext, id: string): Promise<ReceiptDocument | undefined> {
  const receipt = await store.findReceipt(ctx, id)
  return receipt && buildReceiptDocument(ctx, receipt)
}

/** Name and address of the business as documents show them. */
export async function describeBusiness(ctx: ReadContext, language: string): Promise<ReceiptDocument['business']> {
  const site = await getSite(ctx)
  const address = await getSetting(ctx, 'site.address')
  const lines = address ? [address.line, `${address.postalCode} ${address.city}`.trim(), countryName(address, language), address.email].filter(Boolean) : []
  return { name: site.name, lines }
}

/** A receipt as it was when the money came, with what has gone back since. Who may see it is decided before. */
async function buildReceiptDocument(ctx: ReadContext, receipt: store.ReceiptRow): Promise<ReceiptDocument> {
  const language = matchLanguage(receipt.language) ?? 'en'
  const site = await getSite(ctx)
  const money = (amount: string): string => formatMoney(amount, receipt.currency, language)
  const day = (at: { epochMilliseconds: number }): string =>
    dateFormat(language, site.timeZone, { dateStyle: 'long', timeZone: site.timeZone }).format(at.epochMilliseconds)
  const [lines, refunds] = [await store.loadReceiptLines(ctx, [receipt.id]), await store.refundsOfReceipts(ctx, [receipt.id])]
  const paidWith = receipt.card
    ? `${receipt.card.brand} •••• ${receipt.card.last4}`
    : receipt.provider === 'manual'
      ? translate(messages.outside, language)
      : undefined
  const { tax } = receipt
  return {
    id: receipt.id,
    language,
    ...(receipt.number !== null && { number: receipt.number }),
    title: receipt.number === null ? translate(messages.payment, language) : translate(messages.receipt, language, { number: receipt.number }),
    state: displayState(receipt),
    business: await describeBusiness(ctx, language),
    buyer: { name: receipt.buyerName, email: receipt.buyerEmail },
    date: day(receipt.paidAt),
    lines: [
      ...lines.map((line) => ({ label: line.label, amount: money(line.amount) })),
      ...(tax ? (tax.parts ?? [tax]) : []).map(({ name, rate, amount }) => ({
        label: translate(messages.includes, language, { name, rate: formatPercent(rate, language) }),
        amount: money(amount),
      })),
    ],
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
