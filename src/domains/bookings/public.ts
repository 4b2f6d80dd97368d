/** What other domains may use of bookings. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { deleteSubmissionsOfBookings } from '#domains/forms/public.ts'
import { eraseBuyer } from '#domains/payments/public.ts'
import { redactEvents, redactReplies } from '#kit/jobs/redact.ts'
import type { BookingInput } from './contract.ts'
import { resolveAddOns, readAddOns, sumAddOnMinutes } from './actions/booking/extras.ts'
import { type BookableService } from './actions/booking/bookable-service.ts'
import { checkBookingPolicy } from './actions/booking/booking-policy.ts'
import { toTeamQuery } from './actions/booking/claim-slot.ts'
import { resolveBookedEntity } from './actions/booking/resolve-slot.ts'
import { isSlotTaken } from './rules/holds.ts'
import { findFreeTeams } from './scheduling.ts'
import * as store from './store/bookings.ts'
import { listAttendances } from './store/attendance.ts'
import { bookingsOfCustomer, eraseCustomer, findExclusiveContacts } from './store/customer-bookings.ts'
import { loadFees } from './store/fees.ts'
import { getViewer, unrestrictedViewer } from './actions/reading/viewer.ts'
import { bookingToWire } from './wire.ts'

export { closeBookingsOfMember, onPlanEnded, closeBookingsOfService } from './actions/changes/close-bookings.ts'
export { updateBookingsForTimeZone, previewTimeZoneChange } from './actions/changes/on-time-zone-changed.ts'
export {
  applyCancellation,
  queueCancellationEmail,
  resolveEndOfBooking,
  canIgnorePolicy,
  type CanceledBooking,
  type CancelInput,
} from './actions/changes/cancel.ts'
export { type PartOfSet } from './actions/booking/booking-draft.ts'
export { calculateReminder } from './actions/emails/calendar-entry.ts'
export { createBooking } from './actions/booking/create-booking.ts'
export {
  claimOffer,
  draftWaitingBooking,
  enrollBooking,
  insertWaitingBooking,
  lockWaitingBookings,
  withdrawBooking,
  type AcceptedOffer,
  type WaitingDraft,
  type WaitingRequest,
} from './actions/booking/waiting-booking.ts'
export { applyConfirmation, applyDecline, applyMarkAsPending, describeGivenBack, type DeclinedBooking, type DecisionInput } from './actions/changes/decide.ts'
export { queueCustomerEmailIfRequested, queueBusinessEmail, queueCustomerEmail, type CustomerEmail } from './actions/emails/emails.ts'
export { resolveReaderLanguage, unnamedClient } from './actions/reading/client-name.ts'
export { bookingPayable } from './actions/money/payable.ts'
export { toCustomerContext, omitCreator } from './actions/links/link-caller.ts'
export { runWithLinkLimits } from './actions/links/link-limits.ts'
export { openLink, openSetLink, createLinkToken } from './actions/links/links.ts'
export { applyMove, approvalPendingText } from './actions/changes/move.ts'
export { getViewer } from './actions/reading/viewer.ts'
export type { TextRenderer } from './rules/locale-formatter.ts'
export { changeBuffer } from './actions/booking/claim-slot.ts'
export { releaseSlot } from './actions/changes/release-slot.ts'
export { assertFlagsPermitted, lockOwnBooking } from './actions/changes/change.ts'
export { filterChangeable, getActionsAllowedByLink, getActionsAllowedForSet } from './rules/policy.ts'
export { canTakeStep, isFinal } from './rules/machine.ts'
export { toActionInput, bookingToWire } from './wire.ts'
export type { BookingRow } from './store/bookings.ts'

// ---- for those who let customers pay: what is due, and what follows when it is paid

export { createReceipt, findOpenAmounts, sumPaid, taxesToWire, toDecimal, toMinorUnits } from './actions/money/money.ts'
export { amountsToWire } from './actions/money/money-view.ts'
export { priceToWire } from './actions/money/fees.ts'
export { calculateTaxShare } from './rules/tax.ts'
export { findBalances } from './actions/money/balances.ts'
export { isCardRequired, toCheckoutItem, toChosenPayment, type CheckoutItem } from './actions/money/checkout-items.ts'
export { findCoupon, findReduction, calculateTotalWithoutCoupon, saveCouponPrice, toCouponCustomer, toCouponItem } from './actions/money/coupons.ts'
export { listFeeConsents, recordFeeConsent } from './actions/money/fee-consent.ts'
export { getPayingOrder } from './actions/money/credits.ts'
export { assertOptionAccepted } from './actions/booking/payment-options.ts'
export { findPaidBookings, loadWholeSet, lockPaidBookings, lockWholeSet } from './actions/money/paid-together.ts'
/** While a customer pays, the booking is held. */
export { calculatePaymentHold, claimForPayment, extendHold, isPastLongestHold, saveHeldBooking } from './actions/booking/payment-hold.ts'
export { LONGEST_HOLD_MINUTES } from './rules/holds.ts'
export { bookOncePerFlow } from './actions/booking/booking-flow.ts'
/** A checkout ends: by money, without, or because the slot is gone. */
export { finishCheckout } from './actions/money/finish-checkout.ts'
export { finishPaid } from './actions/money/finish-paid.ts'
export { finishNewUnpaid, finishUnpaid } from './actions/money/finish-unpaid.ts'
/** What was paid for a booking: its shares of attempts to charge, and the card that is kept for its fee. */
export { insertShares, listPayments, saveCard, sharesOfCharge, type PaymentRow, type Share } from './store/payments.ts'
export { openPayLink, type LinkTarget } from './actions/links/links.ts'
export { summarizeCancellation } from './actions/changes/cancellation-outcome.ts'
export { isFree, type PaymentOption } from './rules/due.ts'
export { BOOKINGS_APP } from './events.ts'

