/** A customer or the business books: checks in the order of the guide, then the place, then the paper. Source: guide: bookings 4. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { findOrCreateContact, memberById } from '#domains/members/public.ts'
import type { BookingIn, CreateIn } from '../contract.ts'
import { orRefuse, refuse } from '../errors.ts'
import { acted, created } from '../events.ts'
import { acceptsOption, due, takesDeposit } from '../rules/due.ts'
import { firstHold, LIVE_HOLDS_PER_ADDRESS, LIVE_HOLDS_PER_CUSTOMER } from '../rules/holds.ts'
import { reminderAt } from '../rules/reminders.ts'
import * as store from '../store/bookings.ts'
import { freePeople } from '../time.ts'
import { writeToCustomer } from './letters.ts'
import { coursePlace, mustRespectPolicy, offerOf, placeOf, releasePlace, resourceCopy, snapshotOf, takePlace, type Offer, type Place } from './place.ts'

/** The booking as it is after the call: held, or confirmed when the business books and says so. */
export async function createBooking(ctx: Ctx, wish: CreateIn): Promise<store.BookingRecord> {
  const { booking: asked } = wish
  const owner = ctx.caller.role === 'owner'
  const flags = owner ? (wish.flowControlSettings ?? {}) : {}
  if (asked.multiServiceBookingInfo) refuse('CAN_NOT_CREATE_BOOKING_WITH_MULTI_SERVICE_BOOKING_INFO')
  const { slot, schedule } = asked.bookedEntity ?? {}
  if (!slot && !schedule) refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'needs a slot or a schedule' }] })
  const offer = await offerOf(ctx, slot ?? schedule ?? {})
  const place = offer.service.type === 'COURSE' ? await coursePlace(ctx, offer, (schedule ?? slot)?.timezone) : await placeOf(ctx, offer, slot ?? {})
  const contact = contactOf(asked, wish.formSubmission ?? undefined)
  if (!owner && (!contact.firstName || !contact.email))
    refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.contactDetails', description: 'needs a first name and an email address' }] })
  if (owner && !contact.firstName && !contact.contactId)
    refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.contactDetails.firstName', description: 'is required' }] })
  const people = participantsOf(asked, offer)
  const option = asked.selectedPaymentOption ?? 'UNDEFINED'
  if (!flags.skipSelectedPaymentOptionValidation) orRefuse(acceptsOption(option, offer.terms))
  const deposit = orRefuse(takesDeposit(asked.depositSelected ?? undefined, offer.terms))
  if (!owner) {
    mustRespectPolicy(ctx, offer, place)
    if (people > offer.maxParticipants)
      refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.totalParticipants', description: `must be at most ${offer.maxParticipants}` }] })
    await limitHolds(ctx, offer, place)
  }
  if (flags.skipAvailabilityValidation && offer.service.type === 'APPOINTMENT' && !place.resourceNamed)
    refuse('CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED')

  const draft = await draftOf(ctx, { asked, offer, place, contact, people, option, deposit })
  const confirmNow = owner && asked.status === 'CONFIRMED'
  const booking = await withPlace(ctx, draft, { offer, place, forced: flags.skipAvailabilityValidation === true, hold: confirmNow ? null : draft.holdUntil })
  await store.insertBooking(ctx, booking)
  created(ctx, { ...booking, siteId: ctx.siteId })
  const stored = { ...booking, siteId: ctx.siteId }
  return confirmNow ? confirmAtOnce(ctx, stored, wish) : stored
}

/** Row 3 of the state table: the business puts it on the calendar in the same step. */
async function confirmAtOnce(ctx: Ctx, booking: store.BookingRecord, wish: CreateIn): Promise<store.BookingRecord> {
  const eventId = booking.eventId ?? (booking.serviceType === 'APPOINTMENT' ? ctx.newId() : null)
  const confirmed = { ...booking, status: 'CONFIRMED' as const, holdUntil: null, eventId, remindAt: reminderAt(booking.startAt, ctx.now) }
  await store.updateBooking(ctx, booking.id, { status: confirmed.status, holdUntil: null, eventId, remindAt: confirmed.remindAt })
  acted(ctx, 'confirmed', confirmed, { previousStatus: 'CREATED', previousPaymentStatus: booking.paymentStatus })
  if (wish.participantNotification?.notifyParticipants)
    await writeToCustomer(ctx, 'booking-confirmed', confirmed, { ownerMessage: wish.participantNotification.message ?? '' })
  return confirmed
}

