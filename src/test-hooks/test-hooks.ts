/** Test hooks: exist only when the server is started with TEST_HOOKS=1 Source: guide identity §15, pricing-plans §19. */
import { Temporal } from 'temporal-polyfill'
import { Type } from 'typebox'
import { changeSignInSettings, createApiKey } from '#domains/identity/public.ts'
import { findOrCreateContact } from '#domains/members/public.ts'
import * as orders from '#domains/orders/public.ts'
import { changeAddresses, changeSetting, changeSite, getSite } from '#domains/site/public.ts'
import { operations } from '#kit/api/contract.ts'
import type { BaseContext, OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { groupOperations, type OperationGroup, type MountDeps } from '#kit/api/mount.ts'
import { Violations } from '#kit/api/refusal.ts'
import { createOwnContext, createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import type { Runner } from '#kit/jobs/runner.ts'
import { createSampleData, createSiteWithOwner, type SetupServer } from '#domains/setup/public.ts'
import { createWebhook, findOrCreateWebhookKey } from '#domains/webhooks/public.ts'
import { listEmails } from '#domains/notifications/public.ts'
import * as store from './store.ts'

/** What the test hooks need of the running server. */
export interface TestHookDeps extends SetupServer {
  deps: MountDeps
  runner: Runner
}

const Anything = Type.Unknown()
const CaptchaMode = Type.Union([Type.Literal('OFF'), Type.Literal('SUSPICIOUS'), Type.Literal('ALWAYS')])
const BySite = { metaSiteId: Type.Optional(Type.String()) }

const testHooksApi = operations({
  site: {
    method: 'POST',
    path: '/_test/site',
    summary: 'A fresh site with everything a test needs',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({
      name: Type.Optional(Type.String()),
      clientId: Type.Optional(Type.String()),
      sample: Type.Optional(Type.Boolean()),
      timeZone: Type.Optional(Type.String()),
      currency: Type.Optional(Type.String()),
      redirectDomains: Type.Optional(Type.Array(Type.String())),
      redirectUris: Type.Optional(Type.Array(Type.String())),
      allowLocalhost: Type.Optional(Type.Boolean()),
      /** An address of its own, such as https://studio.example. */
      address: Type.Optional(Type.String()),
      /** False: no webhook key, which is slow to generate. */
      webhookKey: Type.Optional(Type.Boolean()),
    }),
    reply: Anything,
    refuses: [],
  },
  authSettings: {
    method: 'POST',
    path: '/_test/auth-settings',
    summary: 'When a captcha is asked for, and whether sign-up tells of known addresses',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({
      metaSiteId: Type.String(),
      captcha: Type.Optional(Type.Object({ signup: Type.Optional(CaptchaMode), login: Type.Optional(CaptchaMode) })),
      hideAccountExistence: Type.Optional(Type.Boolean()),
    }),
    reply: Anything,
    refuses: [],
  },
  contacts: {
    method: 'POST',
    path: '/_test/contacts',
    summary: 'A contact without a member',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({
      metaSiteId: Type.String(),
      email: Type.String(),
      firstName: Type.Optional(Type.String()),
      phones: Type.Optional(Type.Array(Type.String())),
    }),
    reply: Anything,
    refuses: [],
  },
  subscribe: {
    method: 'POST',
    path: '/_test/webhooks/subscribe',
    summary: 'Deliver signed webhooks to an address',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ metaSiteId: Type.String(), url: Type.String(), types: Type.Optional(Type.Array(Type.String())) }),
    reply: Anything,
    refuses: [],
  },
  getClock: { method: 'GET', path: '/_test/clock', summary: 'The business clock', access: 'anyone', internal: true, work: 'own', reply: Anything, refuses: [] },
  setClock: {
    method: 'POST',
    path: '/_test/clock',
    summary: 'Move the business clock and run what becomes due',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ now: Type.Optional(Type.String()), advance: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  authClock: {
    method: 'POST',
    path: '/_test/auth-clock',
    summary: 'Move the clock of tokens and codes',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ advance: Type.String() }),
    reply: Anything,
    refuses: [],
  },
  outbox: {
    method: 'GET',
    path: '/_test/outbox',
    summary: 'Emails',
    access: 'anyone',
    internal: true,
    work: 'own',
    query: Type.Object({ ...BySite, to: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  events: {
    method: 'GET',
    path: '/_test/events',
    summary: 'Events in sequence',
    access: 'anyone',
    internal: true,
    work: 'own',
    query: Type.Object({ ...BySite, entityId: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  payments: {
    method: 'GET',
    path: '/_test/payments',
    summary: 'Invoices of an order with their attempts',
    access: 'anyone',
    internal: true,
    work: 'own',
    query: Type.Object({ ...BySite, orderId: Type.String() }),
    reply: Anything,
    refuses: [],
  },
  pay: {
    method: 'POST',
    path: '/_test/payments/pay',
    summary: 'Act as the buyer on the hosted page',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ ...BySite, orderId: Type.String(), card: Type.String(), challenge: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  nextOutcome: {
    method: 'POST',
    path: '/_test/payments/next',
    summary: 'The next off-session results',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ ...BySite, orderId: Type.String(), outcome: Type.String(), times: Type.Optional(Type.Integer()) }),
    reply: Anything,
    refuses: [],
  },
  card: {
    method: 'POST',
    path: '/_test/payments/card',
    summary: 'The buyer replaces the saved card',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ ...BySite, orderId: Type.String(), card: Type.String(), challenge: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  sandboxEvents: {
    method: 'POST',
    path: '/_test/webhooks/sandbox',
    summary: 'Events of the sandbox, in any order, duplicates allowed',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({ ...BySite, events: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), ref: Type.String() })) }),
    reply: Anything,
    refuses: [],
  },
  settings: {
    method: 'POST',
    path: '/_test/settings',
    summary: 'Change settings of a site',
    access: 'anyone',
    internal: true,
    work: 'own',
    body: Type.Object({
      ...BySite,
      timeZone: Type.Optional(Type.String()),
      currency: Type.Optional(Type.String()),
      tax: Type.Optional(Type.Unknown()),
      minRecurringCycleDays: Type.Optional(Type.Integer()),
    }),
    reply: Anything,
    refuses: [],
  },
  run: {
    method: 'POST',
    path: '/_test/run',
    summary: 'Let the runner do all that is due',
    access: 'anyone',
    internal: true,
    work: 'own',
    reply: Anything,
    refuses: [],
  },
})

/** How long a clock change waits for leased work, in milliseconds. */
const MAX_WAIT_MS = 5000

/** The operations and handlers of the test hooks, bound to the running server. */
export function buildTestHooks({ deps, runner, addresses, callAsOwner }: TestHookDeps): OperationGroup {
  const originOf = async (siteId: string) => (await addresses.getOrigins(siteId)).origin
  const inTransaction = async <T>(ctx: BaseContext, siteId = ctx.siteId, work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
    runTransaction(deps, createSystemMeta(siteId, await originOf(siteId)), work)
  const contextFor = async (siteId: string): Promise<OwnTransactionContext> => createOwnContext(deps, createSystemMeta(siteId, await originOf(siteId)))
  const contextForSite = async (ctx: OwnTransactionContext, siteId: string | undefined): Promise<OwnTransactionContext> =>
    siteId && siteId !== ctx.siteId ? contextFor(siteId) : ctx
  const businessNow = () => ({ now: deps.clocks.now().toString({ fractionalSecondDigits: 3 }), mode: 'frozenAt' in deps.clocks.business ? 'frozen' : 'real' })
  const runDue = async () => (await runner.runSchedules()) + (await runner.drain())
  const runDueExclusively = () => runner.runExclusively(runDue)

  const freeze = async (at: Temporal.Instant) => {
    deps.clocks.business = { frozenAt: at }
    await store.saveClocks(deps.database.db, deps.clocks)
  }

  /** Runs what is due at this instant and waits for work that others have leased: time does not advance without it. */
  async function runUntilIdle(deadline: number, schedules?: typeof orders.dueSchedules): Promise<number> {
    let done = 0
    const hasLeasedWork = async () =>
      (await orders.hasOrdersDueElsewhere(deps.database.db, deps.clocks.now())) || (await store.hasLeasedJobs(deps.database.db, deps.clocks))
    for (; ; await new Promise((go) => setTimeout(go, 20))) {
      // Work that was leased before may have been skipped, though it is free by now.
      const hadLeasedWork = await hasLeasedWork()
      done += (await runner.runSchedules(schedules)) + (await runner.drain())
      if ((!hadLeasedWork && !(await hasLeasedWork())) || performance.now() > deadline) return done
    }
  }

  /** Advances to the target from one due instant to the next, so that everything happens in order. */
  async function travel(from: Temporal.Instant, target: Temporal.Instant): Promise<number> {
    if (Temporal.Instant.compare(target, from) < 0)
      throw new Violations([{ field: 'now', description: 'must not be in the past of the business clock', violatedRule: 'OTHER' }])
    const deadline = performance.now() + MAX_WAIT_MS
    let jobsRun = await runUntilIdle(deadline)
    for (let step = 0; step < 10_000; step++) {
      // Jobs that were enqueued for later have their own instant.
      const dues = [await orders.nextDueAt(deps.database.db, deps.clocks.now()), await store.findNextJobTime(deps.database.db, deps.clocks.now())]
      const [next] = dues.filter((at) => at !== undefined).sort(Temporal.Instant.compare)
      if (!next || Temporal.Instant.compare(next, target) > 0) break
      await freeze(next)
      // On the way only orders; all other schedules run at the beginning and at the end.
      jobsRun += await runUntilIdle(deadline, orders.dueSchedules)
    }
    await freeze(target)
    return jobsRun + (await runUntilIdle(deadline))
  }

  return groupOperations('test', testHooksApi, {
    site: async (ctx, { body }) => {
      const siteId = ctx.newId()
      const ownerEmail = `owner-${siteId.slice(0, 8)}@example.org`
      const ownerPassword = `Studio door ${siteId.slice(0, 8)}`
      const made = await inTransaction(ctx, siteId, async (inner) => {
        const site = await createSiteWithOwner(inner, {
          siteId,
          name: body.name ?? 'Test studio',
          timeZone: body.timeZone ?? 'UTC',
          currency: body.currency ?? 'USD',
          weekStartsOn: 1,
          owner: { name: 'Olive Owner', email: ownerEmail, password: ownerPassword },
          app: {
            clientId: body.clientId,
            redirectUris: body.redirectUris ?? [],
            redirectDomains: body.redirectDomains ?? [],
            ...(body.allowLocalhost === undefined ? {} : { allowLocalhost: body.allowLocalhost }),
          },
        })
        const key = await createApiKey(inner, { name: 'Test key', accountId: site.accountId, userId: site.userId })
        if (body.address) await changeAddresses(inner, addresses, { main: body.address })
        const url = body.address ?? (await addresses.getOrigins(siteId, inner.tx)).origin
        return {
          metaSiteId: siteId,
          accountId: site.accountId,
          siteUrl: url,
          apiUrl: url,
          clientId: site.clientId,
          apiKey: key.key,
          appId: site.clientId,
          appSecret: site.clientSecret,
          instanceId: siteId,
          ownerEmail,
          ownerPassword,
          ownerUserId: site.userId,
          ownerMemberId: site.ownerMemberId,
        }
      })
      const webhookPublicKey = body.webhookKey === false ? undefined : (await findOrCreateWebhookKey(await contextFor(siteId))).publicKey
      if (body.sample) await createSampleData(callAsOwner(siteId, made.apiKey), { now: ctx.now, timeZone: body.timeZone ?? 'UTC' })
      return { ...made, ...(webhookPublicKey && { webhookPublicKey }) }
    },
    authSettings: async (ctx, { body: { metaSiteId, ...change } }) =>
      // The provider `dev` takes the token that a test knows beforehand (Source: guide identity §9.3).
      inTransaction(ctx, metaSiteId, async (inner) => {
        await changeSignInSettings(inner, { ...change, ...(change.captcha && { captcha: { ...change.captcha, provider: 'dev' } }) })
        return {}
      }),
    contacts: async (ctx, { body }) =>
      inTransaction(ctx, body.metaSiteId, async (inner) => {
        const [phone] = body.phones ?? []
        return { contactId: (await findOrCreateContact(inner, { email: body.email, firstName: body.firstName, phone })).id }
      }),
    subscribe: async (ctx, { body }) =>
      inTransaction(ctx, body.metaSiteId, async (inner) => ({ id: (await createWebhook(inner, { url: body.url, types: body.types }, true)).id })),
    getClock: async () => businessNow(),
    setClock: async (_ctx, { body }) => {
      const now = deps.clocks.now()
      const target = body.now
        ? Temporal.Instant.from(body.now)
        : body.advance
          ? now.toZonedDateTimeISO('UTC').add(Temporal.Duration.from(body.advance)).toInstant()
          : now
      const jobsRun = await runner.runExclusively(() => travel(now, target))
      return { ...businessNow(), jobsRun }
    },
    authClock: async (_ctx, { body }) => {
      deps.clocks.authOffsetMs += Temporal.Duration.from(body.advance).total({
        unit: 'milliseconds',
        relativeTo: deps.clocks.authNow().toZonedDateTimeISO('UTC'),
      })
      await store.saveClocks(deps.database.db, deps.clocks)
      return { now: deps.clocks.authNow().toString() }
    },
    outbox: async (ctx, { query }) => {
      await runner.runExclusively(() => runner.drain())
      return inTransaction(ctx, query.metaSiteId, async (inner) => {
        const { emails } = await listEmails(inner, { to: query.to, limit: 1000, offset: 0 })
        const site = await getSite(inner)
        const always = { siteName: site.name, siteUrl: inner.origin }
        return {
          emails: emails.reverse().map((email) => ({
            template: email.template,
            to: email.recipient,
            variables: {
              ...always,
              email: email.recipient,
              language: email.language,
              sentAt: (email.sentAt ?? email.createdAt).toString(),
              ...(email.variables as object),
            },
            at: email.createdAt.toString(),
            state: email.state,
            subject: email.subject,
          })),
        }
      })
    },
    events: async (ctx, { query }) =>
      inTransaction(ctx, query.metaSiteId, async (inner) => {
        const rows = await store.listEvents(inner, query.entityId)
        return {
          events: rows.map((row) => ({
            slug: row.slug,
            eventType: row.type,
            entityId: row.entityId,
            sequence: row.sequence,
            eventTime: row.happenedAt.toString(),
            body: row.payload,
            identity: row.identity,
          })),
        }
      }),
    payments: async (ctx, { query }) =>
      inTransaction(ctx, query.metaSiteId, async (inner) => ({ invoices: await orders.listInvoicesWithAttempts(inner, query.orderId) })),
    pay: async (ctx, { body }) => orders.payHosted(await contextForSite(ctx, body.metaSiteId), body),
    card: async (ctx, { body }) => {
      const answer = await orders.replaceCard(await contextForSite(ctx, body.metaSiteId), body)
      await runDueExclusively()
      return answer
    },
    sandboxEvents: async (ctx, { body }) => {
      const received = await orders.receiveSandboxEvents(await contextForSite(ctx, body.metaSiteId), body.events)
      await runDueExclusively()
      return { received }
    },
    nextOutcome: async (ctx, { body }) => inTransaction(ctx, body.metaSiteId, async (inner) => (await orders.forceNextOutcome(inner, body), {})),
    settings: async (ctx, { body }) =>
      inTransaction(ctx, body.metaSiteId, async (inner) => {
        await changeSite(inner, { ...(body.timeZone ? { timeZone: body.timeZone } : {}), ...(body.currency ? { currency: body.currency } : {}) })
        if (body.tax !== undefined) await changeSetting(inner, 'plans.tax', body.tax as never)
        if (body.minRecurringCycleDays !== undefined) await changeSetting(inner, 'plans.minRecurringCycleDays', body.minRecurringCycleDays)
        return {}
      }),
    run: async () => ({ done: await runDueExclusively() }),
  })
}
