/** A customer or the business books: checks in the order of the guide, then the place, then the paper. Source: guide: bookings 4. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { pipelineFindOrCreateContact, findContactById } from '#domains/members/public.ts'
import type { BookingInput, CreateBookingInput, Flags } from '../contract.ts'
import type { Decision } from '../rules/decision.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { emitAction, BOOKINGS_APP, emitCreated } from '../events.ts'
import { countPeople } from '../rules/choices.ts'
import { calculateDue, resolveDeposit } from '../rules/due.ts'
import { CREATES_PER_VISITOR_AND_HOUR, calculateFirstHold, LIVE_HOLDS_PER_ADDRESS, LIVE_HOLDS_PER_CUSTOMER } from '../rules/holds.ts'
import * as store from '../store/bookings.ts'
import { insertSubmission } from '../store/attendance.ts'
import { findFreeTeams, mustTakeSeats } from '../scheduling.ts'
import { createCalendarEntry } from './calendar-entry.ts'
import { resolveAddOns, readAddOns, assertChoicesOffered, noAddOns, calculateChoicesPrice, getSessionMinutes, type BookedAddOns } from './extras.ts'
import { assertFlagsPermitted } from './change.ts'
import { fillCustomerAddress } from './location.ts'
import { payWithPlanIfChosen } from './credits.ts'
import { paidWithPlanText, queueCustomerEmailIfRequested } from './emails.ts'
import { assertOptionAccepted } from './payment-options.ts'
import {
  resolveBookedEntity,
  findMissingFields,
  refuseMissing,
  assertBookingPolicy,
  getBookableService,
  copyResource,
  createPolicySnapshot,
  claimSlot,
  toTeamQuery,
  type BookableService,
  type BookingSlot,
} from './place.ts'
import { releaseSlot } from './release-slot.ts'

/** A part of a set: which one, the sessions and people it may not take, and whether the set as a whole needs approval. */
export interface PartOfSet {
  set: { id: string; type: string; place: number }
  /** Stored instead of the service's own, when the next part follows with the same person. */
  bufferMinutes?: number | undefined
  needsApproval: boolean
}

/** The booking as it is after the call: held, or confirmed when the business books and says so. */
export async function createBooking(ctx: Ctx, input: CreateBookingInput, part?: PartOfSet): Promise<store.BookingRow> {
  const { booking: asked } = input
  const owner = ctx.caller.role === 'owner'
  const flags = owner ? (input.flowControlSettings ?? {}) : {}
  assertFlagsPermitted(ctx, flags)
  if (asked.multiServiceBookingInfo) refuse('CAN_NOT_CREATE_BOOKING_WITH_MULTI_SERVICE_BOOKING_INFO')
  // The parts of a set count as one hold, by the first of them.
  const load = !owner && (part?.set.place ?? 0) === 0 ? await store.queryHoldUsage(ctx, { ...ctx.caller, ip: ctx.ip }) : undefined
  const wishes = await readInput(ctx, input)
  const { offer, place, people } = wishes
  if (!flags.skipSelectedPaymentOptionValidation) await assertOptionAccepted(ctx, wishes.option, offer.terms)
  const deposit = unwrapOrRefuse(resolveDeposit(asked.depositSelected ?? undefined, offer.terms, wishes.option))
  if (!owner) {
    assertBookingPolicy(ctx, offer, place)
    if (people > offer.maxParticipants)
      refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.totalParticipants', description: `must be at most ${offer.maxParticipants}` }] })
    if (load) await enforceHoldLimits(ctx, await load(), { offer, place, forSet: part !== undefined })
  }
  if (flags.skipAvailabilityValidation && offer.service.type === 'APPOINTMENT' && !place.resourceNamed)
    refuse('CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED')

  const draft = { ...createDraft(ctx, { ...wishes, asked, deposit }), ...readTraits(input, flags, part) }
  const needsApproval = (part?.needsApproval ?? offer.needsApproval) && !flags.skipBusinessConfirmation
  const confirmNow = owner && asked.status === 'CONFIRMED'
  const booking = await claimFirstFree(
    ctx,
    { ...draft, needsApproval },
    { offer, place, forced: flags.skipAvailabilityValidation === true, hold: confirmNow ? null : draft.holdUntil },
  )
  const submission = await saveFormSubmission(ctx, booking, input.formSubmission)
  const price = await calculatePrice(ctx, offer, booking)
  const stored = { ...booking, ...submission, price, siteId: ctx.siteId, search: '' }
  await store.insertBooking(ctx, stored)
  emitCreated(ctx, stored)
  return confirmNow ? confirmImmediately(ctx, stored, input, part !== undefined) : stored
}

