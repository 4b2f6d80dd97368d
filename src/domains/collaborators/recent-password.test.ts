/** Grave operations ask a person at the dashboard for the password again after 15 minutes. Source: guide identity §9.8. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode, randomEmail } from '../../../test/auth-helpers.ts'
import { allOperations, fillPath } from '../../../test/operations.ts'
import { configureConnections } from '#domains/setup/public.ts'
import { type CallOptions, startTestServer, type TestReply, type TestServer, type TestSite } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let session: CallOptions
beforeAll(async () => {
  server = await startTestServer()
  // Keys are asked about at an address without a server.
  const payments = { provider: 'sandbox' as const }
  configureConnections({ email: { smtpUrl: undefined, from: '' }, payments, hasPayments: false, stripeApiUrl: 'http://127.0.0.1:1' })
  site = await server.createSite()
  const body = { email: site.ownerEmail, password: site.ownerPassword, keepSignedIn: true }
  const { headers, body: reply } = await server.call('POST', '/api/owner/sign-in', { body })
  const cookies = ([] as unknown[]).concat(headers['set-cookie'] ?? []).map((line) => String(line).split(';')[0])
  session = { headers: { cookie: cookies.join('; '), 'x-csrf': reply.csrfToken, 'x-site-id': site.metaSiteId } }
})
afterAll(() => server.close())

const operations = new Map(allOperations().map(({ name, op }) => [name, op]))
const unknownId = '00000000-0000-4000-8000-00000000dead'

interface Row {
  id?: () => string | Promise<string>
  type?: string
  body?: () => object
  /** What comes of it once the password was given; a plain answer unless said. */
  code?: string
  status?: number
}
const newMember = async (): Promise<string> => (await server.ok('POST', '/v1/members', { as: site, body: { member: { loginEmail: randomEmail() } } })).member.id
const deletedMember = async (): Promise<string> => {
  const id = await newMember()
  await server.ok('DELETE', `/v1/members/${id}`, { as: site })
  return id
}
/** An archive that was begun before may be ready by now, sooner or later. */
const removeArchive = async (): Promise<string> => {
  await expect.poll(async () => (await server.ok('GET', '/api/site-archive', session)).state, { timeout: 60_000 }).not.toBe('RUNNING')
  await server.ok('DELETE', '/api/site-archive', session)
  return unknownId
}
const missing: Row = { id: () => unknownId, code: 'NOT_FOUND', status: 404 }
const app = { id: () => site.clientId, body: () => ({ oAuthApp: { name: 'Own app' } }) } satisfies Row
let made = 0
const newRole = () => ({ name: `Role ${(made += 1)}`, permissions: ['MEMBERS.MEMBER_READ'] })

