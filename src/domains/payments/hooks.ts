/** What this domain asks of those that are paid through it. Each kind of payable registers once; nothing here knows what it is. */
import type { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { TransactionContext, ReadContext } from '#kit/api/context.ts'
import type { HookRegistration } from '#kit/api/hooks.ts'
import type { RowPosition } from '#kit/query/newest-first.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'
import type { InvoiceDocument } from './contract.ts'
import type { AttemptState } from './rules/attempt-machine.ts'
import type { Finding } from './rules/check.ts'
import type { AttemptKind, PayableKind } from './rules/payable.ts'
import type { Attempt } from './store/attempts.ts'
import type { DisputeRow, ReceiptRow, RefundRow } from './store/receipts.ts'
import type { OwedPart } from './rules/owed.ts'

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
  /** Only this invoice. */
  id?: string | undefined
  states: readonly string[]
  providers: readonly string[]
  memberId?: string | undefined
  from?: Temporal.Instant | undefined
  to?: Temporal.Instant | undefined
  /** Only what comes after this row, by due date and id. */
  after?: RowPosition | undefined
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
  /** Called in the transaction that records the refund, the payable locked. */
  onRefunded(ctx: TransactionContext, event: RefundEvent): Promise<void>
  onRefundFailed(ctx: TransactionContext, event: RefundEvent): Promise<void>
  /** A bank holds the money back. */
  onDisputed(ctx: TransactionContext, event: { id: string; receipt: ReceiptRow; dispute: DisputeRow }): Promise<void>
  /** The document of an invoice or receipt when this kind has more than its receipt; who may not see it is refused here. */
  findDocument?(ctx: ReadContext, id: string): Promise<ReceiptDocument | undefined>
  describeReceipts?(ctx: ReadContext, receiptIds: readonly string[]): Promise<ReadonlyMap<string, ReceiptDetails>>
  listOutstanding?(ctx: ReadContext, filter: OutstandingFilter, limit: number): Promise<OutstandingPayment[]>
  /** What clients owe for things of this kind now. */
  sumOwed?(ctx: ReadContext): Promise<readonly OwedPart[]>
  countOutstanding?(ctx: ReadContext, filter: OutstandingFilter): Promise<number>
  /** A saved card was replaced by its bank or taken away. */
  onCardChanged?(ctx: TransactionContext, methodId: string): Promise<void>
  /** The nightly check of the sums that this kind keeps. */
  checkSums?(ctx: ReadContext): Promise<Finding[]>
  /** The nightly check of what this kind keeps itself: the next of its things after an id. */
  audit?(ctx: ReadContext, after: string | null, limit: number): Promise<{ last: string | null; count: number; findings: Finding[] }>
}

export interface AttemptEvent {
  /** As it is now. */
  attempt: Attempt
  from: AttemptState
  answer: ChargeResult
}

/** What follows for the domain of what is paid when an attempt to charge it moves on. */
export interface AttemptHandlers<Locked = unknown> {
  /**
   * Locks all that an attempt pays for, always in the same order, before the attempt itself is locked. Undefined when it is gone. The
   * other functions are given what it answers.
   */
  lockAttempted(ctx: TransactionContext, attempt: Attempt): Promise<Locked | undefined>
  /**
   * The attempt has just moved to its state. For one that SUCCEEDED: LATE when nothing was to be paid any more; the receipt and the
   * refund of such money are the domain's.
   */
  onAnswer(ctx: TransactionContext, locked: Locked, event: AttemptEvent): Promise<'LATE' | undefined>
  /** The provider was asked, and the buyer is still paying, or it gives no answer. */
  onWaiting?(ctx: TransactionContext, locked: Locked, event: AttemptEvent): Promise<void>
  /** Whether anyone still waits for a payment on the provider's page; always, when absent. */
  isAwaited?(ctx: TransactionContext, attempt: Attempt): Promise<boolean>
  /** The card of an attempt without the buyer that is no saved card of a member. */
  findCard?(ctx: ReadContext, attempt: Attempt): Promise<{ token: string; customer?: string | undefined } | undefined>
}

const attempted = new Map<AttemptKind, AttemptHandlers>()

/** The registration of what attempts pay for, for the `hooks` of a domain. */
export const bindAttempts = <Locked>(kinds: readonly AttemptKind[], handlers: AttemptHandlers<Locked>): HookRegistration => ({
  register: () => {
    for (const kind of kinds) attempted.set(kind, handlers)
  },
})

/** The handlers of a kind of attempt; throws when no domain registered it. */
export function findAttemptHandlers(kind: AttemptKind): AttemptHandlers {
  const handlers = attempted.get(kind)
  if (!handlers) throw new Error(`no domain pays by attempts of kind ${kind}`)
  return handlers
}

const registered: { kinds: readonly PayableKind[]; handlers: PayableHandlers }[] = []

/** The registration of the payables of a domain, for its `hooks`. */
export const bindPayables = (kinds: readonly PayableKind[], handlers: PayableHandlers): HookRegistration => ({
  register: () => void registered.push({ kinds, handlers }),
})

/** Undefined for money that belongs to nothing. */
export const findPayable = (kind: PayableKind): PayableHandlers | undefined => registered.find((one) => one.kinds.includes(kind))?.handlers

/** The handlers of all domains that are paid. */
export const listPayables = (): readonly PayableHandlers[] => registered.map(({ handlers }) => handlers)
