/** A row of orders as an order that runs on here, or why it does not. Pure: plan and member are found by the caller. */
import { Temporal } from 'temporal-polyfill'
import type { RowValues } from './read-row.ts'
import { createReason, type Reason } from './reasons.ts'

export interface OrderInput {
  startAt: Temporal.Instant
  nextPaymentAt: Temporal.Instant | undefined
  endAt: Temporal.Instant | undefined
  isStopped: boolean
  isPaused: boolean
  isPaid: boolean
}
export type OrderReading = { order: OrderInput } | { skip: Reason }

/** Where a word begins, not within another one: `suspended` does not say `ended`. */
const says = (text: string | undefined, ...words: readonly string[]): boolean =>
  words.some((word) => new RegExp(`(?<!\\p{L})${word}`, 'u').test((text ?? '').toLowerCase()))

const endedWords = ['ended', 'expired', 'completed', 'beendet', 'abgelaufen', 'expiré', 'terminé', 'finalizad', 'terminad', 'caducad', 'vencid']
const unpaidWords = ['unpaid', 'not paid', 'not_paid', 'overdue', 'failed', 'offen', 'unbezahlt', 'impay', 'non payé', 'no pagad', 'impagad', 'pendiente']

/**
 * Only what runs on comes: an order that has ended or was never paid for is skipped. One that was cancelled and has an end ahead runs
 * until then. decision: a next payment date that has passed means that the current period is not paid.
 */
export function readOrder(values: RowValues, { now, zone }: { now: Temporal.Instant; zone: string }): OrderReading {
  const startOfDay = (day: string | undefined) => (day === undefined ? undefined : Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant())
  const [startAt, nextPaymentAt, endAt] = [startOfDay(values['start']) ?? now, startOfDay(values['nextPayment']), startOfDay(values['end'])]
  const status = values['status']
  const isCanceled = says(status, 'cancel', 'stopped', 'terminated', 'gekündigt', 'annulé', 'résilié', 'anulad')
  const isPast = endAt !== undefined && Temporal.Instant.compare(endAt, now) <= 0
  if (says(status, 'draft', 'pending payment', 'abandoned', 'failed', 'entwurf', 'brouillon', 'borrador')) return { skip: createReason('ORDER_NEVER_PAID') }
  if (isPast || says(status, ...endedWords) || (isCanceled && endAt === undefined)) return { skip: createReason('ORDER_ENDED') }
  const isOverdue = nextPaymentAt !== undefined && Temporal.Instant.compare(nextPaymentAt, now) <= 0
  const isStopped = isCanceled || values['autoRenew'] === 'no' || (endAt !== undefined && nextPaymentAt === undefined && values['autoRenew'] !== 'yes')
  return {
    order: {
      startAt,
      nextPaymentAt,
      endAt,
      isStopped,
      isPaused: says(status, 'paus', 'frozen', 'freeze', 'suspend', 'on hold'),
      isPaid: !isOverdue && !says(values['payment'], ...unpaidWords),
    },
  }
}
