/** Each row of the guide's tables on writing members and on their contacts, through HTTP; a row without a case fails. Source: guide members §7.1, §7.2, §9. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomEmail } from '../../../test/auth-helpers.ts'
import { readRefusal } from '../../../test/factories/members.ts'
import { createSignUpCalls } from '../../../test/factories/sign-ups.ts'
import { tableAt } from '../../../test/guide-tables.ts'
import { readViolation } from '../../../test/member-guide.ts'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
})
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const { owner, make, getSlugs, full, patch, changeMember, createContact, signUp, prove } = createSignUpCalls(() => ({ server, site }))

/** The words of a row without its marks. */
const plain = (cell: string) => cell.replaceAll(/\*\*|`/g, '')
const sameRows = (rows: string[][], cases: object) => expect(Object.keys(cases).toSorted()).toEqual(rows.map(([first]) => plain(first as string)).toSorted())
type Cases = Record<string, () => Promise<void>>

describe('createMember', () => {
  const rows = tableAt('members', '### 7.1')
  const cases: Cases = {
    'loginEmail missing or malformed': async () => {
      expect(readViolation(await owner('POST', '/v1/members', { member: {} }))).toEqual([400, 'member.loginEmail', 'REQUIRED_FIELD'])
      expect(readViolation(await owner('POST', '/v1/members', { member: { loginEmail: 'nope' } }))).toEqual([400, 'member.loginEmail', 'FORMAT'])
    },
    'email held by a PENDING, APPROVED or BLOCKED member': async () => {
      const [pending, approved, blocked] = [await signUp({ verify: true }), await signUp(), await signUp()]
      await owner('POST', `/v1/members/${blocked.id}/block`, {})
      for (const { id, email } of [pending, approved, blocked]) {
        const reply = await owner('POST', '/v1/members', { member: { loginEmail: email.toUpperCase() } })
        expect([...readRefusal(reply), reply.body.details.applicationError.data]).toEqual([409, 'MEMBER_ALREADY_EXISTS', { memberId: id }])
      }
    },
    'read-only fields sent': async () => {
      const id = randomUUID()
      const made = await make({ id, status: 'BLOCKED', loginEmailVerified: true, contactId: id, createdDate: '2001-01-01T00:00:00Z', activityStatus: 'MUTED' })
      expect(made).toMatchObject({ status: 'APPROVED', loginEmailVerified: false, activityStatus: 'ACTIVE' })
      expect([made.id, made.contactId].includes(id) || made.createdDate.startsWith('2001')).toBe(false)
    },
    'unknown custom-field key': async () =>
      expect((await make({ contact: { customFields: { 'custom.unknown': { value: 'x' } } } })).contact.customFields).not.toHaveProperty('custom.unknown'),
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s → %s', async (check) => cases[plain(check)]?.())
})

describe('updateMember', () => {
  const rows = tableAt('members', '### 7.2')
  const anAddress = { city: 'Bath', country: 'GB', postalCode: 'BA1 1AA', streetAddress: { number: '12', name: 'Mill Road' } }
  const known = { contact: { firstName: 'Ann', phones: ['+1', '+2'], addresses: [anAddress] }, profile: { nickname: 'Ann', title: 'Runner' } }
  const field = async (fieldType: string) =>
    (
      await server.ok('POST', '/v1/custom-fields', {
        as: site,
        body: { field: { name: `F ${randomUUID().slice(0, 8)}`, fieldType, defaultPrivacy: 'PRIVATE' } },
      })
    ).field.key as string
  const cases: Cases = {
    'field absent': async () =>
      expect(await changeMember((await make(known)).id, { profile: { title: 'Walker' } })).toMatchObject({
        ...known,
        profile: { nickname: 'Ann', title: 'Walker' },
      }),
    '""': async () => {
      const { id } = await make(known)
      const cleared = await changeMember(id, { contact: { firstName: '' }, profile: { title: '' } })
      expect([cleared.contact.firstName ?? '', cleared.profile.title ?? '']).toEqual(['', ''])
      expect(readViolation(await patch(id, { profile: { nickname: '' } })).slice(0, 2)).toEqual([400, 'member.profile.nickname'])
    },
    null: async () => {
      const { id } = await make(known)
      expect(await changeMember(id, { contact: { firstName: null, phones: null, addresses: null }, profile: { nickname: null, title: null } })).toMatchObject(
        known,
      )
      expect(await changeMember(id, { contact: null, profile: null })).toMatchObject(known)
    },
    'array with items': async () => expect((await changeMember((await make(known)).id, { contact: { phones: ['+3'] } })).contact.phones).toEqual(['+3']),
    'empty array': async () =>
      expect((await changeMember((await make(known)).id, { contact: { phones: [], emails: [], addresses: [] } })).contact).toMatchObject(known.contact),
    'object (contact, profile, one address)': async () => {
      const { id, contact } = await make(known)
      const kept = contact.addresses[0].id as string
      const reply = await changeMember(id, { contact: { lastName: 'Reed', addresses: [{ id: kept, city: 'Bristol', country: 'GB' }] } })
      expect(reply.contact).toMatchObject({ firstName: 'Ann', lastName: 'Reed', phones: ['+1', '+2'] })
      expect(reply.contact.addresses).toEqual([{ id: kept, city: 'Bristol', country: 'GB' }])
    },
    'contact.customFields': async () => {
      const [one, two] = [await field('TEXT'), await field('TEXT')]
      const { id } = await make()
      await changeMember(id, { contact: { customFields: { [one]: { value: 'M' }, [two]: { value: 'blue' } } } })
      const reply = await changeMember(id, { contact: { customFields: { [one]: { value: '' } } } })
      expect([reply.contact.customFields[one]?.value ?? '', reply.contact.customFields[two].value]).toEqual(['', 'blue'])
    },
    'read-only fields, equal loginEmail': async () => {
      const made = await make(known)
      const reply = await patch(made.id, { ...made, loginEmail: made.loginEmail.toUpperCase(), status: 'BLOCKED', id: randomUUID(), contactId: randomUUID() })
      expect([reply.status, reply.body.member]).toEqual([200, made])
    },
    'different loginEmail': async () =>
      expect(readViolation(await patch((await make()).id, { loginEmail: randomEmail() }))).toEqual([400, 'member.loginEmail', 'IMMUTABLE_FIELD']),
    'unknown custom-field key': async () =>
      expect(readViolation(await patch((await make()).id, { contact: { customFields: { 'custom.unknown': { value: 'x' } } } })).slice(0, 2)).toEqual([
        400,
        'member.contact.customFields.custom.unknown',
      ]),
    'bad URL in a URL or SOCIAL field': async () => {
      const key = await field('URL')
      const reply = await patch((await make()).id, { contact: { customFields: { [key]: { value: 'javascript:alert(1)' } } } })
      expect(readViolation(reply)).toEqual([400, expect.any(String), 'INVALID_CUSTOM_FIELD_URL'])
      expect(reply.body.details.validationError.fieldViolations[0].data).toEqual({ fields: { [key]: 'javascript:alert(1)' } })
    },
    'privacyStatus: PUBLIC while candidates is NO_ONE': async () => {
      const own = await server.createSite()
      const { memberPrivacySettings } = await server.ok('GET', '/v1/privacy-settings', { as: own })
      await server.ok('POST', '/v1/privacy-settings', {
        as: own,
        body: { memberPrivacySettings: { ...memberPrivacySettings, publicMemberCandidates: 'NO_ONE' } },
      })
      const { memberId } = await server.registerMember(own)
      const reply = await server.call('PATCH', `/v1/members/${memberId}`, { as: own, body: { member: { privacyStatus: 'PUBLIC' } } })
      expect(readRefusal(reply)).toEqual([428, 'COMMUNITY_JOIN_IMPOSSIBLE'])
    },
    'nothing that changes a value': async () => {
      const made = await make(known)
      expect([await changeMember(made.id, { contact: made.contact, profile: made.profile }), await getSlugs(made.id)]).toEqual([made, ['created']])
    },
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s → %s', async (sent) => cases[plain(sent)]?.())
})

describe('contacts', () => {
  const rows = tableAt('members', '## 9. ')
  const signOn = async (email: string, more: object = {}) =>
    full(
      (await server.ok('POST', '/v2/sign-on', { as: site, body: { loginId: { email }, profile: { firstName: 'New', lastName: 'Loe' }, ...more } })).identity.id,
    )
  const cases: Cases = {
    'Sign-up, no contact has the email': async () => {
      const { id, email } = await signUp({ profile: { firstName: 'Ann', phones: ['+1'] } })
      expect((await full(id)).contact).toMatchObject({ firstName: 'Ann', phones: ['+1'], emails: [email] })
    },
    'Sign-up, a contact has the email': async () => {
      const email = randomEmail()
      const contactId = await createContact(email, { phones: ['+49 1'] })
      const { id } = await signUp({ email, profile: { firstName: 'Unproven' } })
      const { status, contactId: own, contact } = await full(id)
      expect([status, own === contactId, contact.firstName, contact.phones]).toEqual(['PENDING', false, 'Unproven', []])
    },
    'Code right': async () => {
      const email = randomEmail()
      const contactId = await createContact(email, { phones: ['+49 1'] })
      const one = await signUp({ email, profile: { firstName: 'Ann', lastName: 'Moe', phones: ['+491', '+2'] } })
      await prove(one)
      const member = await full(one.id)
      expect([member.contactId, member.contact]).toMatchObject([contactId, { firstName: 'Known', lastName: 'Moe', phones: ['+49 1', '+2'] }])
    },
    'Code never entered': async () => {
      const email = randomEmail()
      const contactId = await createContact(email)
      const one = await signUp({ email, profile: { lastName: 'Unproven' } })
      expect((await full(one.id)).contactId).not.toBe(contactId)
      const { contacts } = await server.ok('POST', '/api/contacts/query', { as: site, body: { search: email } })
      expect(contacts.find((contact: { id: string }) => contact.id === contactId)).toMatchObject({ firstName: 'Known', lastName: '' })
    },
    'Sign-on with mergeExistingContact: true (default)': async () => {
      const email = randomEmail()
      const contactId = await createContact(email)
      expect(await signOn(email)).toMatchObject({ contactId, contact: { firstName: 'Known', lastName: 'Loe' } })
    },
    'Sign-on with mergeExistingContact: false': async () => {
      const email = randomEmail()
      const contactId = await createContact(email)
      const member = await signOn(email, { mergeExistingContact: false })
      expect([member.contactId === contactId, member.contact.firstName]).toEqual([false, 'New'])
    },
    'createMember by owner': async () => {
      const loginEmail = randomEmail()
      const contactId = await createContact(loginEmail)
      expect(await make({ loginEmail, contact: { firstName: 'Sent', lastName: 'Lee' } })).toMatchObject({
        contactId,
        contact: { firstName: 'Known', lastName: 'Lee' },
      })
    },
    'Contact already belongs to another live member': async () => {
      const shared = randomEmail()
      const first = await make({ contact: { emails: [shared] } })
      const second = await make({ loginEmail: shared })
      expect(second.contactId).not.toBe(first.contactId)
    },
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s', async (situation) => cases[plain(situation)]?.())
})
