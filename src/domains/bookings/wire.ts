/** Wire entities of bookings. Source: guide bookings §3. */
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { Booking } from './contract.ts'
import { formatSlotTime } from './rules/dates.ts'
import { type ActionInput, isBoundToSet } from './rules/policy.ts'
import { fromMinor } from '#kit/pure/money.ts'
import type { AttendanceRow } from './store/attendance.ts'
import type { BookingRow } from './store/bookings.ts'
import type { FeeRow } from './store/fees.ts'

export const formatInstant = toWireTime
const tag = { APPOINTMENT: 'INDIVIDUAL', CLASS: 'GROUP', COURSE: 'COURSE' } as const
const omitNullish = <T extends object>(value: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined && v !== null)) as { [K in keyof T]: NonNullable<T[K]> }

/** The resource, with its email address for owners only. */
export const resourceToWire = (booking: BookingRow, owner: boolean) => {
  if (!booking.resource) return undefined
  const { email, ...rest } = booking.resource
  return omitNullish(owner ? { ...rest, email } : rest)
}

/** What was booked: a course as its schedule, anything else as one slot. */
const bookedEntityToWire = (booking: BookingRow, owner: boolean) => {
  const common = { scheduleId: booking.scheduleId, serviceId: booking.serviceId, timezone: booking.timeZone }
  const location = booking.location ? omitNullish(booking.location) : undefined
  const texts = { title: booking.title, tags: [tag[booking.serviceType]] }
  if (booking.serviceType === 'COURSE') {
    const [firstSessionStart, lastSessionEnd] = [formatInstant(booking.startAt), formatInstant(booking.endAt)]
    return { schedule: omitNullish({ ...common, firstSessionStart, lastSessionEnd, location }), ...texts }
  }
  const slot = omitNullish({
    ...common,
    eventId: booking.eventId,
    sessionId: booking.eventId,
    startDate: formatSlotTime(booking.startAt, booking.timeZone),
    endDate: formatSlotTime(booking.endAt, booking.timeZone),
    resource: resourceToWire(booking, owner),
    location,
    resourceSelections: booking.resourceSelections,
    allDay: booking.allDay,
  })
  return { slot, ...texts }
}

const creatorToWire = (booking: BookingRow) =>
  omitNullish({
    anonymousVisitorId: booking.createdByVisitorId,
    memberId: booking.createdByMemberId,
    wixUserId: booking.createdByUserId,
    appId: booking.createdByAppId,
    contactId: booking.createdByContactId,
  })

/** Event and reply show the same row; rows do not change. */
const ownerViews = new WeakMap<BookingRow, Booking>()
/** The booking as the API shows it. `owner`: with what only the business sees. */
export function bookingToWire(booking: BookingRow, owner: boolean): Booking {
  if (!owner) return toWire(booking, false)
  let view = ownerViews.get(booking)
  if (!view) ownerViews.set(booking, (view = toWire(booking, true)))
  return view
}

function toWire(booking: BookingRow, owner: boolean): Booking {
  return omitNullish({
    id: booking.id,
    revision: String(booking.revision),
    createdDate: formatInstant(booking.createdAt),
    updatedDate: formatInstant(booking.updatedAt),
    bookedEntity: bookedEntityToWire(booking, owner),
    contactDetails: booking.contactDetails,
    additionalFields: booking.additionalFields,
    totalParticipants: booking.participantsChoices ? undefined : booking.participants,
    participantsChoices: booking.participantsChoices ?? undefined,
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    selectedPaymentOption: booking.paymentOption,
    depositSelected: booking.depositSelected,
    externalUserId: booking.externalUserId,
    createdBy: creatorToWire(booking),
    startDate: formatInstant(booking.startAt),
    endDate: formatInstant(booking.endAt),
    doubleBooked: booking.doubleBooked || undefined,
    multiServiceBookingInfo: booking.multiServiceBooking ? { id: booking.multiServiceBooking.id, type: booking.multiServiceBooking.type } : undefined,
    formId: booking.formId,
    formSubmissionId: booking.formSubmissionId,
    bookedAddOns: booking.addOns.map(({ id, ...more }) => ({ id, addOnId: id, ...more })),
    appId: booking.appId,
    createdByAppId: booking.createdByAppId,
    bookingSource: booking.source,
    extendedFields: { namespaces: booking.extendedFields },
    canceledDate: booking.canceledAt ? formatInstant(booking.canceledAt) : undefined,
  }) as Booking
}

