/** Test hooks: exist only when the server is started with TEST_HOOKS=1 (guide: identity 15, pricing-plans 19). */
import { Temporal } from 'temporal-polyfill'
import { Type } from 'typebox'
import { changeSignInSettings, createApiKey } from '#domains/identity/public.ts'
import { findOrCreateContact } from '#domains/members/public.ts'
import * as orders from '#domains/orders/public.ts'
import { type AddressBook, changeAddresses, changeSetting, changeSite, currentSite } from '#domains/site/public.ts'
import { operations } from '#kit/contract.ts'
import type { Ctx } from '#kit/ctx.ts'
import { mountable, type Mountable, type MountDeps } from '#kit/mount.ts'
import { Violations } from '#kit/refusal.ts'
import { contextOf, houseOccasion, unitOfWork } from '#kit/work/unit.ts'
import type { Runner } from '#kit/work/runner.ts'
import { foundSite } from './actions/found-site.ts'
import { ownWebhookKey, subscribe } from './actions/webhooks.ts'
import { fillSample, type CallAsOwner } from './sample.ts'
import * as store from './store.ts'

export interface HookParts {
  deps: MountDeps
  runner: Runner
  addresses: AddressBook
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
}

const Anything = Type.Unknown()
const CaptchaMode = Type.Union([Type.Literal('OFF'), Type.Literal('SUSPICIOUS'), Type.Literal('ALWAYS')])
const ForSite = { metaSiteId: Type.Optional(Type.String()) }

const testApi = operations({
  site: {
    method: 'POST',
    path: '/_test/site',
    summary: 'A fresh site with everything a test needs',
    may: 'anyone',
    house: true,
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
      /** False leaves out the key of webhooks, which takes a while to make. */
      webhookKey: Type.Optional(Type.Boolean()),
    }),
    reply: Anything,
    refuses: [],
  },
  authSettings: {
    method: 'POST',
    path: '/_test/auth-settings',
    summary: 'When a captcha is asked for, and whether sign-up tells of known addresses',
    may: 'anyone',
    house: true,
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
    may: 'anyone',
    house: true,
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
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ metaSiteId: Type.String(), url: Type.String(), types: Type.Optional(Type.Array(Type.String())) }),
    reply: Anything,
    refuses: [],
  },
  getClock: { method: 'GET', path: '/_test/clock', summary: 'The business clock', may: 'anyone', house: true, work: 'own', reply: Anything, refuses: [] },
  setClock: {
    method: 'POST',
    path: '/_test/clock',
    summary: 'Move the business clock and run what becomes due',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ now: Type.Optional(Type.String()), advance: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  authClock: {
    method: 'POST',
    path: '/_test/auth-clock',
    summary: 'Move the clock of tokens and codes',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ advance: Type.String() }),
    reply: Anything,
    refuses: [],
  },
  outbox: {
    method: 'GET',
    path: '/_test/outbox',
    summary: 'Letters',
    may: 'anyone',
    house: true,
    work: 'own',
    query: Type.Object({ ...ForSite, to: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  events: {
    method: 'GET',
    path: '/_test/events',
    summary: 'Events in sequence',
    may: 'anyone',
    house: true,
    work: 'own',
    query: Type.Object({ ...ForSite, entityId: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  payments: {
    method: 'GET',
    path: '/_test/payments',
    summary: 'Invoices of an order with their attempts',
    may: 'anyone',
    house: true,
    work: 'own',
    query: Type.Object({ ...ForSite, orderId: Type.String() }),
    reply: Anything,
    refuses: [],
  },
  pay: {
    method: 'POST',
    path: '/_test/payments/pay',
    summary: 'Act as the buyer on the hosted page',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ ...ForSite, orderId: Type.String(), card: Type.String(), challenge: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  nextOutcome: {
    method: 'POST',
    path: '/_test/payments/next',
    summary: 'The next off-session results',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ ...ForSite, orderId: Type.String(), outcome: Type.String(), times: Type.Optional(Type.Integer()) }),
    reply: Anything,
    refuses: [],
  },
  card: {
    method: 'POST',
    path: '/_test/payments/card',
    summary: 'The buyer replaces the saved card',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ ...ForSite, orderId: Type.String(), card: Type.String(), challenge: Type.Optional(Type.String()) }),
    reply: Anything,
    refuses: [],
  },
  sandboxEvents: {
    method: 'POST',
    path: '/_test/webhooks/sandbox',
    summary: 'Events of the sandbox, in any order, duplicates allowed',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({ ...ForSite, events: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), ref: Type.String() })) }),
    reply: Anything,
    refuses: [],
  },
  settings: {
    method: 'POST',
    path: '/_test/settings',
    summary: 'Change settings of a site',
    may: 'anyone',
    house: true,
    work: 'own',
    body: Type.Object({
      ...ForSite,
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
    may: 'anyone',
    house: true,
    work: 'own',
    reply: Anything,
    refuses: [],
  },
})