/** A bulk call fails as a whole when an item lacks something it needs. Source: guide: bookings 4.6. */
export async function assertComplete(ctx: Ctx, input: CreateBookingInput): Promise<void> {
  const { booking: asked } = input
  const contact = unwrapOrRefuse(readContact(asked, input.formSubmission ?? undefined, ctx.caller.role === 'owner'))
  if (!contact.firstName && !contact.contactId) refuse('EMPTY_FORM_INFO')
  const { slot, schedule } = asked.bookedEntity ?? {}
  if (!slot && !schedule) refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'needs a slot or a schedule' }] })
  const offer = await getBookableService(ctx, slot ?? schedule ?? {})
  const lacking = findMissingFields(offer.service.type, slot ?? {})
  if (lacking.length > 0) refuseMissing(...lacking)
}

/** The booking of somebody who wants to wait for a place of a full class: not stored yet, and without a place. */
export async function createWaitlistDraft(ctx: Ctx, input: CreateBookingInput): Promise<{ draft: Draft; offer: BookableService; place: BookingSlot }> {
  const { booking: asked } = input
  const wishes = await readInput(ctx, input)
  const { offer, place, people } = wishes
  if (offer.service.type !== 'CLASS') refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'is not a class' }] })
  await assertOptionAccepted(ctx, wishes.option, offer.terms)
  const deposit = unwrapOrRefuse(resolveDeposit(asked.depositSelected ?? undefined, offer.terms, wishes.option))
  if (ctx.caller.role !== 'owner' && people > offer.maxParticipants)
    refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.totalParticipants', description: `must be at most ${offer.maxParticipants}` }] })
  const draft = {
    ...createDraft(ctx, { ...wishes, asked, deposit }),
    needsApproval: offer.needsApproval,
    resource: await copyResource(ctx, place.resources[0]),
  }
  const price = await calculatePrice(ctx, offer, draft)
  return { draft: { ...draft, price, status: 'WAITING_LIST', holdUntil: null }, offer, place }
}

/** A price that depends on choices, on the person or on the length is known once the place is taken. */
async function calculatePrice(ctx: Ctx, offer: BookableService, booking: Draft): Promise<store.PriceSnapshot> {
  const minutes = getSessionMinutes(booking)
  const choices = booking.participantsChoices as BookingInput['participantsChoices']
  const priced = await calculateChoicesPrice(ctx, offer, { choices, people: booking.participants, resourceId: booking.resourceId, minutes })
  if (!priced) return booking.price
  const price = { ...booking.price, priced }
  return { ...price, total: calculateDue(price.terms, booking.paymentOption, booking.participants, booking.depositSelected === true, price).total }
}

/** What the call says about the booking as a whole. */
const readTraits = (input: CreateBookingInput, flags: Flags, part: PartOfSet | undefined) => ({
  smsReminder: input.sendSmsReminder !== false,
  allowAddOnChanges: flags.allowAddOnChanges === true,
  ...(part && { multiServiceBooking: part.set, ...(part.bufferMinutes !== undefined && { bufferMinutes: part.bufferMinutes }) }),
})

