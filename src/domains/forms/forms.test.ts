/** Forms, submissions and files through HTTP: success and every refusal. Source: guide services-and-availability §12.3. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest } from '../../../test/factories/booking-studio.ts'
import { createFormStudio, pain, readViolations, textField, where, type FormStudio } from '../../../test/factories/form-studio.ts'
import { startTestServer, type CallOptions, type TestServer } from '../../../test/test-server.ts'
import { defaultFormId, fieldTypes } from './rules/form.ts'

let server: TestServer
let forms: FormStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  forms = await createFormStudio(server)
})

describe('forms of the owner', () => {
  test('a site has at most a hundred forms', async () => {
    await sql`insert into form (site_id, id, kind, name, fields, created_at, updated_at)
      select ${forms.studio.site.metaSiteId}, gen_random_uuid(), 'BOOKING', 'More ' || n, '[]', now(), now() from generate_series(1, 100) n`.execute(
      server.open.db,
    )
    await forms.ok('GET', '/api/forms')
    expect(errorCode(await server.call('POST', '/api/forms', { ...forms.as(), body: { kind: 'BOOKING', name: 'One more', fields: [] } }))).toBe(
      'TOO_MANY_FORMS',
    )
  })

  test('an address of the network sends at most thirty files in an hour', async () => {
    const { id } = await forms.makeForm([{ target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: false }])
    const statuses: number[] = []
    let reply = await forms.upload(id)
    while (reply.status === 200 && statuses.length < 40) {
      statuses.push(reply.status)
      reply = await forms.upload(id)
    }
    expect(statuses.length).toBeLessThanOrEqual(30)
    expect(errorCode(reply)).toBe('TOO_MANY_FORM_FILES')
  })

  test('every site has the default form under its fixed id, and it can be edited', async () => {
    const [first] = (await forms.ok('GET', '/api/forms')).forms
    expect(first).toMatchObject({ id: defaultFormId, default: true, kind: 'BOOKING', fields: [], revision: '1' })
    const { form } = await forms.ok('PUT', `/api/forms/${defaultFormId}`, { revision: '1', name: 'What we ask', fields: [pain, where] })
    expect(form).toMatchObject({ id: defaultFormId, name: 'What we ask', revision: '2', default: true })
    expect((await forms.ok('GET', '/api/forms')).forms).toHaveLength(1)
    for (const [method, path, body] of [
      ['POST', `/api/forms/${defaultFormId}/archive`, { archived: true }],
      ['DELETE', `/api/forms/${defaultFormId}`, undefined],
    ] as const)
      expect(errorCode(await server.call(method, path, { ...forms.as(), ...(body && { body }) }))).toBe('DEFAULT_FORM_REQUIRED')
  })

  test.each([
    ['de', 'Kopie von Buchungsformular'],
    ['fr', 'Copie de Formulaire de réservation'],
    ['en', 'Copy of Booking form'],
  ])('a copy is named in the language of the site: %s', async (language, name) => {
    const site = await server.createSite({ language })
    expect((await server.ok('POST', `/api/forms/${defaultFormId}/clone`, { as: site })).form.name).toBe(name)
  })

  test('a form with every kind of field is kept as it was written; fields that cannot be asked are named', async () => {
    const every = fieldTypes.map((type) => ({ ...textField(`of_${type.toLowerCase()}`), type, ...(type.startsWith('CHOICE') && { options: pain.options }) }))
    const form = await forms.makeForm(every)
    expect(form).toMatchObject({ revision: '1', fields: every })
    const bad = await server.call('POST', '/api/forms', {
      ...forms.as(),
      body: {
        kind: 'BOOKING',
        name: 'Bad',
        fields: [textField('email'), { ...pain, options: [] }, textField('later', { showWhen: { target: 'missing', values: ['x'] } })],
      },
    })
    expect(bad.status).toBe(400)
    expect(bad.body.details.validationError.fieldViolations.map((one: { field: string; ruleName: string }) => [one.field, one.ruleName])).toEqual([
      ['fields[0].target', 'TARGET_RESERVED'],
      ['fields[1].options', 'OPTIONS_MISSING'],
      ['fields[2].showWhen', 'CONDITION_NOT_EARLIER'],
    ])
    for (const fields of [[textField('Bad Target')], [{ ...textField('a'), type: 'VIDEO' }], Array.from({ length: 61 }, (_, n) => textField(`f${n}`))])
      expect((await server.call('POST', '/api/forms', { ...forms.as(), body: { kind: 'BOOKING', name: 'Bad', fields } })).status).toBe(400)
    expect((await forms.ok('GET', '/api/forms')).forms).toHaveLength(2)
  })

  test('a stale revision, unknown ids and forms of other sites are refused', async () => {
    const form = await forms.makeForm([pain])
    const change = (id: string, revision: string, site = forms.studio.site) =>
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
    expect((await server.call('GET', '/api/forms', { token: await server.visitorToken(forms.studio.site) })).status).toBe(403)
  })

  test('what uses a form is said; archived it is no longer taken; deleted its services go back to the default form', async () => {
    const form = await forms.makeForm([pain])
    const create = (name: string, formId: string) =>
      server.call('POST', '/v2/services', {
        ...forms.as(),
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
    const used = (await forms.ok('GET', '/api/forms')).forms.find((one: { id: string }) => one.id === form.id)
    expect(used.uses).toEqual([{ kind: 'SERVICE', id: service.id, name: 'Massage' }])
    const copy = (await forms.ok('POST', `/api/forms/${form.id}/clone`)).form
    expect(copy).toMatchObject({ name: 'Copy of Health', fields: [pain], revision: '1' })
    expect((await forms.ok('POST', `/api/forms/${form.id}/archive`, { archived: true })).form.archived).toBe(true)
    for (const wrong of [form.id, randomUUID()])
      expect((await create('Other', wrong)).body.details.validationError.fieldViolations).toMatchObject([
        { ruleName: 'INVALID_FORM', field: 'service.form.id' },
      ])
    const renamed = await forms.ok('PATCH', `/v2/services/${service.id}`, { service: { id: service.id, revision: service.revision, name: 'Massage 2' } })
    expect(renamed.service.form).toEqual({ id: form.id })
    await forms.ok('DELETE', `/api/forms/${form.id}`)
    expect((await forms.ok('GET', `/v2/services/${service.id}`)).service.form).toEqual({ id: defaultFormId })
  })

  test('storefronts read the forms of services page by page', async () => {
    const form = await forms.makeForm([pain], { name: 'Zeta' })
    const service = await forms.serviceWith(form.id)
    await forms.makeForm([pain], { name: 'Unused' })
    await forms.makeForm([pain], { kind: 'INTAKE', name: 'Intake' })
    const query = async (body: object, options: CallOptions) => server.call('POST', '/_api/bookings/v2/services/booking-forms/query', { ...options, body })
    const visitor = { token: await server.visitorToken(forms.studio.site) }
    const all = (await query({ query: {}, conditionalFields: ['DEFAULT_BOOKING_FORM'] }, visitor)).body
    expect(all.bookingForms.map((one: { formDetails: { name: string } }) => one.formDetails.name)).toEqual(['Booking form', 'Zeta'])
    expect(all.bookingForms[1]).toEqual({
      formDetails: { formId: form.id, name: 'Zeta', revision: '1' },
      connectedServices: [{ id: service.id, name: 'Massage' }],
      totalServiceCount: 1,
    })
    expect(all.defaultBookingForm.formDetails.formId).toBe(defaultFormId)
    expect((await query({ query: {} }, forms.as())).body.bookingForms).toHaveLength(3)
    const first = (await query({ query: { cursorPaging: { limit: 1 } } }, visitor)).body
    expect(first.pagingMetadata).toMatchObject({ count: 1, hasNext: true })
    const second = (await query({ query: { cursorPaging: { limit: 1, cursor: first.pagingMetadata.cursors.next } } }, visitor)).body
    expect([second.bookingForms[0].formDetails.name, second.pagingMetadata.hasNext]).toEqual(['Zeta', false])
    expect((await query({ query: { cursorPaging: { cursor: 'nonsense' } } }, visitor)).status).toBe(400)
  })
})

describe('answers with a booking', () => {
  test('what is wrong is said in the language of the caller', async () => {
    const form = await forms.makeForm([
      pain,
      { target: 'many', type: 'NUMBER', label: { en: 'How many?' }, required: false, minimum: 2 },
      { target: 'mail', type: 'EMAIL', label: { en: 'Mail' }, required: false },
    ])
    const service = await forms.serviceWith(form.id)
    const send = async (formSubmission: object) =>
      server.call('POST', '/v2/bookings', {
        headers: { 'accept-language': 'de-AT,de;q=0.9' },
        token: await server.visitorToken(forms.studio.site),
        body: { booking: { bookedEntity: { slot: forms.freeSlot(service) }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE' }, formSubmission },
      })
    expect(readViolations(await send({ many: 1, mail: 'no', other: 'x' }))).toEqual([
      'formSubmission.pain bitte ausfüllen',
      'formSubmission.many ist zu klein',
      expect.stringMatching(/^formSubmission\.mail .*E-Mail/),
      'formSubmission.other gehört nicht zum Formular',
    ])
    expect(readViolations(await send({ pain: 'no', many: 'two' }))).toEqual(['formSubmission.many muss eine Zahl sein'])
  })
  test('required fields, conditions and unknown fields are checked; nothing is booked when they fail', async () => {
    const form = await forms.makeForm([pain, where])
    const service = await forms.serviceWith(form.id)
    const cases: [object | undefined, string[]][] = [
      [undefined, ['formSubmission.pain is required']],
      [{ pain: 'yes' }, ['formSubmission.where is required']],
      [{ pain: 'maybe' }, ['formSubmission.pain is not one of the allowed values']],
      [{ pain: 'no', __proto: 'x', role: 'owner' }, ['formSubmission.__proto is not a field of the form', 'formSubmission.role is not a field of the form']],
    ]
    for (const [given, violations] of cases) {
      const reply = await forms.book(service, given)
      expect([reply.status, errorCode(reply), readViolations(reply)]).toEqual([428, 'VALIDATION_FAILURE', violations])
    }
    const { n } = await server.open.db
      .selectFrom('booking')
      .where('siteId', '=', forms.studio.site.metaSiteId)
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
    const { booking } = (await forms.book(service, { first_name: 'Ida', pain: 'no', where: 'hidden, so dropped' })).body
    expect(booking).toMatchObject({ formId: form.id, formSubmissionId: expect.any(String), contactDetails: { firstName: 'Ida' }, additionalFields: [] })
    const [kept] = await forms.listSubmissions({ bookingId: booking.id })
    expect(kept).toMatchObject({ formName: 'Health', kind: 'BOOKING', answers: [{ label: 'Any pain?', value: 'No' }] })
    // The business books for people without filling in their form.
    expect((await forms.studio.owner('/v2/bookings', { booking: { bookedEntity: { slot: forms.freeSlot(service) }, contactDetails: guest() } })).status).toBe(
      200,
    )
  })

  test('answers stay in the words that were read, and staff without the permission see none of them', async () => {
    const form = await forms.makeForm([pain])
    const service = await forms.serviceWith(form.id, undefined, { type: 'CLASS', capacity: 5 })
    const eventId = await forms.studio.session(service)
    const token = await server.visitorToken(forms.studio.site)
    const { booking } = await server.ok('POST', '/v2/bookings', {
      token,
      headers: { 'accept-language': 'de' },
      body: {
        booking: { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE' },
        formSubmission: { pain: 'yes' },
      },
    })
    await forms.confirm(booking)
    await forms.ok('PUT', `/api/forms/${form.id}`, { revision: form.revision, name: 'Changed', fields: [] })
    const read = async (who: CallOptions) => {
      const roster = (await server.ok('GET', `/api/sessions/${eventId}/roster`, who)).people[0].answers
      const body = { query: { filter: { id: booking.id } }, withFormSubmissions: true }
      const [extended] = (await server.ok('POST', '/v2/extended-bookings/query', { ...who, body })).extendedBookings
      return [roster, extended.formSubmissions.map((one: { answers: unknown }) => one.answers)]
    }
    const answers = [{ label: 'Hast du Schmerzen?', value: 'Ja' }]
    expect(await read(forms.as())).toEqual([answers, [answers]])
    const receptionist = await server.inviteCollaborator(forms.studio.site, ['BOOKINGS.BOOKING_READ', 'FORMS.SUBMISSION_READ'])
    expect(await read(receptionist)).toEqual([answers, [answers]])
    const helper = await server.inviteCollaborator(forms.studio.site, ['BOOKINGS.BOOKING_READ'])
    expect(await read(helper)).toEqual([[], []])
    for (const path of [`/api/form-submissions?bookingId=${booking.id}`, `/api/form-files/${randomUUID()}`])
      expect((await server.call('GET', path, helper)).status).toBe(403)
  })

  test('consent and signature keep when, what and by whom', async () => {
    const form = await forms.makeForm([
      { target: 'terms', type: 'CONSENT', label: { en: 'I agree to the treatment.' }, required: true },
      { target: 'signed', type: 'SIGNATURE', label: { en: 'Signature' }, required: true },
    ])
    const service = await forms.serviceWith(form.id)
    const mia = { firstName: 'Mia', lastName: 'Berg', email: 'mia@example.org' }
    const drawing = 'M10 20L30.5 40'
    const { booking } = (await forms.book(service, { terms: true, signed: { name: 'Mia Berg', drawing } }, mia)).body
    const kept = { at: '2027-05-01T10:00:00Z', by: 'Mia Berg, mia@example.org' }
    expect((await forms.listSubmissions({ bookingId: booking.id }))[0].answers).toEqual([
      { label: 'I agree to the treatment.', value: 'Yes', ...kept },
      { label: 'Signature', value: 'Mia Berg', drawing, ...kept },
    ])
  })
})

describe('files', () => {
  const asks = { target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: true }

  test('a file is private: only staff with the permission download it', async () => {
    const form = await forms.makeForm([asks])
    const service = await forms.serviceWith(form.id)
    const { body: file } = await forms.upload(form.id)
    expect(file).toEqual({ fileId: expect.any(String), name: 'U_berweisung.pdf' })
    const path = `/api/form-files/${file.fileId}`
    // What was not sent yet cannot be read.
    expect(errorCode(await server.call('GET', path, forms.as()))).toBe('FORM_FILE_NOT_FOUND')
    const { booking } = (await forms.book(service, { referral: file.fileId })).body
    const [{ id, answers }] = await forms.listSubmissions({ bookingId: booking.id })
    expect(answers).toEqual([{ label: 'Referral', value: file.name, file: { id: file.fileId, name: file.name } }])
    const got = await server.call('GET', path, forms.as())
    expect([got.status, got.headers['content-disposition'], got.headers['content-type'], got.headers['x-content-type-options']]).toEqual([
      200,
      `attachment; filename="${file.name}"`,
      'application/pdf',
      'nosniff',
    ])
    for (const who of [{ token: await server.visitorToken(forms.studio.site) }, { as: await server.createSite({}) }])
      expect((await server.call('GET', path, who)).status).toBeGreaterThanOrEqual(403)
    // One file belongs to one submission.
    expect(readViolations(await forms.book(service, { referral: file.fileId }))).toEqual(['formSubmission.referral is not a file of this form'])
    await forms.ok('DELETE', `/api/form-submissions/${id}`)
    expect(errorCode(await server.call('GET', path, forms.as()))).toBe('FORM_FILE_NOT_FOUND')
    expect(errorCode(await server.call('DELETE', `/api/form-submissions/${id}`, forms.as()))).toBe('SUBMISSION_NOT_FOUND')
  })

  test('only real PDFs and pictures, for forms that ask for them; what is never sent is gone after a day', async () => {
    const form = await forms.makeForm([asks])
    const service = await forms.serviceWith(form.id)
    expect(errorCode(await forms.upload(form.id, Buffer.from('<html>')))).toBe('FORM_FILE_NOT_ACCEPTED')
    expect((await forms.upload(form.id, Buffer.alloc(10_485_761))).status).toBe(413)
    expect(errorCode(await forms.upload(randomUUID()))).toBe('FORM_NOT_FOUND')
    expect(errorCode(await forms.upload(defaultFormId))).toBe('FORM_TAKES_NO_FILES')
    const { body: file } = await forms.upload(form.id)
    const other = await forms.makeForm([asks])
    const otherService = await forms.serviceWith(other.id)
    expect(readViolations(await forms.book(otherService, { referral: file.fileId }))).toEqual(['formSubmission.referral is not a file of this form'])
    await server.advanceClock('PT25H')
    expect(readViolations(await forms.book(service, { referral: file.fileId }))).toEqual(['formSubmission.referral is not a file of this form'])
  })
})
