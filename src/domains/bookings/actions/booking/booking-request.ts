/** Reads a request to book: its service and slot, who comes, what they chose. The checks run in the order of the guide. Source: guide bookings §4.2. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { appById } from '#domains/identity/public.ts'
import { findContactById, pipelineFindOrCreateContact } from '#domains/members/public.ts'
import type { BookingInput, CreateBookingInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { BOOKINGS_APP } from '../../events.ts'
import { countPeople } from '../../rules/choices.ts'
import type { Decision } from '../../rules/decision.ts'
import { resolveDeposit } from '../../rules/due.ts'
import { findWrongFields } from '../../rules/sent-fields.ts'
import { getCustomerChoices, lockSessionsForBooking } from '../../scheduling.ts'
import type { BookingRow, ContactDetails } from '../../store/bookings.ts'
import { getBookableService, type BookableService } from './bookable-service.ts'
import { assertChoicesOffered, getSessionMinutes, noAddOns, readAddOns, resolveAddOns, type BookedAddOns } from './extras.ts'
import { assertOptionAccepted } from './payment-options.ts'
import type { SingleStatement } from './single-statement.ts'
import { findMissingFields, getBookedService, refuseMissing, resolveEntitySlot, resolveSessionSlot, type BookingSlot } from './resolve-slot.ts'

export interface BookingRequest {
  asked: BookingInput
  bookable: BookableService
  slot: BookingSlot
  contact: ContactDetails & { contactId: string }
  people: number
  paymentOption: BookingRow['paymentOption']
  addOns: BookedAddOns
  /** The name of the app that `bookingSource` names. */
  sourceApp: string | undefined
}

const refuseFields = (fields: readonly string[], description: string): never =>
  refuse('VALIDATION_FAILURE', { violations: fields.map((field) => ({ field: `booking.${field}`, description })) })

/** Reads and checks a request to book; writes nothing but the contact, and not even that where `single` stores all at once. Refuses with the first check that fails. Source: guide bookings §4.2. */
export async function readBookingRequest(
  ctx: TransactionContext,
  { booking: sent, formSubmission, flowControlSettings }: CreateBookingInput,
  single?: SingleStatement,
): Promise<BookingRequest> {
  const isOwner = ctx.caller.role === 'owner'
  const chosenAddOns = readAddOns(sent.bookedAddOns)
  const skipsAddOns = isOwner && flowControlSettings?.skipAddOnValidation === true
  const contactRead = readContact(sent, formSubmission ?? undefined, isOwner)
  // Pipelined with the queries for time and place. A request that is refused further down rolls the new contact back.
  const contactId =
    'ok' in contactRead && !single && !(isOwner && contactRead.ok.contactId)
      ? await pipelineFindOrCreateContact(ctx, { ...contactRead.ok, memberId: ctx.caller.memberId })
      : undefined
  const bookable = await getBookedService(ctx, sent.bookedEntity)
  const asked = isOwner ? sent : { ...sent, bookedEntity: await applyStaffSelection(ctx, bookable, sent.bookedEntity) }
  const { type, scheduleId } = bookable.service
  // A session that is moved or cancelled at the same moment is either booked as it will be, or takes this booking along.
  if (type !== 'APPOINTMENT' && !single) await lockSessionsForBooking(ctx, scheduleId)
  const addOns = type === 'COURSE' ? noAddOns : await resolveAddOns(ctx, bookable, chosenAddOns, skipsAddOns)
  const slot = single
    ? await resolveSessionSlot(ctx, bookable, asked.bookedEntity?.slot ?? {}, () => Promise.resolve(single.session))
    : await resolveEntitySlot(ctx, bookable, asked.bookedEntity ?? {}, addOns.minutes)
  const contact = unwrapOrRefuse(contactRead)
  await assertContactComplete(ctx, contact, isOwner)
  assertFieldsRight(asked, contact)
  const people = countParticipants(asked)
  return {
    asked,
    bookable,
    slot: await applyChoices(ctx, { bookable, slot }, { choices: asked.participantsChoices, addOns }),
    contact: { ...contact, contactId: single?.newContactId ?? (contactId ? await contactId() : (contact.contactId as string)) },
    people,
    addOns,
    paymentOption: asked.selectedPaymentOption ?? 'UNDEFINED',
    sourceApp: await findSourceApp(ctx, asked.bookingSource?.appDefId),
  }
}

/** The name of an app of the site, or of ours; undefined for an id that is neither. */
async function findSourceApp(ctx: ReadContext, id: string | null | undefined): Promise<string | undefined> {
  if (!id) return undefined
  if (id === BOOKINGS_APP) return 'Bookings'
  const app = await appById(ctx.db, id)
  return app?.siteId === ctx.siteId ? app.name : undefined
}

/**
 * Whether customers choose who gives an appointment is up to the business: who must choose and did not is refused, the staff member named by those who cannot
 * is taken as anyone. Source: guide services-and-availability §12.4.
 */
