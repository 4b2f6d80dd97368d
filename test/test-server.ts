/** One running server for tests: the app on a database without data, fresh sites, and calls. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { configureSiteEmail } from '#domains/notifications/public.ts'
import { Clocks, type TimeSource } from '#kit/api/clock.ts'
import { migrate } from '#kit/db/migrate.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import type { SealingKeys } from '#kit/secrets/seal.ts'
import { configureSitePayments } from '#kit/payments/providers.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'
import type { CallOptions, TestReply, TestSite } from './test-calls.ts'
import { configureTestPayments } from './payment-provider.ts'
import { borrowDatabase, emptyTables } from './test-databases.ts'

export type { CallOptions, TestReply, TestSite } from './test-calls.ts'

/** An email as it was handed over for sending. */
export interface SentEmail {
  template: string
  to: string
  variables: Record<string, unknown>
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** What servers of tests keep beside their databases: archives of sites. */
const testDataDir = join(tmpdir(), `atrium-test-${process.pid}`)
process.once('exit', () => rmSync(testDataDir, { recursive: true, force: true }))

/** The key that seals secrets in databases of tests. */
export const testSealingKeys: SealingKeys = { current: Buffer.alloc(32, 'key of tests'), former: [] }

/** `time`: another source of time than the machine, to set the server's clock wrong. `database`: one that has data; a fresh one without it. */
export async function startTestServer(time?: TimeSource, database?: OpenDatabase) {
  const { open, release } = database ? { open: database, release: () => database.close() } : await borrowDatabase()
  await migrate(open)
  // Processes of tests share databases.
  configureSealing(testSealingKeys)
  const problems: string[] = []
  const clocks = new Clocks(time)
  const config: Config = { ...readConfig({ TEST_HOOKS: '1', DATA_DIR: testDataDir }, process.cwd()), port: 0, passwordHashing: 'reduced' }
  const application = await buildApp(open, config, clocks, (problem, error) => {
    problems.push(`${problem}: ${(error as Error).stack}`)
    if (process.env.SHOW_PROBLEMS) console.error(problem, error)
  })

  // The files of a worker share their modules: what sites of the one before connected is nothing to this server.
  configureSitePayments(async (_ctx, fromEnvironment) => fromEnvironment)
  configureSiteEmail(async (_ctx, fromEnvironment) => fromEnvironment)
  const payments = await configureTestPayments(() => clocks.now().epochMilliseconds)

  const call = (method: string, path: string, options: CallOptions = {}): Promise<TestReply> => payments.call(send, method, path, options)

  async function send(method: string, path: string, options: CallOptions = {}): Promise<TestReply> {
    const query =
      typeof options.query === 'string'
        ? options.query
        : options.query
          ? new URLSearchParams(Object.entries(options.query).map(([k, v]) => [k, String(v)])).toString()
          : ''
    const response = await application.app.inject({
      method: method as 'GET',
      url: query ? `${path}?${query}` : path,
      headers: {
        ...(options.body !== undefined ? { 'content-type': 'application/json' } : {}),
        ...(options.token ? { authorization: options.token } : {}),
        ...(options.as ? { authorization: options.as.apiKey, 'wix-site-id': options.as.metaSiteId } : {}),
        ...options.headers,
      },
      ...(options.body !== undefined ? { payload: JSON.stringify(options.body) } : {}),
    })
    let body: unknown = response.body
    try {
      body = JSON.parse(response.body)
    } catch {
      // a page, not JSON
    }
    return { status: response.statusCode, body, headers: response.headers, text: response.body }
  }

  /** The reply of a call that must succeed. */
  async function ok(method: string, path: string, options: CallOptions = {}): Promise<TestReply['body']> {
    const reply = await call(method, path, options)
    if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}\n${problems.slice(-3).join('\n')}`)
    return reply.body
  }

  const server = {
    ...application,
    open,
    clocks,
    problems,
    /** Who takes the payments of this run. */
    provider: payments.id,
    call,
    ok,
    createSite: (options: Record<string, unknown> = {}): Promise<TestSite> => ok('POST', '/_test/site', { body: { webhookKey: false, ...options } }),
    /** An invited collaborator with these permissions, signed in at the dashboard. */
    async inviteCollaborator(site: TestSite, permissions: readonly string[], teamRole?: string): Promise<CallOptions> {
      const email = `helper-${randomUUID()}@people.example`
      const password = 'a calm long evening'
      await ok('POST', '/api/collaborators/invitations', {
        as: site,
        body: { email: email, role: 'CONTRIBUTOR', permissions, ...(teamRole ? { teamRole } : {}) },
      })
      const { link } = (await server.emailVariables(site, email, 'OWNER_INVITATION')) as { link: string }
      await ok('POST', '/api/invitations/accept', { body: { token: new URL(link).searchParams.get('token'), name: 'Hal', password } })
      return server.signInAsOwner(site, { email, password })
    },
    /** A dashboard user, the owner unless another is named, signed in at the dashboard of this site. */
    async signInAsOwner(
      site: TestSite,
      who: { email: string; password: string } = { email: site.ownerEmail, password: site.ownerPassword },
    ): Promise<CallOptions> {
      const reply = await call('POST', '/api/owner/sign-in', { body: who })
      const cookies = ([] as unknown[]).concat(reply.headers['set-cookie'] ?? []).map((line) => String(line).split(';')[0])
      return { headers: { cookie: cookies.join('; '), 'x-csrf': reply.body.csrfToken, 'x-site-id': site.metaSiteId } }
    },
    /** An anonymous visitor's access token. */
    visitorToken: async (site: TestSite): Promise<string> =>
      (await ok('POST', '/oauth2/token', { body: { clientId: site.clientId, grantType: 'anonymous' } })).access_token,
    /** Registers a member through the sign-up call and answers their access token. */
    async registerMember(
      site: TestSite,
      email = `member-${randomUUID().slice(0, 8)}@example.org`,
    ): Promise<{ token: string; refreshToken: string; memberId: string; email: string }> {
      const visitor = await server.visitorToken(site)
      const registered = await ok('POST', '/v2/register', {
        token: visitor,
        body: { loginId: { email }, password: 'a calm long evening', profile: { firstName: 'Mia', lastName: 'Member' } },
      })
      const tokens = await ok('POST', '/oauth2/token', {
        headers: { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId },
        body: { grant_type: 'authorized_client', member_id: registered.identity.id, scope: 'offline_access' },
      })
      return { token: tokens.access_token, refreshToken: tokens.refresh_token, memberId: registered.identity.id, email }
    },
    /** Moves the clock of tokens, codes, links, limits and sessions. */
    advanceAuthClock: (advance: string) => ok('POST', '/_test/auth-clock', { body: { advance } }),
    /** What the site asks for at sign-up; what is absent is not asked. */
    setSignOnPolicy: (site: TestSite, { verify = false, approve = false }: { verify?: boolean; approve?: boolean }) =>
      ok('PATCH', '/v1/sign-on-policies', { as: site, body: { signOnPolicy: { requireEmailVerification: verify, requireOwnerApproval: approve } } }),
    advanceClock: (advance: string) => ok('POST', '/_test/clock', { body: { advance } }),
    /** Runs the nightly check of money for a site at once, and answers what it found. */
    async runMoneyCheck(site: TestSite): Promise<{ isRunning: boolean; findings: { what: string }[] }> {
      await ok('POST', '/api/money/checks', { as: site })
      await application.runner.drain()
      return (await ok('GET', '/api/money/checks', { as: site })).checks[0]
    },
    /** Stops business time at an instant without running anything. */
    freezeClock(now: string): void {
      clocks.business = { frozenAt: Temporal.Instant.from(now) }
    },
    sentEmails: async (site: TestSite, to?: string): Promise<SentEmail[]> =>
      (await ok('GET', '/_test/outbox', { query: { metaSiteId: site.metaSiteId, ...(to ? { to } : {}) } })).emails,
    /**
     * Waits until enough emails to this address fit (one, unless said), and answers the newest of them. A test that pressed a button a moment
     * ago cannot know whether its request is through. After a minute their absence is an error.
     */
    async waitForEmail(site: TestSite, to: string, matches: (email: SentEmail) => boolean, { atLeast = 1, what = 'email' } = {}): Promise<SentEmail> {
      const deadline = performance.now() + 60_000
      for (;;) {
        const sent = await server.sentEmails(site, to)
        const found = sent.filter(matches)
        const newest = found.at(-1)
        if (newest && found.length >= atLeast) return newest
        if (performance.now() > deadline) throw new Error(`no ${what} went to ${to}; what did: ${sent.map((one) => one.template).join(', ') || 'nothing'}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    /** The variables of the newest email of a template to this address; waited for as by `email`. */
    emailVariables: async (site: TestSite, to: string, template: string): Promise<Record<string, unknown>> =>
      (await server.waitForEmail(site, to, (one) => one.template === template, { what: template })).variables,
    emittedEvents: async (site: TestSite, entityId?: string): Promise<{ slug: string; eventType: string; sequence: number; body: Record<string, unknown> }[]> =>
      (await ok('GET', '/_test/events', { query: { metaSiteId: site.metaSiteId, ...(entityId ? { entityId } : {}) } })).events,
    /**
     * Deletes all sites with their data. For files that make a site before each test and move the clock step by step: schedules visit every site,
     * so that the tenth test would do the work of ten. It costs about as much as one move. On a server, where others may still read them, sites stay.
     */
    removeSites: async (): Promise<void> => {
      if (open.kind === 'embedded') await emptyTables(open)
    },
    close: async () => {
      await application.app.close()
      await application.runner.stop()
      await release()
    },
  }
  return server
}