/** What is asked, checked in the order of the guide (4.2: service and session, required fields, contact, choices). */
async function readInput(ctx: Ctx, { booking: asked, formSubmission, flowControlSettings }: CreateBookingInput) {
  const owner = ctx.caller.role === 'owner'
  const skipsAddOns = flowControlSettings?.skipAddOnValidation === true
  const wishes = readAddOns(asked.bookedAddOns)
  let addOns: BookedAddOns = noAddOns
  const said = readContact(asked, formSubmission ?? undefined, owner)
  // Asked for together with the time and the place. Whoever is refused further down leaves no contact behind.
  const contactId =
    'ok' in said && (!owner || !said.ok.contactId) ? await pipelineFindOrCreateContact(ctx, { ...said.ok, memberId: ctx.caller.memberId }) : undefined
  const { offer, place: found } = await resolveBookedEntity(ctx, asked.bookedEntity, async (found) => {
    addOns = await resolveAddOns(ctx, found, wishes, owner && skipsAddOns)
    return addOns.minutes
  })
  const contact = unwrapOrRefuse(said)
  const missing = [!owner && !contact.email && 'email', !contact.firstName && !(owner && contact.contactId) && 'firstName'].filter((field) => field !== false)
  if (missing.length > 0)
    refuse('VALIDATION_FAILURE', { violations: missing.map((field) => ({ field: `booking.contactDetails.${field}`, description: 'is required' })) })
  if (owner && contact.contactId && !(await findContactById(ctx, contact.contactId)))
    refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.contactDetails.contactId', description: 'is not known' }] })
  const people = countParticipants(asked)
  const place = await applyChoices(ctx, offer, found, { choices: asked.participantsChoices, addOns })
  const option = asked.selectedPaymentOption ?? ('UNDEFINED' as const)
  return { offer, place, contact: { ...contact, contactId: contactId ? await contactId() : (contact.contactId as string) }, people, addOns, option }
}

/** Choices agree with the slot; a person that they name is the one who is taken. */
async function applyChoices(
  ctx: Ctx,
  offer: BookableService,
  place: BookingSlot,
  { choices, addOns }: { choices: BookingInput['participantsChoices']; addOns: BookedAddOns },
): Promise<BookingSlot> {
  const minutes = getSessionMinutes({ serviceType: offer.service.type, startAt: place.start, endAt: place.end, addOns: addOns.copies })
  const person = await assertChoicesOffered(ctx, offer, choices, { minutes, resources: place.resources, resourceNamed: place.resourceNamed })
  return person && !place.resourceNamed ? { ...place, resources: [person], resourceNamed: true } : place
}

/** Row 3 of the state table: the business puts it on the calendar in the same step. */
async function confirmImmediately(ctx: Ctx, booking: store.BookingRow, input: CreateBookingInput, quiet: boolean): Promise<store.BookingRow> {
  const paid = await payWithPlanIfChosen(ctx, booking, { chosen: input.planOrderId ?? undefined })
  const change = { status: 'CONFIRMED' as const, holdUntil: null, acceptedAt: ctx.now, ...paid, ...(await createCalendarEntry(ctx, booking)) }
  const confirmed = { ...booking, ...change }
  await store.updateBooking(ctx, booking.id, change)
  emitAction(ctx, 'confirmed', confirmed, {
    previousStatus: 'CREATED',
    previousPaymentStatus: booking.paymentStatus,
    ...(input.participantNotification && { participantNotification: input.participantNotification }),
  })
  if (!quiet)
    await queueCustomerEmailIfRequested(
      ctx,
      'booking-confirmed',
      confirmed,
      input.participantNotification,
      paid.planOrderId ? { paymentText: paidWithPlanText } : {},
    )
  return confirmed
}

type Draft = Omit<store.BookingRow, 'siteId' | 'search'>