type Draft = Omit<store.BookingRecord, 'siteId'>

/** Takes the first free resource, or the seats. Candidates are tried in order; the constraint decides. */
async function withPlace(
  ctx: Ctx,
  draft: Draft,
  { offer, place, forced, hold }: { offer: Offer; place: Place; forced: boolean; hold: Temporal.Instant | null },
): Promise<Draft> {
  if (offer.service.type !== 'APPOINTMENT') {
    const result = await takePlace(ctx, draft, { capacity: place.capacity, holdUntil: hold, forced })
    if (!result.taken) return refuse(offer.service.type === 'CLASS' ? 'SESSION_CAPACITY_EXCEEDED' : 'SCHEDULE_CAPACITY_EXCEEDED', { left: result.left })
    return { ...draft, forced, resource: await resourceCopy(ctx, place.resources[0]) }
  }
  // The hours of people are asked first; the constraint on their time has the last word.
  const free = forced
    ? place.resources
    : (
        await freePeople(ctx, {
          serviceId: offer.service.id,
          start: place.start,
          end: place.end,
          resourceId: place.resourceNamed ? place.resources[0] : undefined,
          locationId: place.location?.id,
          elsewhere: place.location?.locationType === 'CUSTOM',
        })
      ).map((one) => one.id)
  for (const resourceId of free) {
    const attempt = { ...draft, resourceId, resourceIds: [resourceId] }
    const overlapping = forced ? await store.overlappingAppointments(ctx, [resourceId], draft.startAt, draft.endAt, draft.id) : 0
    const result = await takePlace(ctx, attempt, { capacity: 1, holdUntil: hold, forced: overlapping > 0 })
    if (result.taken) return { ...attempt, forced, doubleBooked: overlapping > 0, resource: await resourceCopy(ctx, resourceId) }
  }
  return refuse('SLOT_NOT_AVAILABLE')
}

/** decision: a reload gives up the own earlier hold of the same place; more than a few holds at once are refused. */
async function limitHolds(ctx: Ctx, offer: Offer, place: Place): Promise<void> {
  const { memberId, visitorId } = ctx.caller
  const { mine, ofAddress } = await store.liveHolds(ctx, { memberId, visitorId, ip: ctx.ip })
  let live = mine.length
  for (const earlier of mine) {
    if (earlier.serviceId !== offer.service.id || !earlier.startAt.equals(place.start) || earlier.eventId !== place.eventId) continue
    if ((await store.paymentsOf(ctx, earlier.id)).some((payment) => payment.status === 'STARTED')) continue
    await releasePlace(ctx, earlier)
    await store.updateBooking(ctx, earlier.id, { holdUntil: null })
    live -= 1
  }
  if (live >= LIVE_HOLDS_PER_CUSTOMER || ofAddress - (mine.length - live) >= LIVE_HOLDS_PER_ADDRESS) refuseStandard('RESOURCE_EXHAUSTED')
}