/** How long a journey waits in all for what others have in hand, in milliseconds. */
const HELD_MS = 5000

/** The operations and handlers of the test hooks, bound to the running house. */
export function buildTestHooks({ deps, runner, addresses, callAsOwner }: HookParts): Mountable {
  const originOf = async (siteId: string) => (await addresses.originsOf(siteId)).origin
  const on = async <T>(ctx: Ctx, siteId = ctx.siteId, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    unitOfWork(deps, houseOccasion(siteId, await originOf(siteId)), work)
  const outside = async (siteId: string): Promise<Ctx> => contextOf(deps, houseOccasion(siteId, await originOf(siteId)), undefined)
  const businessNow = () => ({ now: deps.clocks.now().toString({ fractionalSecondDigits: 3 }), mode: 'frozenAt' in deps.clocks.business ? 'frozen' : 'real' })
  const settleAlone = async () => (await runner.sweepAll()) + (await runner.drain())
  const settle = () => runner.alone(settleAlone)

  const freeze = async (at: Temporal.Instant) => {
    deps.clocks.business = { frozenAt: at }
    await store.saveClocks(deps.open.db, deps.clocks)
  }

  /** Does what is due at this instant, also what somebody else has in hand: time does not go on without them. */
  async function finish(until: number, sweeps?: typeof orders.dueSweeps): Promise<number> {
    let done = 0
    const isHeld = async () => (await orders.dueElsewhere(deps.open.db, deps.clocks.now())) || (await store.jobsElsewhere(deps.open.db, deps.clocks))
    for (; ; await new Promise((go) => setTimeout(go, 20))) {
      // What was held before may have been stepped over, though it is free by now.
      const wasHeld = await isHeld()
      done += (await runner.sweepAll(sweeps)) + (await runner.drain())
      if ((!wasHeld && !(await isHeld())) || performance.now() > until) return done
    }
  }

  /** Walks to the target from one due instant to the next, so that a jump of months happens in the right order. */
  async function travel(from: Temporal.Instant, target: Temporal.Instant): Promise<number> {
    if (Temporal.Instant.compare(target, from) < 0)
      throw new Violations([{ field: 'now', description: 'must not be in the past of the business clock', violatedRule: 'OTHER' }])
    const until = performance.now() + HELD_MS
    let jobsRun = await finish(until)
    for (let step = 0; step < 10_000; step++) {
      // Reminders and other work that was put off has its own instant, too.
      const dues = [await orders.nextDueAt(deps.open.db, deps.clocks.now()), await store.nextJobAt(deps.open.db, deps.clocks.now())]
      const [next] = dues.filter((at) => at !== undefined).sort(Temporal.Instant.compare)
      if (!next || Temporal.Instant.compare(next, target) > 0) break
      await freeze(next)
      // On the way only what is due here; all other sweeps look at the beginning and at the end.
      jobsRun += await finish(until, orders.dueSweeps)
    }
    await freeze(target)
    return jobsRun + (await finish(until))
  }

  return mountable('test', testApi, {
    site: async (ctx, { body }) => {
      const siteId = ctx.newId()
      const ownerEmail = `owner-${siteId.slice(0, 8)}@example.org`
      const ownerPassword = `Studio door ${siteId.slice(0, 8)}`
      const made = await on(ctx, siteId, async (inner) => {
        const site = await foundSite(inner, {
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
        const url = body.address ?? (await addresses.originsOf(siteId, inner.tx)).origin
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
      const webhookPublicKey = body.webhookKey === false ? undefined : (await ownWebhookKey(await outside(siteId))).publicKey
      if (body.sample) await fillSample(callAsOwner(siteId, made.apiKey), { now: ctx.now, timeZone: body.timeZone ?? 'UTC' })
      return { ...made, ...(webhookPublicKey && { webhookPublicKey }) }
    },
    authSettings: async (ctx, { body: { metaSiteId, ...change } }) =>
      // The provider `dev` takes the token that a test knows beforehand (guide: identity 9.3).
      on(ctx, metaSiteId, async (inner) => {
        await changeSignInSettings(inner, { ...change, ...(change.captcha && { captcha: { ...change.captcha, provider: 'dev' } }) })
        return {}
      }),
    contacts: async (ctx, { body }) =>
      on(ctx, body.metaSiteId, async (inner) => {
        const [phone] = body.phones ?? []
        return { contactId: (await findOrCreateContact(inner, { email: body.email, firstName: body.firstName, phone })).id }
      }),
    subscribe: async (ctx, { body }) =>
      on(ctx, body.metaSiteId, async (inner) => ({ id: (await subscribe(inner, { url: body.url, types: body.types }, true)).id })),
    getClock: async () => businessNow(),
    setClock: async (_ctx, { body }) => {
      const now = deps.clocks.now()
      const target = body.now
        ? Temporal.Instant.from(body.now)
        : body.advance
          ? now.toZonedDateTimeISO('UTC').add(Temporal.Duration.from(body.advance)).toInstant()
          : now
      const jobsRun = await runner.alone(() => travel(now, target))
      return { ...businessNow(), jobsRun }
    },
    authClock: async (_ctx, { body }) => {
      deps.clocks.authOffsetMs += Temporal.Duration.from(body.advance).total({
        unit: 'milliseconds',
        relativeTo: deps.clocks.authNow().toZonedDateTimeISO('UTC'),
      })
      await store.saveClocks(deps.open.db, deps.clocks)
      return { now: deps.clocks.authNow().toString() }
    },
    outbox: async (ctx, { query }) => {
      await runner.alone(() => runner.drain())
      return on(ctx, query.metaSiteId, async (inner) => {
        const { letters } = await store.listLetters(inner, { to: query.to, limit: 1000, offset: 0 })
        const site = await currentSite(inner)
        const always = { siteName: site.name, siteUrl: inner.origin }
        return {
          emails: letters.reverse().map((letter) => ({
            template: letter.template,
            to: letter.recipient,
            variables: {
              ...always,
              email: letter.recipient,
              language: letter.language,
              sentAt: (letter.sentAt ?? letter.createdAt).toString(),
              ...(letter.variables as object),
            },
            at: letter.createdAt.toString(),
            state: letter.state,
            subject: letter.subject,
          })),
        }
      })
    },
    events: async (ctx, { query }) =>
      on(ctx, query.metaSiteId, async (inner) => {
        const rows = await store.eventsOf(inner, query.entityId)
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
    payments: async (ctx, { query }) => on(ctx, query.metaSiteId, async (inner) => ({ invoices: await orders.invoicesOf(inner, query.orderId) })),
    pay: async (ctx, { body }) => orders.payHosted(siteCtx(ctx, body.metaSiteId), body),
    card: async (ctx, { body }) => {
      const answer = await orders.replaceCard(siteCtx(ctx, body.metaSiteId), body)
      await settle()
      return answer
    },
    sandboxEvents: async (ctx, { body }) => {
      const received = await orders.receiveSandboxEvents(siteCtx(ctx, body.metaSiteId), body.events)
      await settle()
      return { received }
    },
    nextOutcome: async (ctx, { body }) => on(ctx, body.metaSiteId, async (inner) => (await orders.nextOutcome(inner, body), {})),
    settings: async (ctx, { body }) =>
      on(ctx, body.metaSiteId, async (inner) => {
        await changeSite(inner, { ...(body.timeZone ? { timeZone: body.timeZone } : {}), ...(body.currency ? { currency: body.currency } : {}) })
        if (body.tax !== undefined) await changeSetting(inner, 'plans.tax', body.tax as never)
        if (body.minRecurringCycleDays !== undefined) await changeSetting(inner, 'plans.minRecurringCycleDays', body.minRecurringCycleDays)
        return {}
      }),
    run: async () => ({ done: await settle() }),
  })

  function siteCtx(ctx: Ctx, siteId: string | undefined): Ctx {
    return siteId && siteId !== ctx.siteId
      ? Object.assign(Object.create(ctx) as Ctx, { siteId, write: <T>(work: (c: Ctx) => Promise<T>) => on(ctx, siteId, work) })
      : ctx
  }
}