async function applyStaffSelection(
  ctx: ReadContext,
  { service }: BookableService,
  bookedEntity: BookingInput['bookedEntity'],
): Promise<BookingInput['bookedEntity']> {
  const slot = bookedEntity?.slot
  if (service.type !== 'APPOINTMENT' || !slot || service.staffIds.length === 0) return bookedEntity
  const { staffSelection } = await getCustomerChoices(ctx)
  if (staffSelection === 'CUSTOMER_MUST_CHOOSE' && !slot.resource?.id && service.staffIds.length > 1)
    refuseFields(['bookedEntity.slot.resource.id'], 'is required')
  if (staffSelection !== 'CUSTOMER_CANNOT_CHOOSE') return bookedEntity
  const { resource: _, ...anyone } = slot
  return { ...bookedEntity, slot: { ...anyone, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] } }
}

/** Customers name themselves and an email address; the business may name a contact instead. */
async function assertContactComplete(ctx: ReadContext, contact: ContactDetails, isOwner: boolean): Promise<void> {
  const missing = [
    ...(!isOwner && !contact.email ? ['contactDetails.email'] : []),
    ...(!contact.firstName && !(isOwner && contact.contactId) ? ['contactDetails.firstName'] : []),
  ]
  if (missing.length > 0) refuseFields(missing, 'is required')
  if (isOwner && contact.contactId && !(await findContactById(ctx, contact.contactId))) refuseFields(['contactDetails.contactId'], 'is not known')
}

/** Refuses with VALIDATION_FAILURE what is of the right shape and nothing that it could be. */
function assertFieldsRight({ additionalFields, extendedFields }: BookingInput, { email }: ContactDetails): void {
  const wrong = findWrongFields({ email, additionalFields, namespaces: extendedFields?.namespaces })
  if (wrong.length > 0) refuse('VALIDATION_FAILURE', { violations: wrong.map(({ field, description }) => ({ field: `booking.${field}`, description })) })
}

/** Refuses with VALIDATION_FAILURE a way to pay that the service does not accept. The answer: whether a deposit is paid first. */
export async function assertPaymentAccepted(
  ctx: ReadContext,
  { asked, bookable, paymentOption }: BookingRequest,
  { skipOption = false }: { skipOption?: boolean } = {},
): Promise<boolean> {
  if (!skipOption) await assertOptionAccepted(ctx, paymentOption, bookable.terms)
  return unwrapOrRefuse(resolveDeposit(asked.depositSelected ?? undefined, bookable.terms, paymentOption))
}

/** Refuses with VALIDATION_FAILURE more people than a customer may book for at once. */
export function assertPartySize({ bookable, people }: BookingRequest): void {
  if (people > bookable.maxParticipants) refuseFields(['totalParticipants'], `must be at most ${bookable.maxParticipants}`)
}

/** Refuses a bulk call as a whole when an item lacks something that it needs. Source: guide bookings §4.6. */
export async function assertComplete(ctx: ReadContext, { booking: asked, formSubmission }: CreateBookingInput): Promise<void> {
  const contact = unwrapOrRefuse(readContact(asked, formSubmission ?? undefined, ctx.caller.role === 'owner'))
  if (!contact.firstName && !contact.contactId) refuse('EMPTY_FORM_INFO')
  const { slot, schedule } = asked.bookedEntity ?? {}
  if (!slot && !schedule) refuseFields(['bookedEntity'], 'needs a slot or a schedule')
  const bookable = await getBookableService(ctx, slot ?? schedule ?? {})
  const missing = findMissingFields(bookable.service.type, slot ?? {})
  if (missing.length > 0) refuseMissing(...missing)
}

/** Checks that the choices agree with the slot. A person whom they name is the one who gives the appointment. */
async function applyChoices(
  ctx: ReadContext,
  { bookable, slot }: { bookable: BookableService; slot: BookingSlot },
  { choices, addOns }: { choices: BookingInput['participantsChoices']; addOns: BookedAddOns },
): Promise<BookingSlot> {
  const minutes = getSessionMinutes({ serviceType: bookable.service.type, startAt: slot.start, endAt: slot.end, addOns: addOns.copies })
  const person = await assertChoicesOffered(ctx, bookable, choices, { minutes, resources: slot.resources, resourceNamed: slot.resourceNamed })
  return person && !slot.resourceNamed ? { ...slot, resources: [person], resourceNamed: true } : slot
}

const toText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** The contact of form and contact details; the form wins. Two different email addresses are a conflict. */
function readContact(asked: BookingInput, form: Record<string, unknown> | undefined, isOwner: boolean): Decision<ContactDetails, 'CONTACT_DETAILS_CONFLICT'> {
  const details = asked.contactDetails ?? {}
  const [formEmail, email] = [toText(form?.email), toText(details.email)]
  if (formEmail && email && formEmail.toLowerCase() !== email.toLowerCase()) return { refused: 'CONTACT_DETAILS_CONFLICT' }
  const contact = {
    contactId: isOwner ? toText(details.contactId) : undefined,
    firstName: toText(form?.first_name) ?? toText(details.firstName),
    lastName: toText(form?.last_name) ?? toText(details.lastName),
    email: formEmail ?? email,
    phone: toText(form?.phone) ?? toText(details.phone),
    fullAddress: details.fullAddress ?? undefined,
    timeZone: toText(details.timeZone),
    countryCode: toText(details.countryCode),
  }
  return { ok: Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined)) as ContactDetails }
}

function countParticipants({ participantsChoices, totalParticipants }: BookingInput): number {
  const choices = participantsChoices?.serviceChoices
  if (choices && totalParticipants) refuseFields(['totalParticipants'], 'and participantsChoices exclude each other')
  return choices ? countPeople(choices) : (totalParticipants ?? 1)
}
