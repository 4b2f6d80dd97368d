/** Forms, submissions, files and intake through HTTP: success and every refusal. Source: guide services-and-availability §12.3. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, errorData, guest, type BookingStudio, type ServiceOptions } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type CallOptions, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { defaultFormId, fieldTypes } from './rules/form.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

const as = () => ({ as: studio.site })
const ok = (method: string, path: string, body?: unknown) => server.ok(method, path, { ...as(), ...(body === undefined ? {} : { body }) })
const text = (target: string, more = {}) => ({ target, type: 'SHORT_TEXT', label: { en: `The ${target}`, de: `Das ${target}` }, required: false, ...more })
const pain = {
  target: 'pain',
  type: 'CHOICE',
  label: { en: 'Any pain?', de: 'Hast du Schmerzen?' },
  required: true,
  options: [
    { value: 'yes', label: { en: 'Yes', de: 'Ja' } },
    { value: 'no', label: { en: 'No', de: 'Nein' } },
  ],
}
const where = text('where', { required: true, showWhen: { target: 'pain', values: ['yes'] } })
const makeForm = async (fields: object[], more = {}): Promise<{ id: string; revision: string }> =>
  (await ok('POST', '/api/forms', { kind: 'BOOKING', name: 'Health', fields, ...more })).form
/** A service that asks a form; `intake` are the rules of its policy. */
async function serviceWith(formId: string | undefined, intake?: object, options: ServiceOptions = {}) {
  const service = await studio.service({ ...options, ...(intake && { rules: { intakeFormPolicy: { enabled: true, ...intake } } }) })
  if (formId) await server.open.db.updateTable('service').set({ formId }).where('id', '=', service.id).execute()
  return service
}
let hour = 0
const freeSlot = (service: { id: string; scheduleId: string }) => {
  const day = String(10 + (hour % 15)).padStart(2, '0')
  const start = 8 + Math.floor(hour++ / 15)
  return studio.slotFor(service, `2027-05-${day}T${String(start).padStart(2, '0')}:00:00Z`, `2027-05-${day}T${String(start + 1).padStart(2, '0')}:00:00Z`)
}
const book = (service: { id: string; scheduleId: string }, formSubmission?: object, contactDetails: object = guest(), token?: string) =>
  studio.create(
    { booking: { bookedEntity: { slot: freeSlot(service) }, contactDetails, selectedPaymentOption: 'OFFLINE' }, ...(formSubmission && { formSubmission }) },
    token,
  )
const readViolations = (reply: TestReply) =>
  (errorData(reply)?.violations as { field: string; description: string }[] | undefined)?.map(({ field, description }) => `${field} ${description}`)
const confirm = (booking: { id: string; revision: string }) =>
  studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: booking.revision, participantNotification: { notifyParticipants: true } })
