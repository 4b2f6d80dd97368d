/** A booking as the wire shows it. Source: guide: bookings 3. */
import { wireTime } from '#kit/pure/wire-time.ts'
import type { Booking } from './contract.ts'
import { slotText } from './rules/dates.ts'
import type { ActionAsk } from './rules/policy.ts'
import { fromMinor } from '#kit/pure/money.ts'
import type { AttendanceRecord } from './store/attendance.ts'
import type { BookingRecord } from './store/bookings.ts'
import type { FeeRecord } from './store/fees.ts'

export const iso = wireTime
const tag = { APPOINTMENT: 'INDIVIDUAL', CLASS: 'GROUP', COURSE: 'COURSE' } as const
const present = <T extends object>(value: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined && v !== null)) as never

/** The resource without its mail address for everybody but owners. */
const resourceFor = (booking: BookingRecord, owner: boolean) => {
  if (!booking.resource) return undefined
  const { email, ...rest } = booking.resource
  return present(owner ? { ...rest, email } : rest)
}

export function bookingToWire(booking: BookingRecord, owner: boolean): Booking {
  const location = booking.location ? present(booking.location) : undefined
  const common = { scheduleId: booking.scheduleId, serviceId: booking.serviceId, timezone: booking.timeZone }
  const entity =
    booking.serviceType === 'COURSE'
      ? { schedule: present({ ...common, firstSessionStart: iso(booking.startAt), lastSessionEnd: iso(booking.endAt), location }) }
      : {
          slot: present({
            ...common,
            eventId: booking.eventId,
            sessionId: booking.eventId,
            startDate: slotText(booking.startAt, booking.timeZone),
            endDate: slotText(booking.endAt, booking.timeZone),
            resource: resourceFor(booking, owner),
            location,
          }),
        }
  return present({
    id: booking.id,
    revision: String(booking.revision),
    createdDate: iso(booking.createdAt),
    updatedDate: iso(booking.updatedAt),
    bookedEntity: { ...entity, title: booking.title, tags: [tag[booking.serviceType]] },
    contactDetails: booking.contactDetails,
    additionalFields: booking.additionalFields,
    totalParticipants: booking.participantsChoices ? undefined : booking.participants,
    participantsChoices: booking.participantsChoices ?? undefined,
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    selectedPaymentOption: booking.paymentOption,
    depositSelected: booking.depositSelected,
    externalUserId: booking.externalUserId,
    createdBy: present({
      anonymousVisitorId: booking.createdByVisitorId,
      memberId: booking.createdByMemberId,
      wixUserId: booking.createdByUserId,
      appId: booking.createdByAppId,
      contactId: booking.createdByContactId,
    }),
    startDate: iso(booking.startAt),
    endDate: iso(booking.endAt),
    doubleBooked: booking.doubleBooked || undefined,
    multiServiceBookingInfo: booking.multiServiceBooking ? { id: booking.multiServiceBooking.id, type: booking.multiServiceBooking.type } : undefined,
    formId: booking.formId,
    formSubmissionId: booking.formSubmissionId,
    bookedAddOns: booking.addOns.map(({ id, ...more }) => ({ id, addOnId: id, ...more })),
    appId: booking.appId,
    createdByAppId: booking.createdByAppId,
    bookingSource: booking.source,
    extendedFields: { namespaces: booking.extendedFields },
    canceledDate: booking.canceledAt ? iso(booking.canceledAt) : undefined,
  }) as Booking
}

/** What the policy rules want to know about a booking. */
export const actionAsk = (booking: BookingRecord): ActionAsk => ({
  status: booking.status,
  type: booking.serviceType,
  start: booking.startAt,
  holdUntil: booking.holdUntil,
  partOfSet: booking.multiServiceBooking !== null,
  policy: booking.policy,
})

export const attendanceToWire = (row: AttendanceRecord) => ({
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
export const feeToWire = (fee: FeeRecord, booking: BookingRecord | undefined) => ({
  id: fee.id,
  bookingId: fee.bookingId,
  cancellationFee: {
    price: moneyToWire(fee.status === 'APPLIED_TO_ORDER' ? (fee.applied ?? fee.amount) : fee.amount, fee.currency),
    status: fee.status,
    trigger: fee.trigger,
  },
  policyDetails: policyToWire(booking),
})
/** What it would cost now. */
export const feePreview = (booking: BookingRecord, amount: number) => ({
  bookingId: booking.id,
  cancellationFee: { price: moneyToWire(amount, booking.price.currency), status: 'PREVIEW', trigger: 'BOOKING_CANCELED' },
  policyDetails: policyToWire(booking),
})
const policyToWire = (booking: BookingRecord | undefined) =>
  present({ id: booking?.policy.policyId, description: booking?.policy.customDescription, descriptionTranslated: booking?.policy.customDescription })

/** The frozen rules in the words of the policy. One per booking, under its id. */
export const snapshotToWire = (booking: BookingRecord) => {
  const { policy } = booking
  const limit = ({ enabled, limited, latestMinutes, allowAnonymous }: BookingRecord['policy']['cancellation'], what: 'Cancellation' | 'Reschedule') => ({
    enabled,
    [`limitLatest${what}`]: limited,
    [`latest${what}InMinutes`]: latestMinutes,
    allowAnonymous,
  })
  return {
    id: booking.id,
    bookingId: booking.id,
    createdDate: iso(booking.createdAt),
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