const rows: Record<string, Row> = {
  'members.deleteMember': { id: newMember },
  'members.deleteMemberWithPlans': { id: newMember },
  'members.bulkDeleteMembers': { body: () => ({ memberIds: [unknownId] }) },
  'members.eraseMember': { id: deletedMember },
  'members.exportMemberData': { id: newMember },
  'members.exportMembers': {},
  'members.exportMemberList': {},
  'extendedBookings.exportBookings': {},
  'orders.exportOrders': {},
  'renewals.exportRetries': {},
  'moneyExports.exportPayments': {},
  'moneyExports.exportRefunds': {},
  'moneyExports.exportDisputes': {},
  'moneyExports.exportLedgerEntries': {},
  'moneyExports.exportDocuments': {},
  'moneyExports.exportBalances': {},
  'moneyExports.exportTaxTotals': {},
  'contacts.getContactData': missing,
  'contacts.eraseContact': missing,
  'identity.updateSignOnPolicy': { body: () => ({ signOnPolicy: {} }) },
  'identity.updateSignInSettings': { body: () => ({ settings: {} }) },
  'identity.saveIdentityProvider': { body: () => ({ provider: {} }), status: 400 },
  'identity.deleteIdentityProvider': missing,
  'identity.createOAuthApp': app,
  'identity.createPublicOAuthApp': app,
  'identity.updateOAuthApp': app,
  'identity.changeOAuthApp': app,
  'identity.renewAppSecret': app,
  'identity.signOn': { body: () => ({ loginId: { email: randomEmail() } }) },
  'calendarFeeds.createCalendarFeed': { body: () => ({ kind: 'SITE' }) },
  'identity.createApiKey': { body: () => ({ name: 'x' }) },
  'collaborators.beginExport': {},
  'collaborators.startOwnerFactor': { type: 'TOTP' },
  'collaborators.removeOwnerFactor': { type: 'TOTP' },
  'collaborators.renewOwnerCodes': { code: 'NO_SECOND_STEP', status: 409 },
  'collaborators.startOwnerPasskey': {},
  'collaborators.removeOwnerPasskey': { body: () => ({ id: 'x' }) },
  'collaborators.inviteCollaborator': { body: () => ({ email: randomEmail(), role: 'OWNER' }) },
  'collaborators.changeCollaborator': { ...missing, body: () => ({ role: 'OWNER' }) },
  'collaborators.removeCollaborator': missing,
  'collaborators.resetCollaboratorStep': missing,
  'collaborators.createTeamRole': { body: newRole },
  'collaborators.updateTeamRole': { ...missing, body: newRole },
  'collaborators.deleteTeamRole': missing,
  'money.exportLedger': {},
  'staff.connectStaffMemberToUser': { ...missing, body: () => ({ email: randomEmail() }) },
  'webhooks.createWebhook': { body: () => ({ url: 'https://hooks.example.com/atrium' }) },
  'webhooks.updateWebhook': { ...missing, body: () => ({ url: 'https://hooks.example.com/other' }) },
  'setup.updateSiteSettings': { body: () => ({ otherAddresses: [] }) },
  'connections.connectSmtp': {
    body: () => ({ host: 'mail.example', port: 465, security: 'TLS', user: 'x', from: 'x@example.org' }),
    code: 'PASSWORD_REQUIRED',
    status: 400,
  },
  'connections.disconnectSmtp': {},
  'connections.connectStripe': { body: () => ({ secretKey: 'sk_test_abcdef', webhookSecret: 'whsec_abcdef' }), code: 'STRIPE_REFUSED', status: 428 },
  'connections.disconnectStripe': {},
  'connections.connectTexts': { body: () => ({ account: 'x', from: 'none' }), status: 400 },
  'connections.disconnectTexts': {},
  'archive.openArchive': { id: removeArchive, code: 'NO_ARCHIVE', status: 404 },
  'archive.startArchive': {},
  'members.bulkDeleteMembersByFilter': { body: () => ({ filter: { id: unknownId } }) },
}

async function send(name: string, row: Row, as: CallOptions = session): Promise<TestReply> {
  const op = operations.get(name)
  if (!op) throw new Error(`there is no operation ${name}`)
  const id = (await row.id?.()) ?? unknownId
  const path = fillPath(op, (parameter) => (parameter === 'type' ? (row.type ?? '') : id))
  return server.call(op.method, path, { ...as, ...(op.method === 'GET' || op.method === 'DELETE' ? {} : { body: row.body?.() ?? {} }) })
}
const confirm = () => server.ok('POST', '/api/owner/confirm', { ...session, body: { password: site.ownerPassword } })
/** Status and code of each operation, by its name. */
async function sendAll(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(rows)) {
    const reply = await send(name, row)
    answers[name] = [reply.status, errorCode(reply)]
  }
  return answers
}
const mapRows = (toAnswer: (row: Row) => unknown) => Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, toAnswer(row)]))