/** Takes the first free team, or the seats. Candidates are tried in order; the constraint decides. */
async function claimFirstFree(
  ctx: Ctx,
  draft: Draft,
  { offer, place, forced, hold }: { offer: BookableService; place: BookingSlot; forced: boolean; hold: Temporal.Instant | null },
): Promise<Draft> {
  if (offer.service.type !== 'APPOINTMENT') {
    const resource = await copyResource(ctx, place.resources[0])
    const sessionId = (offer.service.type === 'CLASS' ? draft.eventId : draft.scheduleId) as string
    const seats = { sessionId, bookingId: draft.id, capacity: place.capacity, people: draft.participants, holdUntil: hold, forced }
    // Free seats that were not given are kept for those who wait.
    const seated = await mustTakeSeats(ctx, seats, ({ left, kept }) =>
      kept && offer.service.type === 'CLASS'
        ? refuse('SLOT_NOT_AVAILABLE', { reason: 'KEPT_FOR_WAITING_LIST' })
        : refuse(offer.service.type === 'CLASS' ? 'SESSION_CAPACITY_EXCEEDED' : 'SCHEDULE_CAPACITY_EXCEEDED', { left }),
    )
    // The parts of a set are refused one by one, each by its number: there the answer is waited for.
    if (draft.multiServiceBooking) await seated()
    return { ...draft, forced, resource }
  }
  // The hours of people are asked first; the constraint on their time has the last word.
  const teams = forced ? place.resources.map((id) => [id]) : await findFreeTeams(ctx, toTeamQuery(offer, place))
  for (const team of teams) {
    const attempt = { ...draft, resourceId: team[0] ?? null, resourceIds: team }
    const overlapping = forced
      ? await store.countOverlappingAppointments(ctx, { resourceIds: team, from: draft.startAt, to: draft.endAt, except: draft.id })
      : 0
    const result = await claimSlot(ctx, attempt, { capacity: 1, holdUntil: hold, forced: overlapping > 0 })
    if (result.taken) return { ...attempt, forced, doubleBooked: overlapping > 0, resource: await copyResource(ctx, team[0]) }
  }
  return refuse('SLOT_NOT_AVAILABLE')
}

/** decision: a reload gives up the own earlier hold of the same place; more than a few holds at once are refused. */
async function enforceHoldLimits(
  ctx: Ctx,
  load: store.HoldUsage,
  { offer, place, forSet }: { offer: BookableService; place: BookingSlot; forSet: boolean },
): Promise<void> {
  const { mine, ofAddress, made } = load
  const setOf = (booking: store.BookingRow) => booking.multiServiceBooking?.id
  const isSame = (earlier: store.BookingRow) =>
    earlier.serviceId === offer.service.id &&
    earlier.startAt.equals(place.start) &&
    earlier.eventId === place.eventId &&
    (setOf(earlier) !== undefined) === forSet
  const again = mine.filter((earlier) => isSame(earlier) && !earlier.isBeingPaid)
  const givenUp = mine.filter((earlier) => again.some((one) => one.id === earlier.id || (setOf(one) !== undefined && setOf(one) === setOf(earlier))))
  for (const earlier of givenUp) {
    await releaseSlot(ctx, earlier)
    await store.updateBooking(ctx, earlier.id, { holdUntil: null })
  }
  const kept = mine.filter((earlier) => !givenUp.includes(earlier))
  const live = new Set(kept.map((earlier) => setOf(earlier) ?? earlier.id)).size
  if (live >= LIVE_HOLDS_PER_CUSTOMER || ofAddress - givenUp.length >= LIVE_HOLDS_PER_ADDRESS) refuseStandard('RESOURCE_EXHAUSTED')
  if (made >= CREATES_PER_VISITOR_AND_HOUR) refuseStandard('RESOURCE_EXHAUSTED')
}

/** The form as it was filled in, kept beside the booking. Fields that are no contact details become additional fields. */
async function saveFormSubmission(
  ctx: Ctx,
  booking: Draft,
  form: Record<string, unknown> | null | undefined,
): Promise<Pick<Draft, 'formSubmissionId' | 'additionalFields'>> {
  if (!form || !booking.formId) return { formSubmissionId: booking.formSubmissionId, additionalFields: booking.additionalFields }
  const id = ctx.newId()
  await insertSubmission(ctx, { id, formId: booking.formId, bookingId: booking.id, values: form })
  const known = new Set(['first_name', 'last_name', 'email', 'phone'])
  const more = Object.entries(form)
    .filter(([target, value]) => !known.has(target) && (typeof value === 'string' || typeof value === 'boolean'))
    .map(([label, value]) => ({ id: ctx.newId(), label, value: String(value), valueType: typeof value === 'boolean' ? 'CHECK_BOX' : 'SHORT_TEXT' }))
  return { formSubmissionId: id, additionalFields: [...booking.additionalFields, ...more] }
}