/** Form values win over the contact details; two different addresses are a conflict. */
function contactOf(asked: BookingIn, form: Record<string, unknown> | undefined): store.ContactDetails {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
  const given = asked.contactDetails ?? {}
  const formEmail = text(form?.email)
  if (formEmail && text(given.email) && formEmail.toLowerCase() !== text(given.email)?.toLowerCase()) refuse('CONTACT_DETAILS_CONFLICT')
  const all = {
    contactId: text(given.contactId),
    firstName: text(form?.first_name) ?? text(given.firstName),
    lastName: text(form?.last_name) ?? text(given.lastName),
    email: formEmail ?? text(given.email),
    phone: text(form?.phone) ?? text(given.phone),
    fullAddress: given.fullAddress ?? undefined,
    timeZone: text(given.timeZone),
    countryCode: text(given.countryCode),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as store.ContactDetails
}

function participantsOf(asked: BookingIn, offer: Offer): number {
  const choices = asked.participantsChoices?.serviceChoices
  if (choices && asked.totalParticipants)
    refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.totalParticipants', description: 'and participantsChoices exclude each other' }] })
  if (choices && offer.terms.rate !== 'VARIED') refuse('INVALID_SERVICE_CHOICES')
  return choices ? choices.reduce((sum, choice) => sum + (choice.numberOfParticipants ?? 1), 0) : (asked.totalParticipants ?? 1)
}

interface Draw {
  asked: BookingIn
  offer: Offer
  place: Place
  contact: store.ContactDetails
  people: number
  option: store.BookingRecord['paymentOption']
  deposit: boolean
}

/** The new booking before its place is taken. */
async function draftOf(ctx: Ctx, { asked, offer, place, contact, people, option, deposit }: Draw): Promise<Draft> {
  const { caller } = ctx
  const owner = caller.role === 'owner'
  const contactId = await contactIdOf(ctx, contact)
  const price = due(offer.terms, option, people, deposit)
  const member = !owner && caller.memberId ? caller.memberId : null
  return {
    id: ctx.newId(),
    status: 'CREATED',
    paymentStatus: 'UNDEFINED',
    paymentOption: option,
    revision: 1,
    serviceId: offer.service.id,
    serviceType: offer.service.type,
    scheduleId: offer.service.scheduleId,
    eventId: place.eventId,
    title: place.title,
    startAt: place.start,
    endAt: place.end,
    timeZone: place.timeZone,
    resourceId: place.resources[0] ?? null,
    resourceIds: place.resources,
    resource: null,
    location: place.location,
    participants: people,
    participantsChoices: asked.participantsChoices ?? null,
    contactId,
    emailKey: contact.email?.toLowerCase() ?? null,
    contactDetails: { ...contact, contactId },
    additionalFields: (asked.additionalFields ?? []).map((field) => ({
      id: field.id,
      valueType: field.valueType ?? 'SHORT_TEXT',
      ...(field.value && { value: field.value }),
    })),
    externalUserId: asked.externalUserId ?? null,
    createdByMemberId: member,
    createdByVisitorId: !owner && !member ? (caller.visitorId ?? null) : null,
    createdByUserId: owner ? (caller.userId ?? null) : null,
    createdByAppId: owner && !caller.userId ? (caller.appId ?? null) : null,
    createdByContactId: owner ? null : contactId,
    source: { platform: asked.bookingSource?.platform === 'MOBILE_APP' ? 'MOBILE_APP' : 'WEB', actor: owner ? 'BUSINESS' : 'CUSTOMER' },
    formId: offer.service.formId,
    formSubmissionId: asked.formSubmissionId ?? null,
    depositSelected: offer.terms.deposit === null ? null : deposit,
    extendedFields: (asked.extendedFields?.namespaces ?? {}) as Record<string, Record<string, unknown>>,
    doubleBooked: false,
    forced: false,
    multiServiceBooking: null,
    needsApproval: offer.needsApproval,
    bufferMinutes: offer.service.type === 'APPOINTMENT' ? offer.service.timeBetweenSessions : 0,
    holdUntil: firstHold(ctx.now),
    policy: snapshotOf(offer),
    price: { currency: offer.site.currency, terms: offer.terms, total: price.total },
    planOrderId: null,
    language: null,
    ip: ctx.ip,
    remindAt: null,
    remindedAt: null,
    canceledAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}

/** The contact the booking belongs to; a member who uses the login email books as themselves. */
async function contactIdOf(ctx: Ctx, contact: store.ContactDetails): Promise<string> {
  if (ctx.caller.role === 'owner' && contact.contactId) return contact.contactId
  const member = ctx.caller.memberId ? await memberById(ctx, ctx.caller.memberId) : undefined
  if (member && contact.email?.toLowerCase() === member.loginEmail.toLowerCase()) return member.contactId
  return (await findOrCreateContact(ctx, { email: contact.email, firstName: contact.firstName, lastName: contact.lastName, phone: contact.phone })).id
}
