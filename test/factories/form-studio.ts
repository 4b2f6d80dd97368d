/** A studio whose services ask forms: at the booking, and as an intake before or after it. */
import { createBookingStudio, errorData, guest, type CreatedService, type ServiceOptions } from './booking-studio.ts'
import type { TestReply, TestServer } from '../test-server.ts'

export const textField = (target: string, more = {}) => ({
  target,
  type: 'SHORT_TEXT',
  label: { en: `The ${target}`, de: `Das ${target}` },
  required: false,
  ...more,
})
export const pain = {
  target: 'pain',
  type: 'CHOICE',
  label: { en: 'Any pain?', de: 'Hast du Schmerzen?' },
  required: true,
  options: [
    { value: 'yes', label: { en: 'Yes', de: 'Ja' } },
    { value: 'no', label: { en: 'No', de: 'Nein' } },
  ],
}
/** Asked when there is pain. */
export const where = textField('where', { required: true, showWhen: { target: 'pain', values: ['yes'] } })
const pdf = Buffer.from('%PDF-1.7 a referral')

/** The field and the description of each violation. */
export const readViolations = (reply: TestReply) =>
  (errorData(reply)?.violations as { field: string; description: string }[] | undefined)?.map(({ field, description }) => `${field} ${description}`)

export type FormStudio = Awaited<ReturnType<typeof createFormStudio>>

export async function createFormStudio(server: TestServer) {
  const studio = await createBookingStudio(server)
  const as = () => ({ as: studio.site })
  const ok = (method: string, path: string, body?: unknown) => server.ok(method, path, { ...as(), ...(body === undefined ? {} : { body }) })
  let hour = 0
  const freeSlot = (service: CreatedService) => {
    const day = String(10 + (hour % 15)).padStart(2, '0')
    const start = 8 + Math.floor(hour++ / 15)
    return studio.slotFor(service, `2027-05-${day}T${String(start).padStart(2, '0')}:00:00Z`, `2027-05-${day}T${String(start + 1).padStart(2, '0')}:00:00Z`)
  }
  return {
    studio,
    as,
    ok,
    freeSlot,
    makeForm: async (fields: object[], more = {}): Promise<{ id: string; revision: string }> =>
      (await ok('POST', '/api/forms', { kind: 'BOOKING', name: 'Health', fields, ...more })).form,
    /** A service that asks a form; `intake` are the rules of its policy. */
    serviceWith: (formId: string | undefined, intake?: object, options: ServiceOptions = {}) =>
      studio.service({ ...options, ...(formId && { formId }), ...(intake && { rules: { intakeFormPolicy: { enabled: true, ...intake } } }) }),
    book: (service: CreatedService, formSubmission?: object, contactDetails: object = guest(), token?: string) =>
      studio.create(
        { booking: { bookedEntity: { slot: freeSlot(service) }, contactDetails, selectedPaymentOption: 'OFFLINE' }, ...(formSubmission && { formSubmission }) },
        token,
      ),
    confirm: (booking: { id: string; revision: string }) =>
      studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: booking.revision, participantNotification: { notifyParticipants: true } }),
    listSubmissions: async (query: Record<string, string>) => (await server.ok('GET', '/api/form-submissions', { ...as(), query })).submissions,
    /** Sends a file as a visitor, before the booking that it belongs to. */
    async upload(formId: string, bytes: Buffer = pdf, filename = 'Überweisung.pdf') {
      const reply = await server.app.inject({
        method: 'POST',
        url: `/api/form-files?formId=${formId}&filename=${encodeURIComponent(filename)}`,
        headers: { authorization: await server.visitorToken(studio.site), 'content-type': 'application/octet-stream' },
        payload: bytes,
      })
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers, text: reply.payload } satisfies TestReply
    },
  }
}
