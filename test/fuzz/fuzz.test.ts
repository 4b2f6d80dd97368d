/** For any request the reply is a documented error or success, a refusal changes nothing, and no data of other members shows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedTables, getIds, tableChecksums, watchTables } from '../fingerprint.ts'
import { seededRandom, newRandom, type Random } from '../kill/random.ts'
import { allOperations, fillPath, type MountedOperation } from '../operations.ts'
import { startTestServer, type TestReply, type CallOptions, type TestSite, type TestServer } from '../test-server.ts'
import { freeBody } from './free-bodies.ts'
import { randomNonsense, generateValid, corrupt, type TextFor } from './generate.ts'

const total = Number(process.env.FUZZ_CALLS ?? 400)
/** Only operations whose name has this form, for long runs on one part of the API. */
const only = new RegExp(process.env.FUZZ_ONLY ?? '')
let server: TestServer
let site: TestSite
let otherSite: TestSite
let ids: string[]
const operations = allOperations().filter(({ name }) => !name.endsWith('setUp') && only.test(name))

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ name: 'Fuzzed' })
  otherSite = await server.createSite({ name: 'Secret Garden', sample: total > 5000 })
  await seed(site)
  ids = [...(await getIds(server.open.db, site.metaSiteId)).values()].map(([first]) => first as string)
})
afterAll(() => server.close())

async function seed(of: TestSite): Promise<void> {
  const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: of, body: { staffMember: { name: 'Lena', email: 'lena@people.example' } } })
  await server.ok('POST', '/v2/services', {
    as: of,
    body: {
      service: {
        type: 'APPOINTMENT',
        name: 'Lesson',
        defaultCapacity: 1,
        onlineBooking: { enabled: true },
        payment: { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { online: true, inPerson: true, pricingPlan: false } },
        schedule: { availabilityConstraints: { sessionDurations: [60] } },
        staffMemberIds: [staffMember.resourceId],
      },
    },
  })
  const { plan } = await server.ok('POST', '/v2/plans', {
    as: of,
    body: { plan: { name: 'Pass', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } },
  })
  const { memberId } = await server.registerMember(of)
  await server.ok('POST', '/v2/checkout/orders/offline', { as: of, body: { planId: plan.id, memberId, paid: true } })
}

/** Another member, through a fresh sign-up: what was accepted may have removed the app, closed sign-up or required a captcha. */
async function registerVisitor(): Promise<CallOptions> {
  const { oAuthApps } = await server.ok('GET', '/api/oauth-apps', { as: site })
  site.clientId = oAuthApps[0]?.id ?? (await server.ok('POST', '/api/oauth-apps', { as: site, body: { oAuthApp: {} } })).oAuthApp.id
  await server.ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireOwnerApproval: false, requireEmailVerification: false } } })
  await server.ok('PATCH', '/api/sign-in-settings', { as: site, body: { settings: { hideAccountExistence: false, captcha: { signup: 'OFF', login: 'OFF' } } } })
  return { token: (await server.registerMember(site)).token }
}

/** Half a surrogate pair has no place in an address. */
const toWellFormed = (text: string): string => Buffer.from(text).toString()

interface Sent {
  mounted: MountedOperation
  answer: TestReply
  what: string
}