/** What a dry run says of a booking: who, what and when. */
export function describeBooking({ contactDetails, bookedEntity, startDate }: Booking): { who?: string; what?: string; at?: string } {
  const who = [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(' ')
  const what = bookedEntity?.title
  return { ...(who && { who }), ...(what && { what }), ...(startDate && { at: startDate }) }
}

/** The input of the policy rules. */
export const toActionInput = (booking: BookingRow): ActionInput => ({
  status: booking.status,
  type: booking.serviceType,
  start: booking.startAt,
  holdUntil: booking.holdUntil,
  partOfSet: isBoundToSet(booking.multiServiceBooking),
  policy: booking.policy,
})

export const attendanceToWire = (row: AttendanceRow) => ({
  id: row.id,
  bookingId: row.bookingId,
  eventId: row.eventId,
  sessionId: row.eventId,
  status: row.status,
  numberOfAttendees: row.attendees,
})

/** The amount as the public fee shows it. */
export const moneyToWire = (amount: number, currency: string) => {
  const value = fromMinor(BigInt(amount), currency)
  return { value, currency, formattedValue: `${value} ${currency}` }
}
export const feeToWire = (fee: FeeRow, booking: BookingRow | undefined) => ({
  id: fee.id,
  bookingId: fee.bookingId,
  cancellationFee: {
    price: moneyToWire(fee.status === 'APPLIED_TO_ORDER' ? (fee.applied ?? fee.amount) : fee.amount, fee.currency),
    status: fee.status,
    trigger: fee.trigger,
  },
  policyDetails: policyToWire(booking),
})
/** A fee that is not recorded: what cancelling would cost now. */
export const feePreviewToWire = (booking: BookingRow, amount: number) => ({
  bookingId: booking.id,
  cancellationFee: { price: moneyToWire(amount, booking.price.currency), status: 'PREVIEW', trigger: 'BOOKING_CANCELED' },
  policyDetails: policyToWire(booking),
})
const policyToWire = (booking: BookingRow | undefined) =>
  omitNullish({ id: booking?.policy.policyId, description: booking?.policy.customDescription, descriptionTranslated: booking?.policy.customDescription })

/** The policy copy of a booking as the public policy snapshot; its id is that of the booking. */
export const snapshotToWire = (booking: BookingRow) => {
  const { policy } = booking
  const limit = ({ enabled, limited, latestMinutes, allowAnonymous }: BookingRow['policy']['cancellation'], what: 'Cancellation' | 'Reschedule') => ({
    enabled,
    [`limitLatest${what}`]: limited,
    [`latest${what}InMinutes`]: latestMinutes,
    allowAnonymous,
  })
  return {
    id: booking.id,
    bookingId: booking.id,
    createdDate: formatInstant(booking.createdAt),
    policy: {
      ...(policy.policyId && { id: policy.policyId }),
      revision: policy.revision,
      cancellationPolicy: limit(policy.cancellation, 'Cancellation'),
      reschedulePolicy: limit(policy.reschedule, 'Reschedule'),
      cancellationFeePolicy: {
        enabled: policy.cancellationFee.enabled,
        cancellationWindows: policy.cancellationFee.windows.map(({ amount, ...window }) => ({ ...window, ...(amount && { amount: { value: amount } }) })),
        autoCollectFeeEnabled: policy.cancellationFee.autoCollect,
      },
      saveCreditCardPolicy: { enabled: policy.saveCard },
      customPolicyDescription: { enabled: policy.customDescription !== null, description: policy.customDescription ?? '' },
    },
  }
}
