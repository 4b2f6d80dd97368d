/** The worked examples of the guide, through HTTP. Source: guide members §2, §3, §6.4, §8, §10, §11, §13. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignUpCalls } from '../../../test/factories/sign-ups.ts'
import { examplesAt } from '../../../test/guide-tables.ts'
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

const { owner, make, changeMember } = createSignUpCalls(() => ({ server, site }))

describe('worked examples', () => {
  const [entity] = examplesAt('members', 'FULL form') as [{ member: Record<string, unknown> & { contact: object; profile: object } }]
  const field = (name: string) => owner('POST', '/v1/custom-fields', { field: { name, fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' } })

  test('the whole member, as the owner sees them', async () => {
    await field('T-shirt')
    const { contact, profile, loginEmail, privacyStatus } = entity.member
    const sent = JSON.parse(JSON.stringify({ loginEmail, contact, profile, privacyStatus }).replaceAll('https://SITE/', 'https://pictures.example/'))
    const made = await make(sent)
    // No other member has this name.
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
    await changeMember(made.id, { privacyStatus: 'PUBLIC' })
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

  test('many at once: each item has its own result', async () => {
    const [example] = examplesAt('members', '### 10.2') as [{ results: [object, { itemMetadata: { error: object } }] }]
    const { id } = await make()
    const { body } = await owner('POST', '/v1/members/bulk/delete', { memberIds: [id, randomUUID()] })
    expect(body.results[0]).toEqual({ itemMetadata: { id, originalIndex: 0, success: true } })
    expect(body.results[1].itemMetadata).toMatchObject({ originalIndex: 1, success: false, error: example.results[1].itemMetadata.error })
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
  })

  test('a job reports its progress', async () => {
    const [example] = examplesAt('members', 'Job: ') as [{ job: { counts: object } }]
    const { loginEmail } = await make()
    const { jobId } = (await owner('POST', '/v1/members/bulk/block-by-filter', { filter: { loginEmail } })).body
    await server.ok('POST', '/_test/run', { body: {} })
    const { job } = await server.ok('GET', `/async-jobs/v1/async-jobs/${jobId}`, { as: site })
    expect(job).toMatchObject({ id: jobId, status: 'FINISHED', counts: { itemsToProcess: 1, itemsSucceeded: 1, itemsFailed: 0 } })
    expect(Object.keys(job)).toEqual(expect.arrayContaining(Object.keys(example.job)))
  })
})
