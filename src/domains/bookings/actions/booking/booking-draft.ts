/** A new booking before it is stored: columns from the request, its service, its slot and its caller. Source: guide bookings §3, §4. */
import type { BaseContext, ReadContext } from '#kit/api/context.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import type { BookingInput, CreateBookingInput, Flags } from '../../contract.ts'
import { BOOKINGS_APP } from '../../events.ts'
import { calculateDue } from '../../rules/due.ts'
import { calculateFirstHold } from '../../rules/holds.ts'
import type { BookingRow, PriceSnapshot } from '../../store/bookings.ts'
import type { BookableService } from './bookable-service.ts'
import { createPolicySnapshot } from './booking-policy.ts'
import type { BookingRequest } from './booking-request.ts'
import { calculateChoicesPrice, getSessionMinutes } from './extras.ts'
import { fillCustomerAddress } from './location.ts'
import type { BookingSlot } from './resolve-slot.ts'

export type BookingDraft = Omit<BookingRow, 'siteId' | 'search'>

/** A part of a set: which one, and what the set decides for it. */
export interface PartOfSet {
  set: { id: string; type: string; place: number }
  /** Stored instead of the buffer of the service, when the next part follows with the same person. */
  bufferMinutes?: number | undefined
  needsApproval: boolean
}

/** A held booking that has not claimed its slot yet. */
export function createDraft(ctx: BaseContext, request: BookingRequest, deposit: boolean): BookingDraft {
  const columns = {
    ...unsetColumns,
    id: ctx.newId(),
    revision: 1,
    status: 'CREATED' as const,
    holdUntil: calculateFirstHold(ctx.now),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  // Spread one after the other, seventy columns would take as long as reading the request.
  const described = Object.assign(columns, serviceColumns(request.bookable), slotColumns(request.slot), customerColumns(request))
  return Object.assign(described, priceColumns(request, deposit), callerColumns(ctx, request))
}

/** Columns that later steps fill. */
const unsetColumns = {
  paymentStatus: 'UNDEFINED',
  planOrderId: null,
  credits: 0,
  orderId: null,
  resource: null,
  doubleBooked: false,
  forced: false,
  multiServiceBooking: null,
  allowAddOnChanges: false,
  smsReminder: true,
  acceptedAt: null,
  remindAt: null,
  remindedAt: null,
  canceledAt: null,
  feeConsentText: null,
  feeConsentAt: null,
} as const

const serviceColumns = (bookable: BookableService) => {
  const { service } = bookable
  return {
    serviceId: service.id,
    appId: service.appId,
    serviceType: service.type,
    scheduleId: service.scheduleId,
    formId: service.formId,
    allowMultipleRequests: bookable.allowMultipleRequests,
    needsApproval: bookable.needsApproval,
    bufferMinutes: service.type === 'APPOINTMENT' ? service.timeBetweenSessions : 0,
    policy: createPolicySnapshot(bookable),
  }
}

const slotColumns = (slot: BookingSlot) => ({
  eventId: slot.eventId,
  title: slot.title,
  startAt: slot.start,
  endAt: slot.end,
  timeZone: slot.timeZone,
  resourceSelections: slot.resourceSelections,
  allDay: slot.allDay,
  resourceId: slot.resources[0] ?? null,
  resourceIds: slot.resources,
})

const customerColumns = ({ asked, slot, contact, people, addOns }: BookingRequest) => ({
  contactId: contact.contactId,
  emailKey: contact.email?.toLowerCase() ?? null,
  contactDetails: contact,
  location: fillCustomerAddress(slot.location, contact.fullAddress),
  participants: people,
  participantsChoices: asked.participantsChoices ?? null,
  additionalFields: (asked.additionalFields ?? []).map((field) => ({
    id: field.id,
    valueType: field.valueType ?? 'SHORT_TEXT',
    ...(field.value && { value: field.value }),
  })),
  addOns: addOns.copies,
  formSubmissionId: asked.formSubmissionId ?? null,
  externalUserId: asked.externalUserId ?? null,
  businessNote: null,
  extendedFields: (asked.extendedFields?.namespaces ?? {}) as Record<string, Record<string, unknown>>,
})

const priceColumns = ({ bookable, people, paymentOption, addOns }: BookingRequest, deposit: boolean) => {
  const { terms, site } = bookable
  const extras = { ...(addOns.copies.length > 0 && addOns.cost(people)) }
  const { total } = calculateDue(terms, paymentOption, people, deposit, extras)
  return { paymentOption, depositSelected: terms.deposit === null ? null : deposit, price: { currency: site.currency, terms, total, ...extras } }
}

const callerColumns = (ctx: BaseContext, { asked, contact, sourceApp }: BookingRequest) => {
  const { role, memberId = null, visitorId = null, userId = null, appId } = ctx.caller
  const isOwner = role === 'owner'
  return {
    createdByMemberId: isOwner ? null : memberId,
    createdByVisitorId: isOwner || memberId ? null : visitorId,
    createdByUserId: isOwner ? userId : null,
    createdByAppId: isOwner && !userId ? (appId ?? BOOKINGS_APP) : null,
    createdByContactId: isOwner ? null : contact.contactId,
    source: {
      platform: asked.bookingSource?.platform === 'MOBILE_APP' ? 'MOBILE_APP' : 'WEB',
      actor: isOwner ? 'BUSINESS' : 'CUSTOMER',
      ...(asked.bookingSource?.appDefId && { appDefId: asked.bookingSource.appDefId }),
      ...(sourceApp && { appName: sourceApp }),
    },
    // Guests get emails in the language they book in; members, and people whom the business books for, in their own.
    language: role === 'visitor' ? (matchLanguage(ctx.headers['accept-language']) ?? null) : null,
    // Counts towards the holds of an address; those of the business, or of its storefront, count towards none.
    ip: isOwner ? null : ctx.ip,
  }
}

/** What the call says about the booking as a whole. */
export const optionColumns = (input: CreateBookingInput, flags: Flags, part: PartOfSet | undefined) => ({
  smsReminder: input.sendSmsReminder !== false,
  allowAddOnChanges: flags.allowAddOnChanges === true,
  ...(part && { multiServiceBooking: part.set, ...(part.bufferMinutes !== undefined && { bufferMinutes: part.bufferMinutes }) }),
})

/** The price of a draft that has its slot: it may depend on choices, on the person and on the length. */
export async function calculatePrice(ctx: ReadContext, bookable: BookableService, draft: BookingDraft): Promise<PriceSnapshot> {
  const { participants: people, resourceId } = draft
  const choices = draft.participantsChoices as BookingInput['participantsChoices']
  const priced = await calculateChoicesPrice(ctx, bookable, { choices, people, resourceId, minutes: getSessionMinutes(draft) })
  if (!priced) return draft.price
  const price = { ...draft.price, priced }
  return { ...price, total: calculateDue(price.terms, draft.paymentOption, people, draft.depositSelected === true, price).total }
}
