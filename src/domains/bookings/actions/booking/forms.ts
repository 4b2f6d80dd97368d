/** The forms that a booking asks for: that of its service, and the intake form of its policy. Source: guide bookings §4.4, services-and-availability §9.1, §12.3. */
import {
  contactTargets,
  findForm,
  getBuiltInForm,
  hasAnswers,
  insertSubmission,
  listValidIntakes,
  readSubmission,
  saveSubmission,
  toIntakeKey,
  type FormDefinition,
  type ReadSubmission,
} from '#domains/forms/public.ts'
import type { PolicyRules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { refuse } from '../../errors.ts'
import type { BookingRow, ContactDetails } from '../../store/bookings.ts'
import type { BookingDraft } from './booking-draft.ts'
import type { BookingRequest } from './booking-request.ts'

type Given = Readonly<Record<string, unknown>>

/** What was sent with a booking, checked. */
export interface BookingForms {
  /** A form with fields of its own; absent for the contact alone. */
  booking?: ReadSubmission
  intake?: ReadSubmission
  /** What storefronts send beside the contact where the form has no fields of its own. */
  others: Given
}

/** The intake form that a policy asks for; undefined when it asks for none. */
export async function findIntakeForm(ctx: ReadContext, { intakeFormPolicy: { enabled, formId } }: PolicyRules): Promise<FormDefinition | undefined> {
  return enabled && formId ? findForm(ctx, formId) : undefined
}

export const isIntakeValid = async (ctx: ReadContext, contactId: string, formId: string): Promise<boolean> =>
  (await listValidIntakes(ctx, [{ contactId, formId }])).size > 0

/** The intake form that comes before the booking; undefined when there is none, or what the person sent earlier still counts. */
async function findIntakeDue(ctx: ReadContext, { bookable: { service }, contact }: BookingRequest): Promise<FormDefinition | undefined> {
  if (service.policy.intakeFormPolicy.timing !== 'BEFORE_BOOKING') return undefined
  const form = await findIntakeForm(ctx, service.policy)
  return form && !(await isIntakeValid(ctx, contact.contactId, form.id)) ? form : undefined
}

/**
 * Checks the answers of both forms; their fields share one map. Refuses with VALIDATION_FAILURE, which names the fields. The business may leave out what is required.
 * decision: a form with fields of its own takes no others; without any it keeps what storefronts send. A visit asks for the contact alone, and for its intake forms afterwards.
 */
export async function readBookingForms(
  ctx: TransactionContext,
  request: BookingRequest,
  given: Given | null | undefined,
  isPartOfSet: boolean,
): Promise<BookingForms> {
  const isOwner = ctx.caller.role === 'owner'
  const { service } = request.bookable
  const form = (isPartOfSet ? undefined : await findForm(ctx, service.formId)) ?? (await getBuiltInForm(ctx))
  const intake = isPartOfSet ? undefined : await findIntakeDue(ctx, request)
  const answers = given ?? {}
  const isRequired = !isOwner && service.policy.intakeFormPolicy.completionRequirement === 'REQUIRED_BEFORE_BOOKING'
  const read = async (one: FormDefinition) => readSubmission(ctx, one, answers, 'formSubmission')
  const bookingPart = form.fields.length > 0 ? await read(form) : undefined
  const intakePart = intake && (isRequired || hasAnswers(intake.fields, answers)) ? await read(intake) : undefined
  // Answers to an intake form that is not due are passed over.
  const intakeTargets = new Set((await findIntakeForm(ctx, service.policy))?.fields.map(({ target }) => target))
  const others = Object.fromEntries(Object.entries(answers).filter(([target]) => !intakeTargets.has(target)))
  const known = new Set<string>([...contactTargets, ...form.fields.map(({ target }) => target)])
  const violations = [
    ...[...(bookingPart?.violations ?? []), ...(intakePart?.violations ?? [])].filter(({ violatedRule }) => !isOwner || violatedRule !== 'REQUIRED_FIELD'),
    ...(bookingPart
      ? Object.keys(others)
          .filter((target) => !known.has(target))
          .map((target) => ({ field: `formSubmission.${target}`, description: 'is not a field of the form' }))
      : []),
  ]
  if (violations.length > 0) refuse('VALIDATION_FAILURE', { violations: violations.map(({ field, description }) => ({ field, description })) })
  return { ...(bookingPart && { booking: bookingPart.submission }), ...(intakePart && { intake: intakePart.submission }), others }
}

const describePerson = ({ firstName, lastName, email }: ContactDetails): string =>
  [[firstName, lastName].filter(Boolean).join(' '), email].filter(Boolean).join(', ')

async function getLanguage(ctx: ReadContext & BaseContext, booking: Pick<BookingRow, 'language'>): Promise<Language> {
  return matchLanguage(booking.language, ctx.headers['accept-language'], (await getSite(ctx)).language) ?? 'en'
}

/** Stores what was answered with the booking, and the intake with the person, too. */
export async function saveBookingForms(
  ctx: TransactionContext,
  booking: BookingDraft,
  { booking: own, intake, others }: BookingForms,
): Promise<Pick<BookingDraft, 'formSubmissionId' | 'additionalFields'>> {
  const { id: bookingId, formId, contactId, formSubmissionId, additionalFields } = booking
  const who = { bookingId, contactId, by: describePerson(booking.contactDetails), language: await getLanguage(ctx, booking) }
  if (intake) await saveSubmission(ctx, intake, who)
  if (own) {
    const isEmpty = Object.keys(own.answers).length === 0
    return { formSubmissionId: isEmpty ? formSubmissionId : await saveSubmission(ctx, own, who), additionalFields }
  }
  if (!formId || Object.keys(others).length === 0) return { formSubmissionId, additionalFields }
  const id = ctx.newId()
  await insertSubmission(ctx, { id, formId, kind: 'BOOKING', bookingId, contactId, values: { ...others }, answers: null })
  const added = Object.entries(others)
    .filter(([target, value]) => !(contactTargets as readonly string[]).includes(target) && (typeof value === 'string' || typeof value === 'boolean'))
    .map(([label, value]) => ({ id: ctx.newId(), label, value: String(value), valueType: typeof value === 'boolean' ? 'CHECK_BOX' : 'SHORT_TEXT' }))
  return { formSubmissionId: id, additionalFields: [...additionalFields, ...added] }
}

/** The intake form of a booking: which, and whether the answers of the person count. */
export interface IntakeState {
  form: FormDefinition
  isDone: boolean
}

/** Booking → its intake form; bookings that ask for none are left out. */
export async function listIntakeStates(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<ReadonlyMap<string, IntakeState>> {
  const asked: { booking: BookingRow; form: FormDefinition; contactId: string }[] = []
  for (const booking of bookings) {
    const form = booking.policy.intakeFormId && booking.contactId ? await findForm(ctx, booking.policy.intakeFormId) : undefined
    if (form) asked.push({ booking, form, contactId: booking.contactId as string })
  }
  const valid = await listValidIntakes(
    ctx,
    asked.map(({ form, contactId }) => ({ contactId, formId: form.id })),
  )
  return new Map(asked.map(({ booking, form, contactId }) => [booking.id, { form, isDone: valid.has(toIntakeKey({ contactId, formId: form.id })) }]))
}

/** As a field of a wire entity. */
export const intakeToWire = (state: IntakeState | undefined) => (state ? { intake: { formName: state.form.name, isDone: state.isDone } } : {})

/** Takes in the intake form of a booking through its link. Refuses with NO_INTAKE_FORM, VALIDATION_FAILURE. */
export async function submitIntake(ctx: TransactionContext, booking: BookingRow, given: Given): Promise<void> {
  const state = (await listIntakeStates(ctx, [booking])).get(booking.id) ?? refuse('NO_INTAKE_FORM')
  if (state.isDone) return
  const { submission, violations } = await readSubmission(ctx, state.form, given, 'formSubmission')
  const known = new Set(state.form.fields.map(({ target }) => target))
  const strange = Object.keys(given)
    .filter((target) => !known.has(target))
    .map((target) => ({ field: `formSubmission.${target}`, description: 'is not a field of the form' }))
  const all = [...violations.map(({ field, description }) => ({ field, description })), ...strange]
  if (all.length > 0) refuse('VALIDATION_FAILURE', { violations: all })
  const { id: bookingId, contactId } = booking
  await saveSubmission(ctx, submission, { bookingId, contactId, by: describePerson(booking.contactDetails), language: await getLanguage(ctx, booking) })
}

/** Whether the caller sees what clients answered: owners and staff with the permission. */
export const maySeeAnswers = ({ caller: { role, permissions } }: BaseContext): boolean =>
  role === 'owner' && (!permissions || permissions.includes('FORMS.SUBMISSION_READ'))
