/** What this domain asks of those that are paid through it. Each kind of payable registers once; nothing here knows what it is. */
import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { TransactionContext, OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import type { HookRegistration } from '#kit/api/hooks.ts'
import type { ProviderEvent } from '#kit/payments/provider.ts'
import type { InvoiceDocument } from './contract.ts'
import type { Finding } from './rules/check.ts'
import type { PayableKind } from './rules/payable.ts'
import type { DisputeRow, ReceiptRow, RefundRow } from './store/receipts.ts'

/** Everything a receipt shows, in words. */
export type ReceiptDocument = Static<typeof InvoiceDocument>

export interface RefundEvent {
  /** The payable. */
  id: string
  receipt: ReceiptRow
  refund: RefundRow
}

/** What a receipt says in lists beside what it holds itself. */
export interface ReceiptDetails {
  cycleIndex?: number
  attempts?: number
  isOnHold?: boolean
}

export interface OutstandingFilter {
  states: readonly string[]
  providers: readonly string[]
  memberId?: string | undefined
  from?: Temporal.Instant | undefined
  to?: Temporal.Instant | undefined
}
/** Money that was asked for and has not come. */
export interface OutstandingPayment {
  id: string
  orderId: string
  memberId: string
  title: string
  cycleIndex: number
  amount: string
  currency: string
  dueAt: Temporal.Instant
  state: string
  provider: string | null
  attempts: number
  declineCode: string | null
  card: { brand: string; last4: string } | null
}

export interface PayableHandlers {
  /**
   * Takes the lock of what was paid, before its money is locked, so that both always lock in the same order.
   */
  lock(ctx: TransactionContext, id: string): Promise<unknown>
  /**
   * An event about a charge. Whoever made the charge asks the provider what is true, settles it and returns true. Called without a
   * transaction; any order, any number of times.
   */
  settleCharge(ctx: OwnTransactionContext, provider: string, event: ProviderEvent): Promise<boolean>
  /** The site of a charge, for events that name none. Called before a site is known. */
  findSiteOfCharge?(ctx: OwnTransactionContext, ref: string): Promise<string | undefined>
  /** Called in the transaction that records the refund, the payable locked. */
  onRefunded(ctx: TransactionContext, event: RefundEvent): Promise<void>
  onRefundFailed(ctx: TransactionContext, event: RefundEvent): Promise<void>
  /** A bank holds the money back. */
  onDisputed(ctx: TransactionContext, event: { id: string; receipt: ReceiptRow; dispute: DisputeRow }): Promise<void>
  /** The document of an invoice or receipt when this kind tells more than its receipt does; who may not see it is refused here. */
  findDocument?(ctx: ReadContext, id: string): Promise<ReceiptDocument | undefined>
  describeReceipts?(ctx: ReadContext, receiptIds: readonly string[]): Promise<ReadonlyMap<string, ReceiptDetails>>
  listOutstanding?(ctx: ReadContext, filter: OutstandingFilter, limit: number): Promise<OutstandingPayment[]>
  countOutstanding?(ctx: ReadContext, filter: OutstandingFilter): Promise<number>
  /** A saved card was replaced by its bank or taken away. */
  onCardChanged?(ctx: TransactionContext, methodId: string): Promise<void>
  /** The nightly check of what this kind keeps itself: the next of its things after an id. */
  audit?(ctx: ReadContext, after: string | null, limit: number): Promise<{ last: string | null; count: number; findings: Finding[] }>
}

const registered: { kinds: readonly PayableKind[]; handlers: PayableHandlers }[] = []

/** The registration of the payables of a domain, for its `hooks`. */
export const bindPayables = (kinds: readonly PayableKind[], handlers: PayableHandlers): HookRegistration => ({
  register: () => void registered.push({ kinds, handlers }),
})

/** Undefined for money that belongs to nothing. */
export const findPayable = (kind: PayableKind): PayableHandlers | undefined => registered.find((one) => one.kinds.includes(kind))?.handlers

export const listPayables = (): readonly PayableHandlers[] => registered.map(({ handlers }) => handlers)