export { reassignBookings } from './store/customer-bookings.ts'
/** A booking of any customer. */
export const findAnyBooking = (ctx: ReadContext, id: string): Promise<store.BookingRow | undefined> => store.bookingById(ctx, unrestrictedViewer, id)
/** Whether there is a booking with this id, of any customer. */
export const isBookingKnown = async (ctx: ReadContext, id: string): Promise<boolean> => (await findAnyBooking(ctx, id)) !== undefined
/** Those of these bookings that the caller may see. */
export const findVisibleBookings = async (ctx: ReadContext, ids: readonly string[]): Promise<store.BookingRow[]> =>
  store.bookingsById(ctx, await getViewer(ctx), ids)
/** Bookings in the export of personal data. Source: guide members §10.3. */
export async function exportBookings(ctx: ReadContext, memberId: string, contactId: string) {
  return { title: 'bookings', records: (await bookingsOfCustomer(ctx, { memberId, contactId })).map((booking) => bookingToWire(booking, false)) }
}
/** The email addresses and numbers that a customer entered when booking. */
export async function findBookingDetails(ctx: ReadContext, customer: { memberId: string; contactId: string }) {
  const entered = (await bookingsOfCustomer(ctx, customer)).map(({ contactDetails }) => contactDetails)
  return { emails: [...new Set(entered.flatMap(({ email }) => email || []))], phones: [...new Set(entered.flatMap(({ phone }) => phone || []))] }
}
/** Contacts that a member entered when booking and that occur in no other customer's bookings. */
export const findBookingContacts = (ctx: ReadContext, who: { memberId: string; contactId: string }): Promise<string[]> => findExclusiveContacts(ctx, who)
/** Erases a member from their bookings, which remain for accounting. */
export const eraseCustomerFromBookings = async (ctx: TransactionContext, memberId: string, contactId: string): Promise<void> => {
  await eraseBuyer(ctx, { memberId, contactId })
  const ids = (await eraseCustomer(ctx, { memberId, contactId })).map((booking) => booking.id)
  await deleteSubmissionsOfBookings(ctx, ids)
  await redactEvents(ctx, [...ids, ...(await listAttendances(ctx, ids)).map(({ id }) => id), ...(await loadFees(ctx, ids)).map(({ id }) => id)])
  await redactReplies(ctx, ids)
}

/** The parts of a set that the caller may see, in their order. */
export const findSetParts = async (ctx: ReadContext, setId: string): Promise<store.BookingRow[]> => store.listPartsOfSet(ctx, await getViewer(ctx), setId)
/** The same, locked because they are about to change. */
export const lockSetParts = async (ctx: TransactionContext, setId: string): Promise<store.BookingRow[]> =>
  store.lockPartsOfSet(ctx, await getViewer(ctx), setId)