const listSubmissions = async (query: Record<string, string>) => (await server.ok('GET', '/api/form-submissions', { ...as(), query })).submissions
const pdf = Buffer.from('%PDF-1.7 a referral')
const upload = async (formId: string, bytes: Buffer = pdf, filename = 'Überweisung.pdf') => {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/form-files?formId=${formId}&filename=${encodeURIComponent(filename)}`,
    headers: { authorization: await server.visitorToken(studio.site), 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers, text: reply.payload } satisfies TestReply
}

describe('forms of the owner', () => {
  test('a site has at most a hundred forms', async () => {
    await sql`insert into form (site_id, id, kind, name, fields, created_at, updated_at)
      select ${studio.site.metaSiteId}, gen_random_uuid(), 'BOOKING', 'More ' || n, '[]', now(), now() from generate_series(1, 100) n`.execute(server.open.db)
    await ok('GET', '/api/forms')
    expect(errorCode(await server.call('POST', '/api/forms', { ...as(), body: { kind: 'BOOKING', name: 'One more', fields: [] } }))).toBe('TOO_MANY_FORMS')
  })

  test('an address of the network sends at most thirty files in an hour', async () => {
    const { id } = await makeForm([{ target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: false }])
    const statuses: number[] = []
    let reply = await upload(id)
    while (reply.status === 200 && statuses.length < 40) {
      statuses.push(reply.status)
      reply = await upload(id)
    }
    expect(statuses.length).toBeLessThanOrEqual(30)
    expect(errorCode(reply)).toBe('TOO_MANY_FORM_FILES')
  })

  test('every site has the default form under its fixed id, and it can be edited', async () => {
    const [first] = (await ok('GET', '/api/forms')).forms
    expect(first).toMatchObject({ id: defaultFormId, default: true, kind: 'BOOKING', fields: [], revision: '1' })
    const { form } = await ok('PUT', `/api/forms/${defaultFormId}`, { revision: '1', name: 'What we ask', fields: [pain, where] })
    expect(form).toMatchObject({ id: defaultFormId, name: 'What we ask', revision: '2', default: true })
    expect((await ok('GET', '/api/forms')).forms).toHaveLength(1)
    for (const [method, path, body] of [
      ['POST', `/api/forms/${defaultFormId}/archive`, { archived: true }],
      ['DELETE', `/api/forms/${defaultFormId}`, undefined],
    ] as const)
      expect(errorCode(await server.call(method, path, { ...as(), ...(body && { body }) }))).toBe('DEFAULT_FORM_REQUIRED')
  })

  test('a form with every kind of field is kept as it was written; fields that cannot be asked are named', async () => {
    const every = fieldTypes.map((type) => ({ ...text(`of_${type.toLowerCase()}`), type, ...(type.startsWith('CHOICE') && { options: pain.options }) }))
    const form = await makeForm(every)
    expect(form).toMatchObject({ revision: '1', fields: every })
    const bad = await server.call('POST', '/api/forms', {
      ...as(),
      body: {
        kind: 'BOOKING',
        name: 'Bad',
        fields: [text('email'), { ...pain, options: [] }, text('later', { showWhen: { target: 'missing', values: ['x'] } })],
      },
    })
    expect(bad.status).toBe(400)
    expect(bad.body.details.validationError.fieldViolations.map((one: { field: string; ruleName: string }) => [one.field, one.ruleName])).toEqual([
      ['fields[0].target', 'TARGET_RESERVED'],
      ['fields[1].options', 'OPTIONS_MISSING'],
      ['fields[2].showWhen', 'CONDITION_NOT_EARLIER'],
    ])
    for (const fields of [[text('Bad Target')], [{ ...text('a'), type: 'VIDEO' }], Array.from({ length: 61 }, (_, n) => text(`f${n}`))])
      expect((await server.call('POST', '/api/forms', { ...as(), body: { kind: 'BOOKING', name: 'Bad', fields } })).status).toBe(400)
    expect((await ok('GET', '/api/forms')).forms).toHaveLength(2)
  })

  test('a stale revision, unknown ids and forms of other sites are refused', async () => {
    const form = await makeForm([pain])
    const change = (id: string, revision: string, site = studio.site) =>
      server.call('PUT', `/api/forms/${id}`, { as: site, body: { revision, name: 'New', fields: [] } })
    expect((await change(form.id, '1')).status).toBe(200)
    expect(errorCode(await change(form.id, '1'))).toBe('FORM_CHANGED')
    const other = await server.createSite({})
    for (const reply of [
      await change(randomUUID(), '1'),
      await change(form.id, '2', other),
      await server.call('DELETE', `/api/forms/${form.id}`, { as: other }),
      await server.call('POST', `/api/forms/${form.id}/clone`, { as: other }),
      await server.call('POST', `/api/forms/${form.id}/archive`, { as: other, body: { archived: true } }),
    ])
      expect([reply.status, errorCode(reply)]).toEqual([404, 'FORM_NOT_FOUND'])
    expect((await server.ok('GET', '/api/forms', { as: other })).forms).toHaveLength(1)
    expect((await server.call('GET', '/api/forms', { token: await server.visitorToken(studio.site) })).status).toBe(403)
  })

  test('what uses a form is said; archived it is no longer taken; deleted its services go back to the default form', async () => {
    const form = await makeForm([pain])
    const create = (name: string, formId: string) =>
      server.call('POST', '/v2/services', {
        ...as(),
        body: {
          service: {
            type: 'CLASS',
            name,
            defaultCapacity: 5,
            onlineBooking: { enabled: true },
            payment: { rateType: 'NO_FEE', options: { inPerson: true } },
            form: { id: formId },
          },
        },
      })
    const { service } = (await create('Massage', form.id)).body
    expect(service.form).toEqual({ id: form.id })
    const used = (await ok('GET', '/api/forms')).forms.find((one: { id: string }) => one.id === form.id)
    expect(used.uses).toEqual([{ kind: 'SERVICE', id: service.id, name: 'Massage' }])
    const copy = (await ok('POST', `/api/forms/${form.id}/clone`)).form
    expect(copy).toMatchObject({ name: 'Copy of Health', fields: [pain], revision: '1' })
    expect((await ok('POST', `/api/forms/${form.id}/archive`, { archived: true })).form.archived).toBe(true)
    for (const wrong of [form.id, randomUUID()])
      expect((await create('Other', wrong)).body.details.validationError.fieldViolations).toMatchObject([
        { ruleName: 'INVALID_FORM', field: 'service.form.id' },
      ])
    const renamed = await ok('PATCH', `/v2/services/${service.id}`, { service: { id: service.id, revision: service.revision, name: 'Massage 2' } })
    expect(renamed.service.form).toEqual({ id: form.id })
    await ok('DELETE', `/api/forms/${form.id}`)
    expect((await ok('GET', `/v2/services/${service.id}`)).service.form).toEqual({ id: defaultFormId })
  })

  test('storefronts read the forms of services page by page', async () => {
    const form = await makeForm([pain], { name: 'Zeta' })
    const service = await serviceWith(form.id)
    await makeForm([pain], { name: 'Unused' })
    await makeForm([pain], { kind: 'INTAKE', name: 'Intake' })
    const query = async (body: object, options: CallOptions) => server.call('POST', '/_api/bookings/v2/services/booking-forms/query', { ...options, body })
    const visitor = { token: await server.visitorToken(studio.site) }
    const all = (await query({ query: {}, conditionalFields: ['DEFAULT_BOOKING_FORM'] }, visitor)).body
    expect(all.bookingForms.map((one: { formDetails: { name: string } }) => one.formDetails.name)).toEqual(['Booking form', 'Zeta'])
    expect(all.bookingForms[1]).toEqual({
      formDetails: { formId: form.id, name: 'Zeta', revision: '1' },
      connectedServices: [{ id: service.id, name: 'Massage' }],
      totalServiceCount: 1,
    })
    expect(all.defaultBookingForm.formDetails.formId).toBe(defaultFormId)
    expect((await query({ query: {} }, as())).body.bookingForms).toHaveLength(3)
    const first = (await query({ query: { cursorPaging: { limit: 1 } } }, visitor)).body
    expect(first.pagingMetadata).toMatchObject({ count: 1, hasNext: true })
    const second = (await query({ query: { cursorPaging: { limit: 1, cursor: first.pagingMetadata.cursors.next } } }, visitor)).body
    expect([second.bookingForms[0].formDetails.name, second.pagingMetadata.hasNext]).toEqual(['Zeta', false])
    expect((await query({ query: { cursorPaging: { cursor: 'nonsense' } } }, visitor)).status).toBe(400)
  })
})

describe('answers with a booking', () => {
  test('required fields, conditions and unknown fields are checked; nothing is booked when they fail', async () => {
    const form = await makeForm([pain, where])
    const service = await serviceWith(form.id)
    const cases: [object | undefined, string[]][] = [
      [undefined, ['formSubmission.pain is required']],
      [{ pain: 'yes' }, ['formSubmission.where is required']],
      [{ pain: 'maybe' }, ['formSubmission.pain is not one of the allowed values']],
      [{ pain: 'no', __proto: 'x', role: 'owner' }, ['formSubmission.__proto is not a field of the form', 'formSubmission.role is not a field of the form']],
    ]
    for (const [given, violations] of cases) {
      const reply = await book(service, given)
      expect([reply.status, errorCode(reply), readViolations(reply)]).toEqual([428, 'VALIDATION_FAILURE', violations])
    }
    const { n } = await server.open.db
      .selectFrom('booking')
      .where('siteId', '=', studio.site.metaSiteId)
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
    const { booking } = (await book(service, { first_name: 'Ida', pain: 'no', where: 'hidden, so dropped' })).body
    expect(booking).toMatchObject({ formId: form.id, formSubmissionId: expect.any(String), contactDetails: { firstName: 'Ida' }, additionalFields: [] })
    const [kept] = await listSubmissions({ bookingId: booking.id })
    expect(kept).toMatchObject({ formName: 'Health', kind: 'BOOKING', answers: [{ label: 'Any pain?', value: 'No' }] })
    // The business books for people without filling in their form.
    expect((await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot: freeSlot(service) }, contactDetails: guest() } })).status).toBe(200)
  })

  test('answers stay in the words that were read, and staff without the permission see none of them', async () => {
    const form = await makeForm([pain])
    const service = await serviceWith(form.id, undefined, { type: 'CLASS', capacity: 5 })
    const eventId = await studio.session(service)
    const token = await server.visitorToken(studio.site)
    const { booking } = await server.ok('POST', '/v2/bookings', {
      token,
      headers: { 'accept-language': 'de' },
      body: {
        booking: { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE' },
        formSubmission: { pain: 'yes' },
      },
    })
    await confirm(booking)
    await ok('PUT', `/api/forms/${form.id}`, { revision: form.revision, name: 'Changed', fields: [] })
    const read = async (who: CallOptions) => {
      const roster = (await server.ok('GET', `/api/sessions/${eventId}/roster`, who)).people[0].answers
      const body = { query: { filter: { id: booking.id } }, withFormSubmissions: true }
      const [extended] = (await server.ok('POST', '/v2/extended-bookings/query', { ...who, body })).extendedBookings
      return [roster, extended.formSubmissions.map((one: { answers: unknown }) => one.answers)]
    }
    const answers = [{ label: 'Hast du Schmerzen?', value: 'Ja' }]
    expect(await read(as())).toEqual([answers, [answers]])
    const receptionist = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ', 'FORMS.SUBMISSION_READ'])
    expect(await read(receptionist)).toEqual([answers, [answers]])
    const helper = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ'])
    expect(await read(helper)).toEqual([[], []])
    for (const path of [`/api/form-submissions?bookingId=${booking.id}`, `/api/form-files/${randomUUID()}`])
      expect((await server.call('GET', path, helper)).status).toBe(403)
  })

  test('consent and signature keep when, what and by whom', async () => {
    const form = await makeForm([
      { target: 'terms', type: 'CONSENT', label: { en: 'I agree to the treatment.' }, required: true },
      { target: 'signed', type: 'SIGNATURE', label: { en: 'Signature' }, required: true },
    ])
    const service = await serviceWith(form.id)
    const mia = { firstName: 'Mia', lastName: 'Berg', email: 'mia@example.org' }
    const drawing = 'M10 20L30.5 40'
    const { booking } = (await book(service, { terms: true, signed: { name: 'Mia Berg', drawing } }, mia)).body
    const kept = { at: '2027-05-01T10:00:00Z', by: 'Mia Berg, mia@example.org' }
    expect((await listSubmissions({ bookingId: booking.id }))[0].answers).toEqual([
      { label: 'I agree to the treatment.', value: 'Yes', ...kept },
      { label: 'Signature', value: 'Mia Berg', drawing, ...kept },
    ])
  })
})

describe('files', () => {
  const asks = { target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: true }

  test('a file is private: only staff with the permission download it', async () => {
    const form = await makeForm([asks])
    const service = await serviceWith(form.id)
    const { body: file } = await upload(form.id)
    expect(file).toEqual({ fileId: expect.any(String), name: 'U_berweisung.pdf' })
    const path = `/api/form-files/${file.fileId}`
    // What was not sent yet cannot be read.
    expect(errorCode(await server.call('GET', path, as()))).toBe('FORM_FILE_NOT_FOUND')
    const { booking } = (await book(service, { referral: file.fileId })).body
    const [{ id, answers }] = await listSubmissions({ bookingId: booking.id })
    expect(answers).toEqual([{ label: 'Referral', value: file.name, file: { id: file.fileId, name: file.name } }])
    const got = await server.call('GET', path, as())
    expect([got.status, got.headers['content-disposition'], got.headers['content-type'], got.headers['x-content-type-options']]).toEqual([
      200,
      `attachment; filename="${file.name}"`,
      'application/pdf',
      'nosniff',
    ])
    for (const who of [{ token: await server.visitorToken(studio.site) }, { as: await server.createSite({}) }])
      expect((await server.call('GET', path, who)).status).toBeGreaterThanOrEqual(403)
    // One file belongs to one submission.
    expect(readViolations(await book(service, { referral: file.fileId }))).toEqual(['formSubmission.referral is not a file of this form'])
    await ok('DELETE', `/api/form-submissions/${id}`)
    expect(errorCode(await server.call('GET', path, as()))).toBe('FORM_FILE_NOT_FOUND')
    expect(errorCode(await server.call('DELETE', `/api/form-submissions/${id}`, as()))).toBe('SUBMISSION_NOT_FOUND')
  })

  test('only real PDFs and pictures, for forms that ask for them; what is never sent is gone after a day', async () => {
    const form = await makeForm([asks])
    const service = await serviceWith(form.id)
    expect(errorCode(await upload(form.id, Buffer.from('<html>')))).toBe('FORM_FILE_NOT_ACCEPTED')
    expect((await upload(form.id, Buffer.alloc(10_485_761))).status).toBe(413)
    expect(errorCode(await upload(randomUUID()))).toBe('FORM_NOT_FOUND')
    expect(errorCode(await upload(defaultFormId))).toBe('FORM_TAKES_NO_FILES')
    const { body: file } = await upload(form.id)
    const other = await makeForm([asks])
    const otherService = await serviceWith(other.id)
    expect(readViolations(await book(otherService, { referral: file.fileId }))).toEqual(['formSubmission.referral is not a file of this form'])
    await server.advanceClock('PT25H')
    expect(readViolations(await book(service, { referral: file.fileId }))).toEqual(['formSubmission.referral is not a file of this form'])
  })
})

describe('intake forms', () => {
  const before = { timing: 'BEFORE_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' }
  const intakeForm = (validityMonths: number | null = null) => makeForm([pain, where], { kind: 'INTAKE', name: 'First visit', validityMonths })

  test('a policy takes intake forms that exist and are not archived', async () => {
    const form = await intakeForm()
    const bookingForm = await makeForm([pain])
    const create = (intakeFormPolicy: object) =>
      server.call('POST', '/v1/booking-policies', { ...as(), body: { bookingPolicy: { name: 'With intake', intakeFormPolicy } } })
    const readRules = (reply: TestReply) =>
      reply.body.details.validationError.fieldViolations.map((one: { ruleName?: string; field: string }) => one.ruleName || one.field)
    expect(readRules(await create({ enabled: true, formId: randomUUID(), ...before }))).toEqual(['INTAKE_FORM_NOT_FOUND'])
    expect(readRules(await create({ enabled: true, formId: 'no id', ...before }))).toEqual(['INTAKE_FORM_NOT_FOUND'])
    expect(readRules(await create({ enabled: true, formId: bookingForm.id, ...before }))).toEqual(['INTAKE_FORM_APP_NOT_INSTALLED'])
    expect(readRules(await create({ enabled: true, formId: form.id, timing: 'SOON' }))).toEqual(['bookingPolicy.intakeFormPolicy.timing'])
    const { bookingPolicy } = (await create({ enabled: true, formId: form.id, ...before })).body
    await ok('POST', `/api/forms/${form.id}/archive`, { archived: true })
    expect(readRules(await create({ enabled: true, formId: form.id, ...before }))).toEqual(['INTAKE_FORM_ARCHIVED'])
    // A policy that has it keeps it.
    const kept = await ok('PATCH', `/v1/booking-policies/${bookingPolicy.id}`, { bookingPolicy: { revision: bookingPolicy.revision, name: 'Renamed' } })
    expect(kept.bookingPolicy).toMatchObject({ name: 'Renamed', intakeFormPolicy: { enabled: true, formId: form.id } })
    const used = (await ok('GET', '/api/forms')).forms.find((one: { id: string }) => one.id === form.id)
    expect(used.uses).toEqual([{ kind: 'POLICY', id: bookingPolicy.id, name: 'Renamed' }])
    await ok('DELETE', `/api/forms/${form.id}`)
    expect((await ok('GET', `/v1/booking-policies/${bookingPolicy.id}`)).bookingPolicy.intakeFormPolicy).toEqual({ enabled: false })
  })

  test('before the booking it is asked once, or again when the answers no longer count', async () => {
    const form = await intakeForm(12)
    const service = await serviceWith(undefined, { formId: form.id, ...before })
    const mia = guest()
    expect(readViolations(await book(service, undefined, mia))).toEqual(['formSubmission.pain is required'])
    expect((await book(service, { pain: 'no' }, mia)).status).toBe(200)
    expect((await book(service, undefined, mia)).status).toBe(200)
    // Sent again although it still counts: passed over.
    expect((await book(service, { pain: 'yes' }, mia)).status).toBe(200)
    expect(readViolations(await book(service, undefined, guest()))).toEqual(['formSubmission.pain is required'])
    server.freezeClock('2028-04-30T10:00:00Z')
    const later = (day: string) =>
      studio.create({
        booking: {
          bookedEntity: { slot: studio.slotFor(service, `2028-05-${day}T10:00:00Z`, `2028-05-${day}T11:00:00Z`) },
          contactDetails: mia,
          selectedPaymentOption: 'OFFLINE',
        },
      })
    expect((await later('10')).status).toBe(200)
    server.freezeClock('2028-05-01T10:00:00Z')
    expect(readViolations(await later('11'))).toEqual(['formSubmission.pain is required'])
  })

  test('optional before the booking: without any answer it is left out, with some it is complete', async () => {
    const form = await intakeForm()
    const service = await serviceWith(undefined, { formId: form.id, timing: 'BEFORE_BOOKING', completionRequirement: 'OPTIONAL' })
    expect((await book(service)).status).toBe(200)
    expect(readViolations(await book(service, { where: 'knee' }))).toEqual(['formSubmission.pain is required'])
    expect((await book(service, { pain: 'yes', where: 'knee' })).status).toBe(200)
  })

  test('what a service asks is public; a member whose answers count is not asked', async () => {
    const form = await makeForm([pain])
    const intake = await intakeForm()
    const service = await serviceWith(form.id, { formId: intake.id, ...before })
    const member = await server.registerMember(studio.site)
    const read = async (token: string) => server.ok('GET', `/api/services/${service.id}/forms`, { token })
    const visitor = await server.visitorToken(studio.site)
    expect(await read(visitor)).toMatchObject({ form: { id: form.id, fields: [pain] }, intake: { id: intake.id, required: true, fields: [pain, where] } })
    expect((await read(member.token)).intake).toBeDefined()
    expect((await book(service, { pain: 'no' }, { firstName: 'Mia', email: member.email }, member.token)).status).toBe(200)
    expect((await read(member.token)).intake).toBeUndefined()
    expect((await server.call('GET', `/api/services/${randomUUID()}/forms`, { token: visitor })).status).toBe(404)
    const other = await server.createSite({})
    expect((await server.call('GET', `/api/services/${service.id}/forms`, { token: await server.visitorToken(other) })).status).toBe(404)
  })

  test('after the booking the email and the manage page lead to it, and the roster says whose is missing', async () => {
    const form = await intakeForm()
    const service = await serviceWith(
      undefined,
      { formId: form.id, timing: 'AFTER_BOOKING', completionRequirement: 'OPTIONAL' },
      { type: 'CLASS', capacity: 5 },
    )
    const eventId = await studio.session(service)
    const who = guest()
    const { booking } = (
      await studio.create({ booking: { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails: who, selectedPaymentOption: 'OFFLINE' } })
    ).body
    await confirm(booking)
    const { intakeLink, manageLink } = (await server.emailVariables(studio.site, who.email, 'booking-confirmed')) as { intakeLink: string; manageLink: string }
    const visitor = { token: await server.visitorToken(studio.site) }
    const readToken = (link: string) => new URL(link).pathname.split('/')[2]
    const path = `/api/bookings/by-link/${readToken(intakeLink)}/intake`
    const call = (method: string, at: string, body?: unknown) => server.call(method, at, { ...visitor, ...(body ? { body } : {}) })
    const roster = async () => (await ok('GET', `/api/sessions/${eventId}/roster`)).people[0]
    expect((await roster()).intake).toEqual({ formName: 'First visit', isDone: false })
    expect((await call('GET', path)).body).toMatchObject({
      isDone: false,
      form: { fields: [pain, where] },
      booking: { title: expect.any(String), firstName: 'Guest' },
    })
    expect(readViolations(await call('POST', path, { formSubmission: { pain: 'yes', owner: true } }))).toEqual([
      'formSubmission.where is required',
      'formSubmission.owner is not a field of the form',
    ])
    expect((await call('POST', path, { formSubmission: { pain: 'no' } })).status).toBe(200)
    expect((await call('POST', path, { formSubmission: { pain: 'yes', where: 'late' } })).status).toBe(200)
    expect((await call('GET', path)).body.isDone).toBe(true)
    expect(await roster()).toMatchObject({ intake: { isDone: true }, answers: [{ label: 'Any pain?', value: 'No' }] })
    const managed = (await call('GET', `/api/bookings/by-link/${readToken(manageLink)}`)).body
    expect(managed.intakes).toMatchObject([{ formName: 'First visit', isDone: true }])
    expect(errorCode(await call('GET', `/api/bookings/by-link/${'x'.repeat(90)}/intake`))).toBe('INVALID_TOKEN')
    // A booking without an intake form has no such page.
    const other = guest()
    const plain = (await book(await studio.service(), undefined, other)).body.booking
    await confirm(plain)
    const links = await server.emailVariables(studio.site, other.email, 'booking-confirmed')
    expect(links.intakeLink).toBeUndefined()
    expect(errorCode(await call('GET', `/api/bookings/by-link/${readToken(String(links.manageLink))}/intake`))).toBe('NO_INTAKE_FORM')
  })
})

test('what a person answered is in the download of their data, and erased with them, files too', async () => {
  const form = await makeForm([pain, { target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: true }], { kind: 'INTAKE', name: 'First visit' })
  const service = await serviceWith(undefined, { formId: form.id, timing: 'BEFORE_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' })
  const member = await server.registerMember(studio.site)
  const { body: file } = await upload(form.id)
  const { booking } = (await book(service, { pain: 'no', referral: file.fileId }, { firstName: 'Mia', email: member.email }, member.token)).body
  const { contactId } = booking.contactDetails
  expect(await listSubmissions({ contactId })).toHaveLength(1)
  const exported = JSON.stringify((await server.call('GET', '/api/members/my/data', { token: member.token })).body)
  expect(exported).toContain('Any pain?')
  await ok('POST', `/api/members/${member.memberId}/erase`)
  const rows = await server.open.db.selectFrom('formSubmission').select('id').where('siteId', '=', studio.site.metaSiteId).execute()
  const files = await server.open.db.selectFrom('formFile').select('id').where('siteId', '=', studio.site.metaSiteId).execute()
  expect([rows.length, files.length]).toEqual([0, 0])
})
