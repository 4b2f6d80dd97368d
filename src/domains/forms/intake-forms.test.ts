/** Intake forms: when they are asked, whose answers count, what remains of them. Source: guide services-and-availability §12.3. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { guest } from '../../../test/factories/booking-studio.ts'
import { createFormStudio, pain, readViolations, where, type FormStudio } from '../../../test/factories/form-studio.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

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

describe('intake forms', () => {
  const before = { timing: 'BEFORE_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' }
  const intakeForm = (validityMonths: number | null = null) => forms.makeForm([pain, where], { kind: 'INTAKE', name: 'First visit', validityMonths })

  test('a policy takes intake forms that exist and are not archived', async () => {
    const form = await intakeForm()
    const bookingForm = await forms.makeForm([pain])
    const create = (intakeFormPolicy: object) =>
      server.call('POST', '/v1/booking-policies', { ...forms.as(), body: { bookingPolicy: { name: 'With intake', intakeFormPolicy } } })
    const readRules = (reply: TestReply) =>
      reply.body.details.validationError.fieldViolations.map((one: { ruleName?: string; field: string }) => one.ruleName || one.field)
    expect(readRules(await create({ enabled: true, formId: randomUUID(), ...before }))).toEqual(['INTAKE_FORM_NOT_FOUND'])
    expect(readRules(await create({ enabled: true, formId: 'no id', ...before }))).toEqual(['INTAKE_FORM_NOT_FOUND'])
    expect(readRules(await create({ enabled: true, formId: bookingForm.id, ...before }))).toEqual(['INTAKE_FORM_APP_NOT_INSTALLED'])
    expect(readRules(await create({ enabled: true, formId: form.id, timing: 'SOON' }))).toEqual(['bookingPolicy.intakeFormPolicy.timing'])
    const { bookingPolicy } = (await create({ enabled: true, formId: form.id, ...before })).body
    await forms.ok('POST', `/api/forms/${form.id}/archive`, { archived: true })
    expect(readRules(await create({ enabled: true, formId: form.id, ...before }))).toEqual(['INTAKE_FORM_ARCHIVED'])
    // A policy that has it keeps it.
    const kept = await forms.ok('PATCH', `/v1/booking-policies/${bookingPolicy.id}`, { bookingPolicy: { revision: bookingPolicy.revision, name: 'Renamed' } })
    expect(kept.bookingPolicy).toMatchObject({ name: 'Renamed', intakeFormPolicy: { enabled: true, formId: form.id } })
    const used = (await forms.ok('GET', '/api/forms')).forms.find((one: { id: string }) => one.id === form.id)
    expect(used.uses).toEqual([{ kind: 'POLICY', id: bookingPolicy.id, name: 'Renamed' }])
    await forms.ok('DELETE', `/api/forms/${form.id}`)
    expect((await forms.ok('GET', `/v1/booking-policies/${bookingPolicy.id}`)).bookingPolicy.intakeFormPolicy).toEqual({ enabled: false })
  })

  test('before the booking it is asked once, or again when the answers no longer count', async () => {
    const form = await intakeForm(12)
    const service = await forms.serviceWith(undefined, { formId: form.id, ...before })
    const mia = guest()
    expect(readViolations(await forms.book(service, undefined, mia))).toEqual(['formSubmission.pain is required'])
    expect((await forms.book(service, { pain: 'no' }, mia)).status).toBe(200)
    expect((await forms.book(service, undefined, mia)).status).toBe(200)
    // Sent again although it still counts: passed over.
    expect((await forms.book(service, { pain: 'yes' }, mia)).status).toBe(200)
    expect(readViolations(await forms.book(service, undefined, guest()))).toEqual(['formSubmission.pain is required'])
    server.freezeClock('2028-04-30T10:00:00Z')
    const later = (day: string) =>
      forms.studio.create({
        booking: {
          bookedEntity: { slot: forms.studio.slotFor(service, `2028-05-${day}T10:00:00Z`, `2028-05-${day}T11:00:00Z`) },
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
    const service = await forms.serviceWith(undefined, { formId: form.id, timing: 'BEFORE_BOOKING', completionRequirement: 'OPTIONAL' })
    expect((await forms.book(service)).status).toBe(200)
    expect(readViolations(await forms.book(service, { where: 'knee' }))).toEqual(['formSubmission.pain is required'])
    expect((await forms.book(service, { pain: 'yes', where: 'knee' })).status).toBe(200)
  })

  test('what a service asks is public; a member whose answers count is not asked', async () => {
    const form = await forms.makeForm([pain])
    const intake = await intakeForm()
    const service = await forms.serviceWith(form.id, { formId: intake.id, ...before })
    const member = await server.registerMember(forms.studio.site)
    const read = async (token: string) => server.ok('GET', `/api/services/${service.id}/forms`, { token })
    const visitor = await server.visitorToken(forms.studio.site)
    expect(await read(visitor)).toMatchObject({ form: { id: form.id, fields: [pain] }, intake: { id: intake.id, required: true, fields: [pain, where] } })
    expect((await read(member.token)).intake).toBeDefined()
    expect((await forms.book(service, { pain: 'no' }, { firstName: 'Mia', email: member.email }, member.token)).status).toBe(200)
    expect((await read(member.token)).intake).toBeUndefined()
    expect((await server.call('GET', `/api/services/${randomUUID()}/forms`, { token: visitor })).status).toBe(404)
    const other = await server.createSite({})
    expect((await server.call('GET', `/api/services/${service.id}/forms`, { token: await server.visitorToken(other) })).status).toBe(404)
  })

  test('after the booking the email and the manage page lead to it, and the roster says whose is missing', async () => {
    const form = await intakeForm()
    const service = await forms.serviceWith(
      undefined,
      { formId: form.id, timing: 'AFTER_BOOKING', completionRequirement: 'OPTIONAL' },
      { type: 'CLASS', capacity: 5 },
    )
    const eventId = await forms.studio.session(service)
    const who = guest()
    const { booking } = (
      await forms.studio.create({
        booking: { bookedEntity: { slot: { serviceId: service.id, eventId } }, contactDetails: who, selectedPaymentOption: 'OFFLINE' },
      })
    ).body
    await forms.confirm(booking)
    const { intakeLink, manageLink } = (await server.emailVariables(forms.studio.site, who.email, 'booking-confirmed')) as {
      intakeLink: string
      manageLink: string
    }
    const visitor = { token: await server.visitorToken(forms.studio.site) }
    const readToken = (link: string) => new URL(link).pathname.split('/')[2]
    const path = `/api/bookings/by-link/${readToken(intakeLink)}/intake`
    const call = (method: string, at: string, body?: unknown) => server.call(method, at, { ...visitor, ...(body ? { body } : {}) })
    const roster = async () => (await forms.ok('GET', `/api/sessions/${eventId}/roster`)).people[0]
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
    const plain = (await forms.book(await forms.studio.service(), undefined, other)).body.booking
    await forms.confirm(plain)
    const links = await server.emailVariables(forms.studio.site, other.email, 'booking-confirmed')
    expect(links.intakeLink).toBeUndefined()
    expect(errorCode(await call('GET', `/api/bookings/by-link/${readToken(String(links.manageLink))}/intake`))).toBe('NO_INTAKE_FORM')
  })
})

test('what a person answered is in the download of their data, and erased with them, files too', async () => {
  const form = await forms.makeForm([pain, { target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: true }], {
    kind: 'INTAKE',
    name: 'First visit',
  })
  const service = await forms.serviceWith(undefined, { formId: form.id, timing: 'BEFORE_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' })
  const member = await server.registerMember(forms.studio.site)
  const { body: file } = await forms.upload(form.id)
  const { booking } = (await forms.book(service, { pain: 'no', referral: file.fileId }, { firstName: 'Mia', email: member.email }, member.token)).body
  const { contactId } = booking.contactDetails
  expect(await forms.listSubmissions({ contactId })).toHaveLength(1)
  const exported = JSON.stringify((await server.call('GET', '/api/members/my/data', { token: member.token })).body)
  expect(exported).toContain('Any pain?')
  await forms.ok('POST', `/api/members/${member.memberId}/erase`)
  const rows = await server.open.db.selectFrom('formSubmission').select('id').where('siteId', '=', forms.studio.site.metaSiteId).execute()
  const files = await server.open.db.selectFrom('formFile').select('id').where('siteId', '=', forms.studio.site.metaSiteId).execute()
  expect([rows.length, files.length]).toEqual([0, 0])
})