/** Whether a set has parts that the caller, a staff member with own bookings only, does not give. */
export async function hasPartsOfOthers(ctx: ReadContext, setId: string): Promise<boolean> {
  const viewer = await getViewer(ctx)
  if (viewer.resourceId === undefined) return false
  const [own, all] = [await store.listPartsOfSet(ctx, viewer, setId), await store.listPartsOfSet(ctx, unrestrictedViewer, setId)]
  return own.length < all.length
}
/** Bookings that the caller may see. */
export const findBookings = async (ctx: ReadContext, ids: readonly string[]): Promise<store.BookingRow[]> => store.bookingsById(ctx, await getViewer(ctx), ids)
/** The same, locked in a fixed order. */
export async function lockBookings(ctx: TransactionContext, ids: readonly string[]): Promise<store.BookingRow[]> {
  const viewer = await getViewer(ctx)
  const found: store.BookingRow[] = []
  for (const id of [...new Set(ids)].sort()) {
    const booking = await store.lockBooking(ctx, viewer, id)
    if (booking) found.push(booking)
  }
  return found
}
/** For bookings that join a set, change their position in it, or leave it. */
export { saveBooking } from './actions/changes/change.ts'
export { emitUpdated as emitBookingUpdated } from './events.ts'

/** A booked entity resolved for a set: service, time, location, and the policy flags that forbid it. */
export interface ResolvedPart {
  serviceId: string
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  start: number
  end: number
  /** Equal for equal locations. */
  place: string
  needsApproval: boolean
  bufferMinutes: number
  namedResource: string | undefined
  flags: ReturnType<typeof checkBookingPolicy>
  businessZone: string
  maxParticipants: number
}
/** Add-ons of a part: requested ones, or the minutes of those it has. */
export interface PartExtras {
  addOns?: BookingInput['bookedAddOns']
  skipAddOnValidation?: boolean
  minutes?: number
}
const createMinutesResolver =
  (ctx: ReadContext, { addOns, skipAddOnValidation, minutes }: PartExtras) =>
  async (bookable: BookableService): Promise<number> =>
    addOns && addOns.length > 0 ? (await resolveAddOns(ctx, bookable, readAddOns(addOns), skipAddOnValidation === true)).minutes : (minutes ?? 0)

/** Resolves one part of a set as `createBooking` would: service, slot, policy flags. Refuses what a single booking would be refused for. */
export async function resolvePart(ctx: ReadContext, bookedEntity: BookingInput['bookedEntity'], extras: PartExtras = {}): Promise<ResolvedPart> {
  const { bookable, slot } = await resolveBookedEntity(ctx, bookedEntity, createMinutesResolver(ctx, extras))
  return {
    serviceId: bookable.service.id,
    type: bookable.service.type,
    start: slot.start.epochMilliseconds,
    end: slot.end.epochMilliseconds,
    place: [slot.location?.locationType, slot.location?.id].filter(Boolean).join(' '),
    needsApproval: bookable.needsApproval,
    bufferMinutes: bookable.service.type === 'APPOINTMENT' ? bookable.service.timeBetweenSessions : 0,
    namedResource: slot.resourceNamed ? slot.resources[0] : undefined,
    flags: checkBookingPolicy(ctx, bookable, slot),
    businessZone: bookable.site.timeZone,
    maxParticipants: bookable.maxParticipants,
  }
}
/** Minutes that the add-ons of a booking take. */
export const getAddOnMinutes = (booking: store.BookingRow): number => sumAddOnMinutes(booking.addOns)
/** Whether the booking occupies its slot now. */
export const isHoldingSlot = (ctx: BaseContext, { status, holdUntil, serviceType: type, allowMultipleRequests }: store.BookingRow): boolean =>
  isSlotTaken({ status, holdUntil, type, allowMultipleRequests }, ctx.now)
/** Resources that could give an appointment at its time, in order of preference. */
export async function findPeople(ctx: ReadContext, bookedEntity: BookingInput['bookedEntity'], extras: PartExtras = {}): Promise<string[]> {
  const { bookable, slot } = await resolveBookedEntity(ctx, bookedEntity, createMinutesResolver(ctx, extras))
  const teams = await findFreeTeams(ctx, toTeamQuery(bookable, slot))
  return [...new Set(teams.map((team) => team[0] as string))]
}
