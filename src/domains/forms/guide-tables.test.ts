/** Rows of the guide's table on forms, each driven through HTTP. Source: guide services-and-availability §12.3. */
import { afterAll, beforeAll, expect } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createFormStudio, pain, textField, type FormStudio } from '../../../test/factories/form-studio.ts'
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
const many = (count: number) => Array.from({ length: count }, (_, n) => textField(`f${n}`))

describeRows(
  'forms (§12.3)',
  tableAt('services-and-availability', '### 12.3'),
  {
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
  },
  // `forms.test.ts`, `intake-forms.test.ts`.
  ['condition', 'archive', 'delete', 'visitors', 'files', 'who sees answers', 'a person'],
)
