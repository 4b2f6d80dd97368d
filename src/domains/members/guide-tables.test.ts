/** Each row of the guide's tables on writing, contacts and deletion, and each of its worked examples, through HTTP; a row without a case fails. Source: guide members §2, §3, §5.2, §6.4, §7.1, §7.2, §8–11, §13. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplesAt, tableAt } from '../../../test/guide-tables.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { startTestServer, type TestReply, type TestSite, type TestServer } from '../../../test/test-server.ts'

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

const PASSWORD = 'a calm long evening'
const anybody = () => `m-${randomUUID().slice(0, 8)}@shop.example`
const owner = (method: string, path: string, body?: unknown) => server.call(method, path, { as: site, ...(body === undefined ? {} : { body }) })
const refusal = (reply: TestReply) => [reply.status, errorCode(reply)]
const violation = (reply: TestReply) => {
  const [first] = reply.body.details?.validationError?.fieldViolations ?? []
  return [reply.status, first?.field, first?.ruleName || first?.violatedRule]
}
const make = async (member: object = {}) =>
  (await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: anybody(), ...member } } })).member
const full = async (id: string) => (await server.ok('GET', `/v1/members/${id}`, { as: site, query: { fieldsets: 'FULL' } })).member
const patch = (id: string, member: unknown) => owner('PATCH', `/v1/members/${id}`, { member })
const changed = async (id: string, member: unknown) => (await server.ok('PATCH', `/v1/members/${id}`, { as: site, body: { member } })).member
const slugs = async (id: string) => (await server.emittedEvents(site, id)).map((event) => event.slug)
const templates = async (to: string) => (await server.sentEmails(site, to)).map((email) => email.template).toSorted()
const policy = (requireEmailVerification: boolean, requireOwnerApproval: boolean) =>
  server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireEmailVerification, requireOwnerApproval } } })
const aContact = async (email: string, more: object = {}) =>
  (await server.ok('POST', '/_test/contacts', { body: { metaSiteId: site.metaSiteId, email, firstName: 'Known', ...more } })).contactId as string

/** Somebody who signs up under a policy. */
async function signUp({
  verify = false,
  approve = false,
  email = anybody(),
  profile = {},
}: {
  verify?: boolean
  approve?: boolean
  email?: string
  profile?: object
} = {}) {
  await policy(verify, approve)
  const token = await server.visitorToken(site)
  const reply = await server.ok('POST', '/v2/register', { token, body: { loginId: { email }, password: PASSWORD, profile } })
  await policy(false, false)
  return { id: reply.identity.id as string, email, token, stateToken: reply.stateToken as string }
}
const codeTo = async (email: string) =>
  (await server.sentEmails(site, email)).findLast((email) => email.template === 'VERIFY_EMAIL_CODE')?.variables.code as string
const prove = async ({ email, token, stateToken }: { email: string; token: string; stateToken: string }) =>
  server.ok('POST', '/v1/auth/verify', { token, body: { code: await codeTo(email), stateToken } })
const login = ({ email, token }: { email: string; token: string }) =>
  server.call('POST', '/v2/login', { token, body: { loginId: { email }, password: PASSWORD } })