describe('every grave operation', () => {
  test('has a row in this table', () => {
    const declared = [...operations].filter(([, op]) => op.recentPassword).map(([name]) => name)
    expect(Object.keys(rows).toSorted()).toEqual(declared.toSorted())
  })

  test('is refused from 15 minutes after the last password on, until it is given again', async () => {
    const answered = mapRows(({ status = 200, code }) => [status, code])
    await confirm()
    await server.advanceAuthClock('PT14M')
    expect(await sendAll()).toEqual(answered)
    await confirm()
    await server.advanceAuthClock('PT15M')
    expect(await sendAll()).toEqual(mapRows(() => [403, 'REAUTHENTICATION_REQUIRED']))
    await confirm()
    expect(await sendAll()).toEqual(answered)
  })

  test('changes nothing when it is refused, and says why in the documented shape', async () => {
    await confirm()
    const id = await newMember()
    await server.advanceAuthClock('PT15M')
    const refused = await send('members.deleteMember', { id: () => id })
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: expect.any(String), details: { applicationError: { code: 'REAUTHENTICATION_REQUIRED', description: 'Confirm your current password.' } } },
    ])
    expect((await server.call('GET', `/v1/members/${id}`, session)).status).toBe(200)
  })

  test('asks neither an API key nor for a dry run, a wrong shape or fields that are not grave', async () => {
    await confirm()
    const id = await newMember()
    await server.advanceAuthClock('PT16M')
    for (const name of ['members.exportMembers', 'webhooks.createWebhook', 'members.deleteMember'])
      expect((await send(name, rows[name] as Row, { as: site })).status, name).toBe(200)
    const dry = await server.call('DELETE', `/v1/members/${id}`, { headers: { ...session.headers, 'dry-run': 'true' } })
    expect([dry.status, Object.keys(dry.body)]).toEqual([200, ['effects', 'emails', 'emailCount']])
    expect((await server.call('POST', '/api/webhooks', { ...session, body: {} })).status).toBe(400)
    expect((await send('setup.updateSiteSettings', { body: () => ({ tagline: 'Calm' }) })).status).toBe(200)
    expect((await send('webhooks.updateWebhook', { ...missing, body: () => ({ isActive: false }) })).status).toBe(404)
  })
})

test('no link of the dashboard leads to a grave operation: a refusal would be shown as a bare page', () => {
  const folder = 'src/web/dashboard'
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /[.]tsx?$/.test(file))
  const linked = sources.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/operationUrl\('([\w.]+)'/g)].map(([, name]) => name ?? ''))
  expect(linked).toContain('imports.downloadImportReport')
  expect(linked.filter((name) => operations.get(name)?.recentPassword)).toEqual([])
})

describe('an operation that is grave by its kind', () => {
  /** Grave by name or kind, and why they do not ask all the same. */
  const exceptions: Record<string, string> = {
    'identity.deleteApiKey': 'takes access away: must be quick',
    'identity.deleteOAuthApp': 'takes access away: must be quick',
    'webhooks.deleteWebhook': 'takes access away: must be quick',
    'webhooks.repeatWebhookDelivery': 'goes where it went before',
    'collaborators.withdrawInvitation': 'takes access away: must be quick',
    'members.restoreMember': 'undoes a deletion',
    'archive.deleteArchive': 'removes a copy from the server',
    'money.getInvoicePage': 'one document of one person',
    'money.getInvoicePdf': 'one document of one person',
    'forms.getFormFile': 'one file of one answer',
    'imports.downloadImportReport': 'what the person uploaded, with what was wrong about it',
    'externalCalendars.connectExternalCalendarByCredentials': 'the calendar of one person, with the password of that calendar',
    'calendarLinks.createCalendarLink': 'the calendar of one person, who signs in to it',
    'calendarLinks.connectCalDav': 'the calendar of one person, with the password of that calendar',
    'connections.sendTestEmail': 'uses the connection that is there',
  }
  const permissions = /^(API_KEYS|WEBHOOKS|OAUTH_APPS)\.MANAGE$|^IAM\.(COLLABORATORS_MANAGE|SIGN_ON_POLICY_UPDATE)$|^MEMBERS\.MEMBER_DELETE$/
  const takes = /\.(erase|export|beginExport)|^(members|contacts)\.get\w*Data$/
  const changes = /ApiKey|Secret$|Webhook$|TeamRole$|Collaborator|Archive$|^members\.delete(Member|MemberWithPlans)$|^connections\.(connect|disconnect)/
  const reads = /\.(get|list|query|read|describe|check)/

  test('declares that it asks for the password', () => {
    const undeclared = [...operations].flatMap(([name, op]) => {
      if (op.access === 'anyone' || !op.access.owner || op.recentPassword || name in exceptions) return []
      const isRead = op.method === 'GET' || op.work === 'read' || reads.test(name)
      const isDownload = op.method === 'GET' && op.raw === true
      const isGraveChange = !isRead && (op.secret === true || changes.test(name) || permissions.test(op.permission ?? ''))
      return isDownload || takes.test(name) || isGraveChange ? [name] : []
    })
    expect(undeclared).toEqual([])
    expect(Object.keys(exceptions).filter((name) => !operations.has(name) || operations.get(name)?.recentPassword)).toEqual([])
  })
})