/** Form values win over the contact details; two different addresses are a conflict. */
function readContact(
  asked: BookingInput,
  form: Record<string, unknown> | undefined,
  owner: boolean,
): Decision<store.ContactDetails, 'CONTACT_DETAILS_CONFLICT'> {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
  const given = asked.contactDetails ?? {}
  const formEmail = text(form?.email)
  if (formEmail && text(given.email) && formEmail.toLowerCase() !== text(given.email)?.toLowerCase()) return { refused: 'CONTACT_DETAILS_CONFLICT' }
  const all = {
    contactId: owner ? text(given.contactId) : undefined,
    firstName: text(form?.first_name) ?? text(given.firstName),
    lastName: text(form?.last_name) ?? text(given.lastName),
    email: formEmail ?? text(given.email),
    phone: text(form?.phone) ?? text(given.phone),
    fullAddress: given.fullAddress ?? undefined,
    timeZone: text(given.timeZone),
    countryCode: text(given.countryCode),
  }
  return { ok: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as store.ContactDetails }
}

function countParticipants(asked: BookingInput): number {
  const choices = asked.participantsChoices?.serviceChoices
  if (choices && asked.totalParticipants)
    refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.totalParticipants', description: 'and participantsChoices exclude each other' }] })
  return choices ? countPeople(choices) : (asked.totalParticipants ?? 1)
}

interface DraftInput {
  asked: BookingInput
  offer: BookableService
  place: BookingSlot
  contact: store.ContactDetails & { contactId: string }
  people: number
  option: store.BookingRow['paymentOption']
  deposit: boolean
  addOns: BookedAddOns
}

/** The new booking before its place is taken. */
function createDraft(ctx: Ctx, { asked, offer, place, contact, people, option, deposit, addOns }: DraftInput): Draft {
  const { caller } = ctx
  const owner = caller.role === 'owner'
  const { contactId } = contact
  const extras = {
    ...(addOns.copies.length > 0 && addOns.cost(people)),
  }
  const price = calculateDue(offer.terms, option, people, deposit, extras)
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
    location: fillCustomerAddress(place.location, contact.fullAddress),
    participants: people,
    participantsChoices: asked.participantsChoices ?? null,
    contactId,
    emailKey: contact.email?.toLowerCase() ?? null,
    contactDetails: contact,
    additionalFields: (asked.additionalFields ?? []).map((field) => ({
      id: field.id,
      valueType: field.valueType ?? 'SHORT_TEXT',
      ...(field.value && { value: field.value }),
    })),
    externalUserId: asked.externalUserId ?? null,
    createdByMemberId: member,
    createdByVisitorId: !owner && !member ? (caller.visitorId ?? null) : null,
    createdByUserId: owner ? (caller.userId ?? null) : null,
    createdByAppId: owner && !caller.userId ? (caller.appId ?? BOOKINGS_APP) : null,
    createdByContactId: owner ? null : contactId,
    source: {
      platform: asked.bookingSource?.platform === 'MOBILE_APP' ? 'MOBILE_APP' : 'WEB',
      actor: owner ? 'BUSINESS' : 'CUSTOMER',
      ...(asked.bookingSource?.appDefId && { appDefId: asked.bookingSource.appDefId }),
    },
    formId: offer.service.formId,
    formSubmissionId: asked.formSubmissionId ?? null,
    depositSelected: offer.terms.deposit === null ? null : deposit,
    appId: null,
    addOns: addOns.copies,
    allowAddOnChanges: false,
    smsReminder: true,
    allowMultipleRequests: offer.allowMultipleRequests,
    credits: 0,
    orderId: null,
    extendedFields: (asked.extendedFields?.namespaces ?? {}) as Record<string, Record<string, unknown>>,
    doubleBooked: false,
    forced: false,
    multiServiceBooking: null,
    needsApproval: offer.needsApproval,
    bufferMinutes: offer.service.type === 'APPOINTMENT' ? offer.service.timeBetweenSessions : 0,
    holdUntil: calculateFirstHold(ctx.now),
    policy: createPolicySnapshot(offer),
    price: { currency: offer.site.currency, terms: offer.terms, total: price.total, ...extras },
    planOrderId: null,
    acceptedAt: null,
    // Guests are written to in the language they book in; members and people whom the business books for, in their own.
    language: ctx.caller.role === 'visitor' ? (matchLanguage(ctx.headers['accept-language']) ?? null) : null,
    ip: ctx.ip,
    remindAt: null,
    remindedAt: null,
    canceledAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}
