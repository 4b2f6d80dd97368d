/** How every change of a booking begins and ends: lock and check, then save with the next revision. Source: guide bookings §1 (revision), §5.3. */
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import type { Flags } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { canTakeStep, takeStep, type BookingStep, type BookingTransition } from '../../rules/machine.ts'
import { checkRevision } from '../../rules/revision.ts'
import * as store from '../../store/bookings.ts'
import { settleCoupon } from '../money/coupons.ts'
import { getViewer, unrestrictedViewer } from '../reading/viewer.ts'

/** Locks the caller's booking and checks the revision that they name. Refuses with BOOKING_NOT_FOUND, REVISION_MISMATCH. */
export async function lockForChange(ctx: TransactionContext, id: string, revision: string | null | undefined): Promise<store.BookingRow> {
  const booking = await lockOwnBooking(ctx, id)
  assertRevision(booking, revision)
  return booking
}

/** Locks a booking of the caller. Refuses with BOOKING_NOT_FOUND. */
export const lockOwnBooking = async (ctx: TransactionContext, id: string): Promise<store.BookingRow> =>
  (await store.lockBooking(ctx, ctx.caller.role === 'owner' ? unrestrictedViewer : await getViewer(ctx), id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: id })

/** Refuses with REVISION_MISMATCH another revision than the current one, with a violation a missing one. */
export function assertRevision(booking: store.BookingRow, revision: string | null | undefined): void {
  const check = checkRevision(revision, booking.revision)
  if ('missing' in check) assertNoViolations([{ field: 'revision', description: 'is required', violatedRule: 'REQUIRED_FIELD' }])
  if ('mismatch' in check) refuse('REVISION_MISMATCH', { currentRevision: check.mismatch })
}

/** Refuses a step that the status does not allow, with the public code of that step. */
export function assertStepAllowed({ status }: store.BookingRow, step: BookingStep): void {
  if (!canTakeStep(status, step)) unwrapOrRefuse(takeStep(status, step))
}

/** Saves a change with the next revision, and with it the transition to another status. Answers the booking as it is now. */
export async function saveBooking(
  ctx: TransactionContext,
  booking: store.BookingRow,
  change: store.BookingChange,
  transition?: BookingTransition,
): Promise<store.BookingRow> {
  const next = toNextRevision(ctx, booking, change, transition)
  await store.updateBooking(ctx, booking.id, next, transition)
  if (transition) await settleCoupon(ctx, booking, transition)
  return { ...booking, ...next, status: transition?.to ?? booking.status }
}

/** The columns of a change with those that every change sets. */
function toNextRevision(ctx: BaseContext, booking: store.BookingRow, change: store.BookingChange, transition?: BookingTransition): store.BookingChange {
  // The first confirmation counts as the consent of the business.
  const isAccepted = transition?.to === 'CONFIRMED' && booking.acceptedAt === null
  return { ...change, ...(isAccepted && { acceptedAt: ctx.now }), revision: booking.revision + 1, updatedAt: ctx.now }
}

/** What becomes of a booking in the call that makes it: it is stored as its first step leaves it. */
export interface FirstStep {
  booking: store.BookingRow
  /** Emits the events and queues the emails of the step, once the booking was announced as created. */
  announce(): Promise<void>
}

/** A new booking after its first step, with the next revision. */
export const takeFirstStep = (ctx: BaseContext, booking: store.BookingRow, change: store.BookingChange, transition: BookingTransition): store.BookingRow => ({
  ...booking,
  ...toNextRevision(ctx, booking, change, transition),
  status: transition.to,
})

const flagPermissions: Partial<Record<keyof Flags, string>> = {
  skipAvailabilityValidation: 'BOOKINGS.OVERRIDE_AVAILABILITY',
  checkAvailabilityValidation: 'BOOKINGS.OVERRIDE_AVAILABILITY',
  skipBusinessConfirmation: 'BOOKINGS.OVERRIDE_AVAILABILITY',
  skipPendingApprovalServiceValidation: 'BOOKINGS.OVERRIDE_AVAILABILITY',
  skipSelectedPaymentOptionValidation: 'BOOKINGS.MANAGE_PAYMENTS',
  withRefund: 'BOOKINGS.MANAGE_PAYMENTS',
  waiveCancellationFee: 'BOOKINGS.MANAGE_PAYMENTS',
  ignoreCancellationPolicy: 'BOOKINGS.IGNORE_BOOKING_POLICY',
  ignoreReschedulePolicy: 'BOOKINGS.IGNORE_BOOKING_POLICY',
  skipAddOnValidation: 'BOOKINGS.MANAGE_ADDONS',
  allowAddOnChanges: 'BOOKINGS.MANAGE_ADDONS',
}
/** decision: a flag that overrides a rule needs a permission of its own; keys and contributors without it are refused. Source: guide bookings §6.1. */
export function assertFlagsPermitted(ctx: BaseContext, flags: Flags | null | undefined): void {
  const { permissions, role } = ctx.caller
  if (role !== 'owner' || !permissions || !flags) return
  // Not to waive a fee is to charge it.
  const isFeeForbidden = flags.waiveCancellationFee === false && !permissions.includes('BOOKINGS.MANAGE_PAYMENTS')
  if (isFeeForbidden) refuse('UNAUTHORIZED_OPERATION', { permission: 'BOOKINGS.MANAGE_PAYMENTS' })
  for (const [flag, permission] of Object.entries(flagPermissions))
    if (flags[flag as keyof Flags] === true && !permissions.includes(permission)) refuse('UNAUTHORIZED_OPERATION', { permission })
}

/** A visitor may only cancel what waits for its checkout or for a place; anything else takes a sign-in or the link of an email. Source: guide bookings §11.1. */
export function assertOpenForVisitor(ctx: BaseContext, { id, status }: store.BookingRow): void {
  if (ctx.caller.role === 'visitor' && status !== 'CREATED' && status !== 'WAITING_LIST') refuse('UNAUTHORIZED_OPERATION', { bookingId: id, status })
}
