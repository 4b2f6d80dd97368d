/** Who may call what: every operation, every kind of caller; and nothing of one site shows at another. Source: contract wire §6; `docs/permissions.md`. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changedTables, tableChecksums, getIds } from '../fingerprint.ts'
import { generateValid, type TextFor } from '../fuzz/generate.ts'
import { allOperations, fillPath, type MountedOperation } from '../operations.ts'
import { errorCode } from '../auth-helpers.ts'
import { startTestServer, type TestReply, type CallOptions, type TestSite, type TestServer } from '../test-server.ts'

let server: TestServer
let site: TestSite
let otherSite: TestSite
const operations = allOperations()
/** They end the session or account of the caller: each of them gets a caller of its own. */
const endsItsCaller = (name: string) => /deleteMyMember|signOut|signOff|logout|leave|revoke|deleteDevice|changePassword/i.test(name)

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite({ sample: true, name: 'Secret Garden' })
  otherSite = await server.createSite({ name: 'Other site' })
})
afterAll(() => server.close())

/** A key is no person: it has no record, password or second step of its own, and hands out no further keys. Source: guide identity §1, §2. */
const needsAPerson = new Set([
  'members.getCurrentMember',
  ...['listApiKeys', 'createApiKey', 'deleteApiKey'].map((name) => `identity.${name}`),
  ...['getOwnerSecurity', 'signOutOtherOwners', 'renewOwnerCodes'].map((name) => `collaborators.${name}`),
  ...['startOwnerPasskey', 'addOwnerPasskey', 'removeOwnerPasskey', 'startOwnerConfirmation', 'confirmOwner'].map((name) => `collaborators.${name}`),
  ...['startArchive', 'openArchive', 'deleteArchive'].map((name) => `archive.${name}`),
  ...['disconnectSmtp', 'disconnectStripe', 'disconnectTexts'].map((name) => `connections.${name}`),
])
/** What one member may only ask about themself answers so for all others, too. */
const isAboutAnother = ({ op }: MountedOperation, kind: string) =>
  kind === 'member' && op.access !== 'anyone' && op.access.member === 'own' && op.path.includes('{')

const unknownId = '00000000-0000-4000-8000-00000000dead'

function send(
  { op }: MountedOperation,
  as: CallOptions,
  body: unknown = {},
  ids: (parameter: string) => string = () => unknownId,
  query?: string,
): Promise<TestReply> {
  return server.call(op.method, fillPath(op, ids), { ...as, ...(op.method === 'GET' || op.method === 'DELETE' ? {} : { body }), ...(query ? { query } : {}) })
}