/** The words of a row without its marks. */
const plain = (cell: string) => cell.replaceAll(/\*\*|`/g, '')
const sameRows = (rows: string[][], cases: object) => expect(Object.keys(cases).toSorted()).toEqual(rows.map(([first]) => plain(first as string)).toSorted())
type Cases = Record<string, () => Promise<void>>

describe('rows of the table of transitions', () => {
  test('row 1: a sign-up where everybody may: approved, signed in, welcomed', async () => {
    const { id, email } = await signUp()
    expect([(await full(id)).status, await slugs(id), await templates(email)]).toEqual(['APPROVED', ['created'], ['WELCOME']])
  })
  test.each([
    [2, true, false, ['VERIFY_EMAIL_CODE']],
    [2, false, true, ['APPROVAL_PENDING']],
    [2, true, true, ['VERIFY_EMAIL_CODE']],
  ])('row %i: a sign-up that proves its address (%s) or waits for the owner (%s) is pending', async (_row, verify, approve, emails) => {
    const { id, email } = await signUp({ verify, approve })
    expect([(await full(id)).status, await slugs(id), await templates(email)]).toEqual(['PENDING', ['created'], emails])
  })
  test('row 3: created by the owner: approved, no email, no password', async () => {
    const { id, loginEmail, status } = await make()
    expect([status, await slugs(id), await templates(loginEmail)]).toEqual(['APPROVED', ['created'], []])
    expect(refusal(await login({ email: loginEmail, token: await server.visitorToken(site) }))).toEqual([401, '-19976'])
  })
  test('row 4: vouched for by a trusted caller: approved, created once', async () => {
    const email = anybody()
    const signOn = () => server.ok('POST', '/v2/sign-on', { as: site, body: { loginId: { email } } })
    const { id } = (await signOn()).identity
    expect([(await signOn()).identity.id, (await full(id)).status, (await slugs(id)).filter((slug) => slug === 'created')]).toEqual([
      id,
      'APPROVED',
      ['created'],
    ])
  })
  test('row 5: the code makes the member approved and links the contact', async () => {
    const email = anybody()
    const contactId = await aContact(email)
    const one = await signUp({ verify: true, email })
    expect((await full(one.id)).contactId).not.toBe(contactId)
    expect((await prove(one)).state).toBe('SUCCESS')
    const { status, contactId: linked } = await full(one.id)
    expect([status, linked, await slugs(one.id)]).toEqual(['APPROVED', contactId, ['created', 'updated', 'approved']])
  })
  test('row 6: the code of somebody who waits for the owner, too: still pending, and now the owners are asked', async () => {
    const one = await signUp({ verify: true, approve: true, profile: { nickname: 'Zora Waits' } })
    const asked = async () => (await server.sentEmails(site, site.ownerEmail)).filter((email) => email.variables.memberName === 'Zora Waits').length
    expect(await asked()).toBe(0)
    expect((await prove(one)).state).toBe('REQUIRE_OWNER_APPROVAL')
    expect([(await full(one.id)).status, await asked(), (await templates(one.email)).includes('APPROVAL_PENDING')]).toEqual(['PENDING', 1, true])
  })
  test('row 8: approved before the address is proven: not seen by others, and sign-in still asks for the code', async () => {
    const one = await signUp({ verify: true, approve: true })
    await owner('POST', `/v1/members/${one.id}/approve`, {})
    expect((await login(one)).body.state).toBe('REQUIRE_EMAIL_VERIFICATION')
    await changed(one.id, { privacyStatus: 'PUBLIC' })
    const other = await server.registerMember(site)
    expect((await server.call('GET', `/v1/members/${one.id}`, { token: other.token })).status).toBe(404)
  })
  test('row 10: unblocked, who never proved the address proves it then; nobody is signed in by it', async () => {
    const one = await signUp({ verify: true })
    await owner('POST', `/v1/members/${one.id}/block`, {})
    expect(refusal(await login(one))).toEqual([403, 'MEMBER_BLOCKED'])
    await owner('POST', `/v1/members/${one.id}/approve`, {})
    expect((await login(one)).body.state).toBe('REQUIRE_EMAIL_VERIFICATION')
    const known = await server.registerMember(site)
    await owner('POST', `/v1/members/${known.memberId}/block`, {})
    await owner('POST', `/v1/members/${known.memberId}/approve`, {})
    expect((await server.call('GET', '/v1/members/my', { token: known.token })).status).toBe(401)
    expect((await server.call('POST', '/oauth2/token', { body: { grantType: 'refresh_token', refreshToken: known.refreshToken } })).status).toBe(400)
  })
  test('row 12: a block ends what was begun: the code opens nothing any more', async () => {
    const one = await signUp({ verify: true })
    const code = await codeTo(one.email)
    await owner('POST', `/v1/members/${one.id}/block`, {})
    const reply = await server.call('POST', '/v1/auth/verify', { token: one.token, body: { code, stateToken: one.stateToken } })
    expect([reply.status, reply.body.details.applicationError.data.verificationFailureReason]).toEqual([400, 'NOT_FOUND'])
  })
  test.each(['APPROVED', 'BLOCKED'])('row 19: unmute of a muted member who is %s', async (status) => {
    const { id } = await make()
    if (status === 'BLOCKED') await owner('POST', `/v1/members/${id}/block`, {})
    await owner('POST', `/v1/members/${id}/mute`, {})
    const { member } = (await owner('POST', `/v1/members/${id}/unmute`, {})).body
    expect([member.status, member.activityStatus, (await slugs(id)).slice(-2)]).toEqual([status, 'ACTIVE', ['updated', 'unmuted']])
  })
  test('row 27: nobody joins where nobody may be public', async () => {
    const own = await server.createSite()
    const { memberPrivacySettings } = await server.ok('GET', '/v1/privacy-settings', { as: own })
    await server.ok('POST', '/v1/privacy-settings', {
      as: own,
      body: { memberPrivacySettings: { ...memberPrivacySettings, publicMemberCandidates: 'NO_ONE' } },
    })
    const { token } = await server.registerMember(own)
    expect(refusal(await server.call('POST', '/v1/members/join-community', { token, body: {} }))).toEqual([428, 'COMMUNITY_JOIN_IMPOSSIBLE'])
  })
  test('row 28: a member who leaves is gone and signed out', async () => {
    const { token, memberId, email } = await server.registerMember(site)
    await server.ok('DELETE', '/v1/members/my', { token })
    expect([(await server.call('GET', '/v1/members/my', { token })).status, (await owner('GET', `/v1/members/${memberId}`)).status]).toEqual([401, 404])
    expect(await templates(email)).toContain('ACCOUNT_DELETED')
  })

  test('every row of the guide is a case here or in status.test.ts', () => {
    const sources = ['guide-tables', 'status', 'contacts'].map((name) => readFileSync(`src/domains/members/${name}.test.ts`, 'utf8')).join('\n')
    const named = [...sources.matchAll(/rows? ([\d, ]+)/g)].flatMap(([, list]) => (list as string).split(','))
    const listed = [...sources.matchAll(/^ {4}\[(\d+), /gm)].map(([, row]) => row as string)
    const shown = new Set([...named, ...listed].map(Number))
    expect(
      tableAt('members', '### 5.2')
        .map(([row]) => Number(row))
        .filter((row) => !shown.has(row)),
    ).toEqual([])
  })
})

describe('createMember', () => {
  const rows = tableAt('members', '### 7.1')
  const cases: Cases = {
    'loginEmail missing or malformed': async () => {
      expect(violation(await owner('POST', '/v1/members', { member: {} }))).toEqual([400, 'member.loginEmail', 'REQUIRED_FIELD'])
      expect(violation(await owner('POST', '/v1/members', { member: { loginEmail: 'nope' } }))).toEqual([400, 'member.loginEmail', 'FORMAT'])
    },
    'email held by a PENDING, APPROVED or BLOCKED member': async () => {
      const [pending, approved, blocked] = [await signUp({ verify: true }), await signUp(), await signUp()]
      await owner('POST', `/v1/members/${blocked.id}/block`, {})
      for (const { id, email } of [pending, approved, blocked]) {
        const reply = await owner('POST', '/v1/members', { member: { loginEmail: email.toUpperCase() } })
        expect([...refusal(reply), reply.body.details.applicationError.data]).toEqual([409, 'MEMBER_ALREADY_EXISTS', { memberId: id }])
      }
    },
    'read-only fields sent': async () => {
      const id = randomUUID()
      const made = await make({ id, status: 'BLOCKED', loginEmailVerified: true, contactId: id, createdDate: '2001-01-01T00:00:00Z', activityStatus: 'MUTED' })
      expect(made).toMatchObject({ status: 'APPROVED', loginEmailVerified: false, activityStatus: 'ACTIVE' })
      expect([made.id, made.contactId].includes(id) || made.createdDate.startsWith('2001')).toBe(false)
    },
    'unknown custom-field key': async () =>
      expect((await make({ contact: { customFields: { 'custom.nobody': { value: 'x' } } } })).contact.customFields).not.toHaveProperty('custom.nobody'),
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
      expect(await changed((await make(known)).id, { profile: { title: 'Walker' } })).toMatchObject({
        ...known,
        profile: { nickname: 'Ann', title: 'Walker' },
      }),
    '""': async () => {
      const { id } = await make(known)
      const cleared = await changed(id, { contact: { firstName: '' }, profile: { title: '' } })
      expect([cleared.contact.firstName ?? '', cleared.profile.title ?? '']).toEqual(['', ''])
      expect(violation(await patch(id, { profile: { nickname: '' } })).slice(0, 2)).toEqual([400, 'member.profile.nickname'])
    },
    null: async () => {
      const { id } = await make(known)
      expect(await changed(id, { contact: { firstName: null, phones: null, addresses: null }, profile: { nickname: null, title: null } })).toMatchObject(known)
      expect(await changed(id, { contact: null, profile: null })).toMatchObject(known)
    },
    'array with items': async () => expect((await changed((await make(known)).id, { contact: { phones: ['+3'] } })).contact.phones).toEqual(['+3']),
    'empty array': async () =>
      expect((await changed((await make(known)).id, { contact: { phones: [], emails: [], addresses: [] } })).contact).toMatchObject(known.contact),
    'object (contact, profile, one address)': async () => {
      const { id, contact } = await make(known)
      const kept = contact.addresses[0].id as string
      const reply = await changed(id, { contact: { lastName: 'Reed', addresses: [{ id: kept, city: 'Bristol', country: 'GB' }] } })
      expect(reply.contact).toMatchObject({ firstName: 'Ann', lastName: 'Reed', phones: ['+1', '+2'] })
      expect(reply.contact.addresses).toEqual([{ id: kept, city: 'Bristol', country: 'GB' }])
    },
    'contact.customFields': async () => {
      const [one, two] = [await field('TEXT'), await field('TEXT')]
      const { id } = await make()
      await changed(id, { contact: { customFields: { [one]: { value: 'M' }, [two]: { value: 'blue' } } } })
      const reply = await changed(id, { contact: { customFields: { [one]: { value: '' } } } })
      expect([reply.contact.customFields[one]?.value ?? '', reply.contact.customFields[two].value]).toEqual(['', 'blue'])
    },
    'read-only fields, equal loginEmail': async () => {
      const made = await make(known)
      const reply = await patch(made.id, { ...made, loginEmail: made.loginEmail.toUpperCase(), status: 'BLOCKED', id: randomUUID(), contactId: randomUUID() })
      expect([reply.status, reply.body.member]).toEqual([200, made])
    },
    'different loginEmail': async () =>
      expect(violation(await patch((await make()).id, { loginEmail: anybody() }))).toEqual([400, 'member.loginEmail', 'IMMUTABLE_FIELD']),
    'unknown custom-field key': async () =>
      expect(violation(await patch((await make()).id, { contact: { customFields: { 'custom.nobody': { value: 'x' } } } })).slice(0, 2)).toEqual([
        400,
        'member.contact.customFields.custom.nobody',
      ]),
    'bad URL in a URL or SOCIAL field': async () => {
      const key = await field('URL')
      const reply = await patch((await make()).id, { contact: { customFields: { [key]: { value: 'javascript:alert(1)' } } } })
      expect(violation(reply)).toEqual([400, expect.any(String), 'INVALID_CUSTOM_FIELD_URL'])
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
      expect(refusal(reply)).toEqual([428, 'COMMUNITY_JOIN_IMPOSSIBLE'])
    },
    'nothing that changes a value': async () => {
      const made = await make(known)
      expect([await changed(made.id, { contact: made.contact, profile: made.profile }), await slugs(made.id)]).toEqual([made, ['created']])
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
      const email = anybody()
      const contactId = await aContact(email, { phones: ['+49 1'] })
      const { id } = await signUp({ email, profile: { firstName: 'Stranger' } })
      const { status, contactId: own, contact } = await full(id)
      expect([status, own === contactId, contact.firstName, contact.phones]).toEqual(['PENDING', false, 'Stranger', []])
    },
    'Code right': async () => {
      const email = anybody()
      const contactId = await aContact(email, { phones: ['+49 1'] })
      const one = await signUp({ email, profile: { firstName: 'Ann', lastName: 'Moe', phones: ['+491', '+2'] } })
      await prove(one)
      const member = await full(one.id)
      expect([member.contactId, member.contact]).toMatchObject([contactId, { firstName: 'Known', lastName: 'Moe', phones: ['+49 1', '+2'] }])
    },
    'Code never entered': async () => {
      const email = anybody()
      const contactId = await aContact(email)
      const one = await signUp({ email, profile: { lastName: 'Stranger' } })
      expect((await full(one.id)).contactId).not.toBe(contactId)
      const { contacts } = await server.ok('POST', '/api/contacts/query', { as: site, body: { search: email } })
      expect(contacts.find((contact: { id: string }) => contact.id === contactId)).toMatchObject({ firstName: 'Known', lastName: '' })
    },
    'Sign-on with mergeExistingContact: true (default)': async () => {
      const email = anybody()
      const contactId = await aContact(email)
      expect(await signOn(email)).toMatchObject({ contactId, contact: { firstName: 'Known', lastName: 'Loe' } })
    },
    'Sign-on with mergeExistingContact: false': async () => {
      const email = anybody()
      const contactId = await aContact(email)
      const member = await signOn(email, { mergeExistingContact: false })
      expect([member.contactId === contactId, member.contact.firstName]).toEqual([false, 'New'])
    },
    'createMember by owner': async () => {
      const loginEmail = anybody()
      const contactId = await aContact(loginEmail)
      expect(await make({ loginEmail, contact: { firstName: 'Sent', lastName: 'Lee' } })).toMatchObject({
        contactId,
        contact: { firstName: 'Known', lastName: 'Lee' },
      })
    },
    'Contact already belongs to another live member': async () => {
      const shared = anybody()
      const first = await make({ contact: { emails: [shared] } })
      const second = await make({ loginEmail: shared })
      expect(second.contactId).not.toBe(first.contactId)
    },
  }
  test('has a case for every row', () => sameRows(rows, cases))
  test.each(rows)('%s', async (situation) => cases[plain(situation)]?.())
})

describe('worked examples', () => {
  const [entity] = examplesAt('members', 'FULL form') as [{ member: Record<string, unknown> & { contact: object; profile: object } }]
  const field = (name: string) => owner('POST', '/v1/custom-fields', { field: { name, fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' } })

  test('the whole member, as the owner sees them', async () => {
    await field('T-shirt')
    const { contact, profile, loginEmail, privacyStatus } = entity.member
    const sent = JSON.parse(JSON.stringify({ loginEmail, contact, profile, privacyStatus }).replaceAll('https://SITE/', 'https://pictures.example/'))
    const made = await make(sent)
    // Nobody else here is called so.
    const given = { contactId: made.contactId, slug: 'annlee' }
    expect(made.contact).toEqual({
      ...sent.contact,
      contactId: given.contactId,
      addresses: [{ ...sent.contact.addresses[0], id: made.contact.addresses[0].id }],
    })
    expect(made.profile).toEqual({ ...sent.profile, slug: given.slug })
    expect(Object.keys(made).toSorted()).toEqual(
      Object.keys(entity.member)
        .filter((key) => key !== 'lastLoginDate')
        .toSorted(),
    )
    const [shown] = examplesAt('members', 'PUBLIC example') as [{ member: Record<string, unknown> }]
    await changed(made.id, { privacyStatus: 'PUBLIC' })
    const other = await server.registerMember(site)
    const seen = (await server.ok('GET', `/v1/members/${made.id}`, { token: other.token, query: { fieldsets: 'FULL' } })).member
    expect(Object.keys(seen).toSorted()).toEqual(Object.keys(shown.member).toSorted())
    expect(seen).toMatchObject({ status: 'UNKNOWN', privacyStatus: 'UNKNOWN', activityStatus: 'UNKNOWN', profile: { nickname: 'Ann Lee', slug: 'annlee' } })
    // The question of the guide finds her.
    const [question] = examplesAt('members', '### 6.4')
    const found = await server.ok('POST', '/v1/members/query', { as: site, body: question })
    expect([found.members.map((one: { id: string }) => one.id), found.metadata]).toEqual([[made.id], { count: 1, offset: 0, total: 1, tooManyToCount: false }])
    // The page address that she has is taken for others, in the words of the guide.
    const [taken] = examplesAt('members', 'Error body:')
    const refused = await server.call('POST', '/v1/members/my/slug', { token: other.token, body: { slug: 'annlee' } })
    expect([refused.status, refused.body]).toEqual([409, taken])
  })

  test('a plan that still renews, as a violation', async () => {
    const [example] = examplesAt('members', 'These rule names are validation errors') as [
      { message: string; details: { validationError: { fieldViolations: object[] } } },
    ]
    const pricing = { price: { value: '10' }, subscription: { cycleDuration: { unit: 'MONTH', count: 1 }, cycleCount: 0 } }
    const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Monthly', pricing } } })
    const { token, memberId } = await server.registerMember(site)
    const card = { number: '4242424242424242', expMonth: 12, expYear: server.clocks.now().toZonedDateTimeISO('UTC').year + 5, cvc: '123' }
    await server.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, card } })
    const reply = await owner('DELETE', `/v1/members/${memberId}`)
    const [violated] = example.details.validationError.fieldViolations
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: example.message, details: { validationError: { fieldViolations: [{ ...violated, data: { memberId } }] } } },
    ])
  })

  test('many at once: each item tells of itself', async () => {
    const [example] = examplesAt('members', '### 10.2') as [{ results: [object, { itemMetadata: { error: object } }] }]
    const { id } = await make()
    const { body } = await owner('POST', '/v1/members/bulk/delete', { memberIds: [id, randomUUID()] })
    expect(body.results[0]).toEqual({ itemMetadata: { id, originalIndex: 0, success: true } })
    expect(body.results[1].itemMetadata).toMatchObject({ originalIndex: 1, success: false, error: example.results[1].itemMetadata.error })
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
  })

  test('a job tells how far it is', async () => {
    const [example] = examplesAt('members', 'Job: ') as [{ job: { counts: object } }]
    const { loginEmail } = await make()
    const { jobId } = (await owner('POST', '/v1/members/bulk/block-by-filter', { filter: { loginEmail } })).body
    await server.ok('POST', '/_test/run', { body: {} })
    const { job } = await server.ok('GET', `/async-jobs/v1/async-jobs/${jobId}`, { as: site })
    expect(job).toMatchObject({ id: jobId, status: 'FINISHED', counts: { itemsToProcess: 1, itemsSucceeded: 1, itemsFailed: 0 } })
    expect(Object.keys(job)).toEqual(expect.arrayContaining(Object.keys(example.job)))
  })
})

/** Stands last: business time stays where it was moved to. */
test('row 29: who does not prove the address within thirty days is gone, and their address is free', async () => {
  const one = await signUp({ verify: true })
  await server.advanceClock('P31D')
  expect([(await owner('GET', `/v1/members/${one.id}`)).status, (await slugs(one.id)).at(-1)]).toEqual([404, 'deleted'])
  expect((await signUp({ email: one.email })).id).not.toBe(one.id)
})
