/** Money that came in gets its receipt, its number and its place in the ledger. Source: guide pricing-plans §11, bookings §12.6. */
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { PayableKind } from '../rules/payable.ts'
import { toReceiptTax, type NamedTax } from '../rules/receipt.ts'
import * as store from '../store/receipts.ts'
import { postReceipt } from './ledger.ts'

export interface ReceivedPayment {
  /** The charge; one receipt each. */
  id: string
  /** EARNED pays for its lines; LATE came when nothing was to be paid any more and goes back. */
  state: 'EARNED' | 'LATE'
  /** Who moved the money: a provider, or `manual` for money received outside. */
  provider: string
  ref?: string | null | undefined
  currency: string
  card?: { brand: string; last4: string } | null | undefined
  buyer: { memberId?: string | null; contactId?: string | null; name: string; email: string; language: string }
  /** Amounts are decimal strings of the currency, tax is a part of its line; lines over nothing are left out. */
  lines: readonly { kind: PayableKind; id: string; label: string; amount: string; tax?: NamedTax | undefined }[]
  /** When it was asked for; now when absent. */
  dueAt?: Temporal.Instant | undefined
}

/** Writes the receipt of money that came in and posts it. Undefined when the lines come to nothing. */
export async function recordReceipt(ctx: TransactionContext, payment: ReceivedPayment): Promise<{ id: string; number: number | null } | undefined> {
  const { id, state, provider, currency, buyer } = payment
  const lines = payment.lines
    .filter((line) => toMinor(line.amount, currency) > 0n)
    .map(({ id: payableId, tax = null, ...line }, at) => ({ ...line, n: at + 1, payableId, tax }))
  if (lines.length === 0) return undefined
  const total = lines.reduce((sum, line) => sum + toMinor(line.amount, currency), 0n)
  const receipt: store.NewReceipt = {
    id,
    state,
    provider,
    ref: payment.ref ?? null,
    amount: fromMinor(total, currency),
    currency,
    memberId: buyer.memberId ?? null,
    contactId: buyer.contactId ?? null,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    language: buyer.language,
    card: payment.card ?? null,
    title: lines.map((line) => line.label).join(', '),
    tax: toReceiptTax(
      lines.flatMap(({ tax }) => tax ?? []),
      currency,
    ),
    dueAt: payment.dueAt ?? ctx.now,
    paidAt: ctx.now,
  }
  const inserted = await store.insertReceipt(ctx, receipt, lines)
  if (!inserted) throw new Error(`charge ${id} has a receipt already`)
  await postReceipt(ctx, receipt, lines)
  ctx.noteEffect({
    kind: provider === 'manual' ? 'PAYMENT_BY_HAND' : 'CHARGE',
    id,
    ...(receipt.buyerName && { who: receipt.buyerName }),
    ...(receipt.title && { what: receipt.title }),
    amount: receipt.amount,
    currency,
  })
  return { id, number: inserted.number }
}