const aboutPeople = /^(identity|collaborators|members?[A-Z]?|customFields|userMembers|badge|redirects)/
describe('the record decides', () => {
  const kinds = ['none', 'visitor', 'member', 'owner'] as const

  test.each(kinds)(
    'for %s',
    async (kind) => {
      const visitor = { token: await server.visitorToken(site) }
      let member = { token: (await server.registerMember(site)).token }
      const wrong: string[] = []
      for (const mounted of operations) {
        const { name, op } = mounted
        if (kind === 'member' && endsItsCaller(name)) member = { token: (await server.registerMember(site)).token }
        const as: CallOptions = kind === 'none' ? {} : kind === 'visitor' ? visitor : kind === 'member' ? member : { as: site }
        const answer = await send(mounted, as)
        if (kind === 'member' && endsItsCaller(name)) member = { token: (await server.registerMember(site)).token }
        const may = op.access === 'anyone' || (kind !== 'none' && op.access[kind] !== undefined)
        const refusal = kind === 'none' ? 'UNAUTHENTICATED' : 'PERMISSION_DENIED'
        if (!may && (answer.status !== (kind === 'none' ? 401 : 403) || errorCode(answer) !== refusal))
          wrong.push(`${name} let ${kind} in: ${answer.status} ${errorCode(answer)}`)
        if (
          may &&
          op.access !== 'anyone' &&
          !(kind === 'owner' && needsAPerson.has(name)) &&
          !isAboutAnother(mounted, kind) &&
          ['UNAUTHENTICATED', 'PERMISSION_DENIED'].includes(errorCode(answer) ?? '')
        )
          wrong.push(`${name} kept ${kind} out: ${answer.status} ${errorCode(answer)}`)
        if (answer.status >= 500 && answer.status !== 501)
          wrong.push(`${name} broke for ${kind}: ${answer.status} ${answer.text.slice(0, 200)} ${server.problems.at(-1)?.slice(0, 400)}`)
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )

  test('for an app, and for people who help to run the site: with the permission of the operation, and without', async () => {
    const people = operations.filter(({ name, op }) => aboutPeople.test(name) && op.access !== 'anyone' && op.access.owner !== undefined)
    expect(people.length).toBeGreaterThan(80)
    const { access_token: token } = await server.ok('POST', '/oauth2/token', {
      body: { grant_type: 'client_credentials', client_id: site.clientId, client_secret: site.appSecret },
    })
    const named = [...new Set(people.flatMap(({ op }) => op.permission ?? []))]
    const callers: [string, (permission: string | undefined) => boolean, () => Promise<CallOptions>][] = [
      ['app', () => true, async () => ({ token })],
      ['helper with every permission', () => true, () => server.inviteCollaborator(site, named)],
      ['helper with none', (permission) => permission === undefined, () => server.inviteCollaborator(site, [])],
    ]
    const wrong: string[] = []
    for (const [kind, mayCall, enter] of callers) {
      let as = await enter()
      for (const mounted of people) {
        const { name, op } = mounted
        // A member as well asks for a record of their own; a key and an app have none.
        if (op.access !== 'anyone' && op.access.owner === 'own') continue
        const answer = await send(mounted, as)
        const isRefused = ['UNAUTHENTICATED', 'PERMISSION_DENIED'].includes(errorCode(answer) ?? '')
        const isPersonal = kind === 'app' && needsAPerson.has(name)
        if (mayCall(op.permission) && isRefused && !isPersonal) wrong.push(`${name} kept the ${kind} out: ${answer.status} ${errorCode(answer)}`)
        if (!mayCall(op.permission) && (answer.status !== 403 || errorCode(answer) !== 'PERMISSION_DENIED'))
          wrong.push(`${name} let the ${kind} in: ${answer.status} ${errorCode(answer)}`)
        if (endsItsCaller(name)) as = await enter()
      }
    }
    expect(wrong).toEqual([])
  })

  /** What every collaborator needs to open the dashboard, and what concerns only themself. */
  const forEveryCollaborator = new Set([
    'reports.getToday',
    // Each of them sees what their permissions open.
    'reports.listNotifications',
    'reports.markNotifications',
    'setup.getSiteSettings',
    ...['confirmOwner', 'changeOwnerPassword', 'signOutOtherOwners', 'getOwnerSecurity', 'renewOwnerCodes'].map((name) => `collaborators.${name}`),
    ...['startOwnerFactor', 'confirmOwnerFactor', 'removeOwnerFactor'].map((name) => `collaborators.${name}`),
    ...['startOwnerPasskey', 'addOwnerPasskey', 'removeOwnerPasskey', 'startOwnerConfirmation', 'beginExport'].map((name) => `collaborators.${name}`),
    // Everyone has saved filters and columns of their own.
    ...['getListColumns', 'saveListColumns', 'resetListColumns'].map((name) => `collaborators.${name}`),
    ...['listSavedFilters', 'saveFilter', 'deleteSavedFilter'].map((name) => `collaborators.${name}`),
    // A change that waits is shown to those who may make it, and undone by them.
    ...['listHeldChanges', 'undoHeldChange'].map((name) => `heldChanges.${name}`),
    // A staff member connects calendars of their own; those of others need a permission, which the action asks.
    ...operations.map(({ name }) => name).filter((name) => /^(externalCalendars|calendarLinks|calendarFeeds)[.]/.test(name)),
    // A staff member requests time off of their own.
    ...['listMyTimeOff', 'requestTimeOff', 'withdrawTimeOff'].map((name) => `staff.${name}`),
  ])
  test('what is for the business only names its permission', () => {
    const open = operations.filter(
      ({ op }) => op.permission === undefined && op.access !== 'anyone' && op.access.owner === 'any' && op.access.visitor === undefined,
    )
    expect(open.map(({ name }) => name).filter((name) => !forEveryCollaborator.has(name))).toEqual([])
  })

  test('each permission opens its own operations, and is needed for them: for helpers and for keys', async () => {
    const guarded = operations.filter(({ op }) => op.permission !== undefined && op.access.owner === 'any' && op.access.visitor === undefined)
    const named = [...new Set(guarded.map(({ op }) => op.permission as string))]
    expect(named.length).toBeGreaterThan(20)
    const helper = await server.inviteCollaborator(site, named)
    const { id } = (await server.ok('GET', '/api/owner/me', helper)).user
    const dashboard = await server.signInAsOwner(site)
    const wrong: string[] = []
    for (const permission of named) {
      const needing = guarded.filter(({ op, name }) => op.permission === permission && !endsItsCaller(name))
      const others = named.filter((one) => one !== permission)
      await server.ok('PATCH', `/api/collaborators/${id}`, { as: site, body: { role: 'CONTRIBUTOR', permissions: others } })
      const { apiKey: made, key } = await server.ok('POST', '/api/api-keys', { ...dashboard, body: { name: permission, permissions: [permission] } })
      const asKey = { headers: { authorization: key, 'wix-site-id': site.metaSiteId } }
      for (const mounted of needing) {
        const without = await send(mounted, helper)
        if (errorCode(without) !== 'PERMISSION_DENIED')
          wrong.push(`${mounted.name} let a helper without ${permission} in: ${without.status} ${errorCode(without)}`)
        const withIt = await send(mounted, asKey)
        if (errorCode(withIt) === 'PERMISSION_DENIED' && !needsAPerson.has(mounted.name)) wrong.push(`${mounted.name} kept a key with ${permission} out`)
      }
      // Every seventh of the others: a key for one thing does no other.
      for (const mounted of guarded.filter(
        ({ op, name }, at) => op.permission !== permission && !endsItsCaller(name) && at % 7 === named.indexOf(permission) % 7,
      )) {
        const answer = await send(mounted, asKey)
        if (answer.status !== 403) wrong.push(`${mounted.name} let a key for ${permission} in: ${answer.status} ${errorCode(answer)}`)
      }
      await server.ok('DELETE', `/api/api-keys/${made.id}`, dashboard)
    }
    expect(wrong).toEqual([])
  })

  test('a broken, foreign or expired token and an unknown key give no caller', async () => {
    const guarded = operations.filter(({ op }) => op.access !== 'anyone')
    const wrong: string[] = []
    for (const mounted of guarded.filter((_, at) => at % 7 === 0)) {
      for (const token of ['nonsense', 'Bearer ', 'OauthNG.JWS.x.y.z', 'IST.e30.e30.e30']) {
        const answer = await send(mounted, { token })
        if (answer.status !== 401) wrong.push(`${mounted.name} answered ${answer.status} to ${token}`)
      }
      const foreignKey = await send(mounted, { headers: { authorization: otherSite.apiKey, 'wix-site-id': site.metaSiteId } })
      if (![401, 403].includes(foreignKey.status)) wrong.push(`${mounted.name} answered ${foreignKey.status} to the key of another site`)
    }
    expect(wrong).toEqual([])
  })
})

describe('nothing of one site shows at another', () => {
  /** Words of an operation's path → the tables whose ids it may mean. */
  function idsFor(ids: Map<string, string[]>, path: string): string[] {
    const words = path
      .toLowerCase()
      .split(/[^a-z]+/)
      .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
    const near = [...ids].filter(([table]) => table.split('_').some((part) => words.includes(part)))
    return (near.length > 0 ? near : [...ids]).map(([, [first]]) => first as string).slice(0, 12)
  }
  /** A body that names rows of the other site wherever a name of a field asks for one. */
  const naming =
    (ids: Map<string, string[]>, fallback: string): TextFor =>
    (field) => {
      if (!/(^id|Ids?|Guid)$/.test(field)) return undefined
      const word = field
        .replace(/Ids?$/, '')
        .replaceAll(/([A-Z])/g, '_$1')
        .toLowerCase()
      const match = [...ids].find(([table]) => table === word || table.endsWith(`_${word}`) || table.startsWith(word))
      return match?.[1][0] ?? fallback
    }

  async function attack(
    as: CallOptions,
    others: MountedOperation[],
    ids: Map<string, string[]>,
    secret: RegExp,
    known: ReadonlySet<string>,
  ): Promise<string[]> {
    const theirs = new Set([...ids.values()].flat().filter((id) => !known.has(id)))
    const wrong: string[] = []
    for (const mounted of others) {
      const { op, name } = mounted
      const candidates = op.path.includes('{') ? idsFor(ids, op.path) : [idsFor(ids, op.path)[0] as string]
      for (const id of candidates) {
        const body = op.body ? generateValid(op.body, naming(ids, id), undefined) : {}
        const query = op.query
          ? new URLSearchParams(
              Object.entries(generateValid(op.query, naming(ids, id), undefined) as object).map(([key, value]) => [key, String(value)]),
            ).toString()
          : undefined
        const answer = await send(mounted, as, body, () => id, query)
        const sent = JSON.stringify(body) + (query ?? '') + id
        const leaked = (answer.text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []).filter((one) => theirs.has(one) && !sent.includes(one))
        if (leaked.length > 0 || secret.test(answer.text))
          wrong.push(`${name} of the other site shows ${leaked[0] ?? 'its words'}: ${answer.text.slice(0, 200)}`)
        if (answer.status >= 500 && answer.status !== 501) wrong.push(`${name} broke: ${answer.status} ${server.problems.at(-1)?.slice(0, 400)}`)
      }
    }
    return wrong
  }

  test.each(['owner', 'member', 'visitor'] as const)(
    'to its %s, who names rows of the other; and none of them changes',
    async (kind) => {
      const before = await tableChecksums(server.open.db, site.metaSiteId)
      const ids = await getIds(server.open.db, site.metaSiteId)
      // Some kinds of row, such as the type of resource that staff are, have the same id everywhere.
      const own = new Set([...(await getIds(server.open.db, otherSite.metaSiteId)).values()].flat())
      const as =
        kind === 'owner'
          ? { as: otherSite }
          : { token: kind === 'member' ? (await server.registerMember(otherSite)).token : await server.visitorToken(otherSite) }
      // Sign-in and set-up of other servers are no matter of one site; what ends the caller comes last.
      const mayCall = operations.filter(({ op }) => op.access !== 'anyone' && op.access[kind] !== undefined)
      const inOrder = [...mayCall.filter(({ name }) => !endsItsCaller(name)), ...mayCall.filter(({ name }) => endsItsCaller(name))]
      expect(await attack(as, inOrder, ids, /sample\.example|Secret Garden/, own)).toEqual([])
      expect(changedTables(before, await tableChecksums(server.open.db, site.metaSiteId))).toEqual([])
    },
    180_000,
  )

  test('of one member to another of the same site, who names the rows of the first', async () => {
    const first = await server.registerMember(site, 'first@hidden.example')
    const { plans } = await server.ok('GET', '/v2/plans', { as: site })
    const plan = plans.find((one: { pricing: { price: { value: string } } }) => Number(one.pricing.price.value) === 0) ?? plans[0]
    const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId: first.memberId, paid: true } })
    const { services } = await server.ok('POST', '/v2/services/query', { as: site, body: { query: { filter: { type: 'CLASS' } } } })
    const { availabilityEntries } = await server.ok('POST', '/v1/availability/query', {
      token: first.token,
      body: {
        query: {
          filter: {
            serviceId: [services[0].id],
            startDate: new Date().toISOString(),
            endDate: new Date(Date.now() + 12 * 86_400_000).toISOString(),
            bookable: true,
          },
        },
      },
    })
    const { booking } = await server.ok('POST', '/v2/bookings', {
      token: first.token,
      body: {
        booking: {
          bookedEntity: { slot: availabilityEntries[0].slot },
          contactDetails: { firstName: 'First', email: 'first@hidden.example' },
          totalParticipants: 1,
          selectedPaymentOption: 'OFFLINE',
        },
      },
    })
    const rows = async () =>
      (
        await Promise.all(
          (
            [
              ['member', first.memberId],
              ['plan_order', order.id],
              ['booking', booking.id],
            ] as const
          ).map(
            async ([table, id]) =>
              (
                await sql<{ row: string }>`select t::text "row" from ${sql.table(table)} t where id = ${id}`.execute(server.open.db)
              ).rows[0]?.row,
          ),
        )
      ).join()
    const before = await rows()
    const ids = new Map([
      ['member', [first.memberId]],
      ['identity', [first.memberId]],
      ['plan_order', [order.id]],
      ['booking', [booking.id]],
    ])
    const other = await server.registerMember(site)
    const mine = operations.filter(({ op, name }) => op.access !== 'anyone' && op.access.member === 'own' && !endsItsCaller(name))
    expect(mine.length).toBeGreaterThan(20)
    expect(await attack({ token: other.token }, mine, ids, /hidden\.example/, new Set([first.memberId]))).toEqual([])
    expect(await rows()).toBe(before)
  })
})
