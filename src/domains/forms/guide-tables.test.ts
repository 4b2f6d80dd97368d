/** Rows of the guide's table on forms, each driven through HTTP. Source: guide services-and-availability §12.3. */
import { afterAll, beforeAll, expect } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createFormStudio, pain, readViolations, textField, where, type FormStudio } from '../../../test/factories/form-studio.ts'
import { describeRows, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let forms: FormStudio
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2027-05-01T10:00:00Z')
  forms = await createFormStudio(server)
})
afterAll(() => server.close())

const create = (body: object) => server.call('POST', '/api/forms', { ...forms.as(), body: { kind: 'BOOKING', name: 'Health', fields: [], ...body } })
const referral = { target: 'referral', type: 'FILE', label: { en: 'Referral' }, required: true }
const many = (count: number) => Array.from({ length: count }, (_, n) => textField(`f${n}`))

describeRows('forms (§12.3)', tableAt('services-and-availability', '### 12.3'), {
  kinds: async () => {
    for (const validityMonths of [0, 121]) expect((await create({ kind: 'INTAKE', validityMonths })).status).toBe(400)
    for (const validityMonths of [1, 120, null]) expect((await create({ kind: 'INTAKE', validityMonths })).status).toBe(200)
    expect((await create({ kind: 'SURVEY' })).status).toBe(400)
  },
  'default form': async () => {
    const id = '00000000-0000-0000-0000-000000000000'
    const [first] = (await forms.ok('GET', '/api/forms')).forms
    expect(first).toMatchObject({ id, default: true })
    expect(errorCode(await server.call('DELETE', `/api/forms/${id}`, forms.as()))).toBe('DEFAULT_FORM_REQUIRED')
  },
  field: async () => {
    expect([(await create({ fields: many(60) })).status, (await create({ fields: many(61) })).status]).toEqual([200, 400])
    const choices = (count: number) => ({ ...pain, options: Array.from({ length: count }, (_, n) => ({ value: `v${n}`, label: { en: `V ${n}` } })) })
    expect([(await create({ fields: [choices(50)] })).status, (await create({ fields: [choices(51)] })).status]).toEqual([200, 400])
    for (const fields of [[textField('a'), textField('a')], [textField('first_name')]]) expect((await create({ fields })).status).toBe(400)
  },
  types: async ([, rule = '']) => {
    const types = rule.match(/\b[A-Z]{4,}(?:_[A-Z]+)*\b/g) ?? []
    expect(types.length).toBe(12)
    const fields = types.map((type) => ({ ...textField(`of_${type.toLowerCase()}`), type, ...(type.startsWith('CHOICE') && { options: pain.options }) }))
    expect((await create({ fields })).status).toBe(200)
    expect((await create({ fields: [{ ...textField('a'), type: 'VIDEO' }] })).status).toBe(400)
  },
  change: async () => {
    const { id } = await forms.makeForm([pain])
    const change = (revision: string) => server.call('PUT', `/api/forms/${id}`, { ...forms.as(), body: { revision, name: 'New', fields: [] } })
    expect([(await change('1')).status, errorCode(await change('1'))]).toEqual([200, 'FORM_CHANGED'])
  },
  condition: async () => {
    const service = await forms.serviceWith((await forms.makeForm([pain, where])).id)
    expect(readViolations(await forms.book(service, { pain: 'yes' }))).toEqual(['formSubmission.where is required'])
    // Hidden: neither required nor stored.
    const { booking } = (await forms.book(service, { pain: 'no', where: 'back' })).body
    expect((await forms.listSubmissions({ bookingId: booking.id }))[0].answers).toEqual([{ label: 'Any pain?', value: 'No' }])
    // The field that it depends on comes before it.
    expect((await create({ fields: [where, pain] })).status).toBe(400)
  },
  archive: async ([, rule = '']) => {
    const { id } = await forms.makeForm([pain])
    const service = await forms.serviceWith(id)
    await forms.ok('POST', `/api/forms/${id}/archive`, { archived: true })
    const refused = await server.call('PATCH', `/v2/services/${(await forms.serviceWith(undefined)).id}`, {
      ...forms.as(),
      body: { service: { revision: '1', form: { id } } },
    })
    const { ruleName } = refused.body.details.validationError.fieldViolations[0]
    expect([refused.status, rule]).toEqual([400, expect.stringContaining(ruleName)])
    // What has it keeps asking.
    expect(readViolations(await forms.book(service, undefined))).toEqual(['formSubmission.pain is required'])
  },
  delete: async () => {
    const { id } = await forms.makeForm([pain])
    const service = await forms.serviceWith(id)
    const { booking } = (await forms.book(service, { pain: 'no' })).body
    await forms.ok('DELETE', `/api/forms/${id}`)
    expect((await forms.ok('GET', `/v2/services/${service.id}`)).service.form.id).toBe('00000000-0000-0000-0000-000000000000')
    expect(await forms.listSubmissions({ bookingId: booking.id })).toMatchObject([{ answers: [{ label: 'Any pain?' }] }])
  },
  visitors: async () => {
    const [used, unused] = [await forms.makeForm([pain], { name: 'Used' }), await forms.makeForm([pain], { name: 'Unused' })]
    const service = await forms.serviceWith(used.id)
    const token = await server.visitorToken(forms.studio.site)
    const { bookingForms } = await server.ok('POST', '/_api/bookings/v2/services/booking-forms/query', { token, body: { query: {} } })
    const ids = bookingForms.map(({ formDetails }: { formDetails: { formId: string } }) => formDetails.formId)
    expect([ids.includes('00000000-0000-0000-0000-000000000000'), ids.includes(used.id), ids.includes(unused.id)]).toEqual([true, true, false])
    expect((await server.ok('GET', `/api/services/${service.id}/forms`, { token })).form).toMatchObject({ fields: [pain] })
  },
  files: async ([, rule = '']) => {
    const { id } = await forms.makeForm([referral])
    const service = await forms.serviceWith(id)
    expect((await forms.upload(id, Buffer.from('<html>'))).status).toBe(400)
    const most = Number(/≤ (\d+) MB/.exec(rule)?.[1]) * 1024 * 1024
    expect((await forms.upload(id, Buffer.alloc(most + 1))).status).toBe(413)
    const late = (await forms.upload(id)).body.fileId
    const hours = Number(/within (\d+) hours/.exec(rule)?.[1])
    await server.advanceClock(`PT${hours + 1}H`)
    expect(readViolations(await forms.book(service, { referral: late }))).toEqual(['formSubmission.referral is not a file of this form'])
    const { fileId } = (await forms.upload(id)).body
    expect((await forms.book(service, { referral: fileId })).status).toBe(200)
    const file = await server.call('GET', `/api/form-files/${fileId}`, forms.as())
    expect([file.status, file.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment/)])
    expect((await server.call('GET', `/api/form-files/${fileId}`, { token: await server.visitorToken(forms.studio.site) })).status).toBe(403)
  },
  'who sees answers': async ([, rule = '']) => {
    const service = await forms.serviceWith((await forms.makeForm([pain])).id)
    const { booking } = (await forms.book(service, { pain: 'no' })).body
    const [sees, deletes] = rule.match(/FORMS\.\w+/g) ?? []
    const read = async (permissions: string[]) => {
      const who = await server.inviteCollaborator(forms.studio.site, ['BOOKINGS.BOOKING_READ', ...permissions])
      return (await server.call('GET', '/api/form-submissions', { ...who, query: { bookingId: booking.id } })).status
    }
    expect([await read([]), await read([sees ?? ''])]).toEqual([403, 200])
    const [{ id }] = await forms.listSubmissions({ bookingId: booking.id })
    const helper = await server.inviteCollaborator(forms.studio.site, [sees ?? ''])
    expect((await server.call('DELETE', `/api/form-submissions/${id}`, helper)).status).toBe(403)
    const remover = await server.inviteCollaborator(forms.studio.site, [deletes ?? ''])
    expect((await server.call('DELETE', `/api/form-submissions/${id}`, remover)).status).toBe(200)
    expect(await forms.listSubmissions({ bookingId: booking.id })).toEqual([])
  },
  'a person': async () => {
    const { id } = await forms.makeForm([referral])
    const service = await forms.serviceWith(id)
    const member = await server.registerMember(forms.studio.site)
    const { fileId } = (await forms.upload(id)).body
    const { booking } = (await forms.book(service, { referral: fileId }, { firstName: 'Mia', email: member.email }, member.token)).body
    expect((await server.call('GET', '/api/members/my/data', { token: member.token })).text).toContain('Referral')
    await forms.ok('POST', `/api/members/${member.memberId}/erase`)
    expect(await forms.listSubmissions({ bookingId: booking.id })).toEqual([])
    expect((await server.call('GET', `/api/form-files/${fileId}`, forms.as())).status).toBe(404)
  },
})
