/** Books a slot: load → decide → claim → save → emit. Source: guide bookings §4. */
import { acceptTextsFromBooking } from '#domains/texts/public.ts'
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import type { CreateBookingInput, Flags } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction, emitCreated } from '../../events.ts'
import { takeStep } from '../../rules/machine.ts'
import * as store from '../../store/bookings.ts'
import { queryHoldUsage } from '../../store/customer-bookings.ts'
import { calculatePrice, createDraft, optionColumns, type PartOfSet } from './booking-draft.ts'
import { assertBookingPolicy } from './booking-policy.ts'
import { assertPartySize, assertPaymentAccepted, readBookingRequest, type BookingRequest } from './booking-request.ts'
import { createCalendarEntry } from '../emails/calendar-entry.ts'
import { assertFlagsPermitted, type FirstStep } from '../changes/change.ts'
import { assignResource, claimSeatsOfDraft } from './claim-slot.ts'
import { payWithPlanIfChosen } from '../money/credits.ts'
import { paidWithPlanText } from '../../emails/variable-texts.ts'
import { queueCustomerEmailIfRequested } from '../emails/emails.ts'
import { readBookingForms, saveBookingForms } from './forms.ts'
import { enforceHoldLimits } from './hold-limits.ts'
import { planSingleStatement } from './single-statement.ts'

export interface CreateBookingOptions {
  part?: PartOfSet | undefined
  /** Nothing in the transaction looks at the seats after the call: they are claimed with the commit. */
  claimsSeatsLast?: boolean
  /** The first step of a booking that is done in the call that makes it; undefined: it is held for its checkout. */
  finish?(booking: store.BookingRow): Promise<FirstStep | undefined>
}

/** The booking as it is after the call: held for its checkout, or finished when the business or `finish` says so. */
export async function createBooking(
  ctx: TransactionContext,
  input: CreateBookingInput,
  { part, claimsSeatsLast = false, finish }: CreateBookingOptions = {},
): Promise<store.BookingRow> {
  ctx.refuseConflictWith(() => refuse('SLOT_NOT_AVAILABLE'))
  const flags = readFlags(ctx, input)
  const holdUsage = await queryHoldUsageOfCustomer(ctx, part)
  const single = part || finish || !claimsSeatsLast ? undefined : await planSingleStatement(ctx, input)
  const request = await readBookingRequest(ctx, input, single)
  const forms = await readBookingForms(ctx, request, input.formSubmission, part !== undefined)
  const deposit = await assertPaymentAccepted(ctx, request, { skipOption: flags.skipSelectedPaymentOptionValidation === true })
  await assertCustomerMayBook(ctx, request, { holdUsage, isPartOfSet: part !== undefined })
  assertForcedResource(request, flags)

  const { bookable, slot, asked } = request
  const needsApproval = (part?.needsApproval ?? bookable.needsApproval) && !flags.skipBusinessConfirmation
  const confirmsNow = ctx.caller.role === 'owner' && asked.status === 'CONFIRMED'
  // Not copied at each step: a booking has seventy columns.
  const draft = Object.assign(createDraft(ctx, request, deposit), optionColumns(input, flags, part), { needsApproval })
  const claim = { bookable, slot, forced: flags.skipAvailabilityValidation === true, holdUntil: confirmsNow ? null : draft.holdUntil }
  const assigned = await assignResource(ctx, draft, claim)

  const submission = await saveBookingForms(ctx, assigned, forms)
  const price = await calculatePrice(ctx, bookable, assigned)
  const booking = Object.assign(assigned, submission, { price, siteId: ctx.siteId, search: store.joinSearchText(assigned.contactDetails) })
  if (single) {
    emitCreated(ctx, booking)
    single.save({ ...claim, booking })
    return booking
  }
  const step = confirmsNow ? await confirmNewBooking(ctx, booking, input, part) : await finish?.(booking)
  const last = part === undefined && (claimsSeatsLast || step !== undefined)
  await claimSeatsOfDraft(ctx, booking, { ...claim, holdUntil: step ? null : claim.holdUntil, last })
  await store.insertBooking(ctx, step?.booking ?? booking)
  // Only the customer can ask for texts: what the business says counts for this booking alone.
  if (input.sendSmsReminder === true && ctx.caller.role !== 'owner') await acceptTextsFromBooking(ctx, booking.contactDetails.phone)
  emitCreated(ctx, booking)
  await step?.announce()
  return step?.booking ?? booking
}

/** The flags of the business; those of customers are ignored. */
function readFlags(ctx: BaseContext, input: CreateBookingInput): Flags {
  const flags = ctx.caller.role === 'owner' ? (input.flowControlSettings ?? {}) : {}
  assertFlagsPermitted(ctx, flags)
  if (input.booking.multiServiceBookingInfo) refuse('CAN_NOT_CREATE_BOOKING_WITH_MULTI_SERVICE_BOOKING_INFO')
  return flags
}

type HoldUsageQuery = Awaited<ReturnType<typeof queryHoldUsage>>

/** Pipelined with the queries of the request. The parts of a set count as one hold, by the first of them. */
const queryHoldUsageOfCustomer = async (ctx: TransactionContext, part: PartOfSet | undefined): Promise<HoldUsageQuery | undefined> =>
  ctx.caller.role !== 'owner' && (part?.set.place ?? 0) === 0 ? queryHoldUsage(ctx, { ...ctx.caller, ip: ctx.ip }) : undefined

/** What binds customers and not the business: the booking policy, the size of a party, the number of holds. */
async function assertCustomerMayBook(
  ctx: TransactionContext,
  request: BookingRequest,
  { holdUsage, isPartOfSet }: { holdUsage: HoldUsageQuery | undefined; isPartOfSet: boolean },
): Promise<void> {
  if (ctx.caller.role === 'owner') return
  const { bookable, slot } = request
  assertBookingPolicy(ctx, bookable, slot)
  assertPartySize(request)
  if (holdUsage) await enforceHoldLimits(ctx, await holdUsage(), { bookable, slot, isPartOfSet })
}

/** Booking in spite of a conflict needs a person to book. */
function assertForcedResource({ bookable, slot }: BookingRequest, flags: Flags): void {
  if (flags.skipAvailabilityValidation && bookable.service.type === 'APPOINTMENT' && !slot.resourceNamed)
    refuse('CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED')
}

/** The business confirms in the same call. Source: guide bookings §5.2 row 3. */
async function confirmNewBooking(
  ctx: TransactionContext,
  booking: store.BookingRow,
  input: CreateBookingInput,
  part: PartOfSet | undefined,
): Promise<FirstStep> {
  const { participantNotification, sendSmsReminder } = input
  const paid = await payWithPlanIfChosen(ctx, booking, { chosen: input.planOrderId ?? undefined })
  const transition = unwrapOrRefuse(takeStep(booking.status, 'confirm'))
  const entry = await createCalendarEntry(ctx, booking)
  const confirmed = { ...booking, holdUntil: null, acceptedAt: ctx.now, ...paid, ...entry, status: transition.to }
  const announce = async () => {
    emitAction(ctx, 'confirmed', confirmed, {
      previousStatus: booking.status,
      previousPaymentStatus: booking.paymentStatus,
      ...(participantNotification && { participantNotification }),
      ...(typeof sendSmsReminder === 'boolean' && { sendSmsReminder }),
    })
    // A set sends one email for all its parts.
    if (!part)
      await queueCustomerEmailIfRequested(ctx, confirmed, participantNotification, {
        template: 'booking-confirmed',
        variables: {},
        paymentText: paid.planOrderId ? paidWithPlanText : undefined,
      })
  }
  return { booking: confirmed, announce }
}