async function sendRandomRequest(mounted: MountedOperation, as: CallOptions, random: Random): Promise<Sent> {
  const { op } = mounted
  const named: TextFor = (field) => (/(^id|Ids?)$/.test(field) && random.next() < 0.7 ? random.pick(ids) : undefined)
  const path = fillPath(op, () => (random.next() < 0.75 ? random.pick(ids) : toWellFormed(String(randomNonsense(random))).slice(0, 300) || 'x'))
  const hasBody = op.method !== 'GET' && op.method !== 'DELETE'
  const body = hasBody
    ? corrupt(freeBody(mounted.name, site, ids, () => random.next()) ?? (op.body ? generateValid(op.body, named, random) : {}), random)
    : undefined
  const generated = op.query ? (corrupt(generateValid(op.query, named, random), random) as Record<string, unknown> | null) : {}
  const query = new URLSearchParams(
    Object.entries(generated ?? {}).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
    .toString()
    .slice(0, 4000)
  const answer = await server.call(op.method, path, { ...as, ...(body === undefined ? {} : { body }), ...(query ? { query } : {}) })
  return { mounted, answer, what: `${op.method} ${path}${query && `?${query.slice(0, 200)}`} ${JSON.stringify(body)?.slice(0, 600) ?? ''}` }
}

test(
  `${total} malformed requests: never a failure, never a change by what was refused, never a word of another site`,
  async () => {
    const random = newRandom('fuzz')
    const owner: CallOptions = { as: site }
    const visitor: CallOptions = { token: await server.visitorToken(site) }
    let member = await registerVisitor()
    const wrong: string[] = []
    const seen = { refused: 0, accepted: 0, notFound: 0 }
    const theirs = await tableChecksums(server.open.db, otherSite.metaSiteId)
    const rounds = Math.max(1, Math.ceil(total / operations.length))
    const order = Array.from({ length: rounds }, () => operations).flat()
    const readChecksums = await watchTables(server.open.db, site.metaSiteId)
    for (let at = 0; at < order.length && wrong.length < 40; at += 12) {
      const before = await readChecksums()
      const accepted: string[] = []
      for (const mounted of order.slice(at, at + 12)) {
        const own = seededRandom(random.between(0, 2 ** 31))
        const { access: may } = mounted.op
        const callers =
          may === 'anyone' ? [{}, visitor, member, owner] : [...(may.visitor ? [visitor] : []), ...(may.member ? [member] : []), ...(may.owner ? [owner] : [])]
        const { answer, what } = await sendRandomRequest(mounted, own.pick(callers), own)
        const { status, text } = answer
        if (status >= 500 && status !== 501)
          wrong.push(`${mounted.name} answered ${status} to ${what} (seed ${own.seed}): ${server.problems.at(-1)?.slice(0, 700)}`)
        if (/Secret Garden|sample\.example/.test(text)) wrong.push(`${mounted.name} showed another site: ${what}`)
        if (/select |insert into|stack|node_modules|relation "/i.test(text) && status >= 400 && !/[?{]/.test(what))
          wrong.push(`${mounted.name} showed its internals: ${text.slice(0, 200)}`)
        if (status < 400) accepted.push(mounted.name)
        seen[status < 400 ? 'accepted' : status === 404 ? 'notFound' : 'refused']++
      }
      const changed = changedTables(before, await readChecksums())
      if (changed.length > 0 && accepted.length === 0)
        wrong.push(`refused calls changed ${changed.join(', ')}: ${order.slice(at, at + 12).map(({ name }) => name)}`)
      // Some of what is accepted ends the member.
      if ((await server.call('GET', '/v1/members/my', member)).status !== 200) member = await registerVisitor()
    }
    expect(wrong, wrong.join('\n')).toEqual([])
    // What the watch says is what stands in the tables.
    expect(await readChecksums()).toEqual(await tableChecksums(server.open.db, site.metaSiteId))
    expect(changedTables(theirs, await tableChecksums(server.open.db, otherSite.metaSiteId))).toEqual([])
    console.log(`fuzz: ${seen.refused} refused, ${seen.notFound} not found, ${seen.accepted} accepted`)
    expect(seen.refused).toBeGreaterThan(order.length / 4)
  },
  20_000 + total * 100,
)

test('bodies that are no JSON, too long, too deep or of another kind', async () => {
  const send = (payload: string, type = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url: '/v2/plans',
      headers: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId, 'content-type': type },
      payload,
    })
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const answers = [
    await send('{"plan":'),
    await send('nonsense'),
    await send('"text"'),
    await send('[]'),
    await send('null'),
    await send(deep),
    await send(`{"plan":${deep}}`),
    await send(JSON.stringify({ plan: { name: 'x'.repeat(2_000_000) } })),
    await send('<plan/>', 'application/xml'),
    await send('{"__proto__":{"isAdmin":true},"plan":{"name":"x"}}'),
  ]
  for (const { statusCode, body } of answers) {
    expect(statusCode, body).toBeGreaterThanOrEqual(400)
    expect(statusCode, body).toBeLessThan(500)
    expect(JSON.parse(body)).toHaveProperty('details')
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})
