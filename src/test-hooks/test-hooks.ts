/** Test hooks: exist only when the server is started with TEST_HOOKS=1. Source: guide identity §15, pricing-plans §19. */
import { Temporal } from 'temporal-polyfill'
import { listEmails, openEmail } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { groupOperations, type Handlers, type OperationGroup } from '#kit/api/mount.ts'
import type { Runner } from '#kit/jobs/runner.ts'
import { BusinessClock } from './business-clock.ts'
import { createHookContexts, type HookContexts, type TestHookDeps } from './contexts.ts'
import { testHooksApi } from './contract.ts'
import { buildPaymentHooks } from './payment-hooks.ts'
import { buildSiteHooks } from './site-hooks.ts'
import * as store from './store.ts'

type TestHooks = Handlers<typeof testHooksApi>

/** The emails of a site, oldest first, with the variables that every template has. */
async function listSentEmails(ctx: TransactionContext, to: string | undefined) {
  const { emails } = await listEmails(ctx, { to, limit: 1000, offset: 0 })
  const site = await getSite(ctx)
  return emails.reverse().map((email) => ({
    template: email.template,
    to: email.recipient,
    variables: {
      siteName: site.name,
      siteUrl: ctx.origin,
      email: email.recipient,
      language: email.language,
      sentAt: (email.sentAt ?? email.createdAt).toString(),
      ...openEmail(email)?.variables,
    },
    at: email.createdAt.toString(),
    state: email.state,
    subject: email.subject,
  }))
}

const eventToWire = (row: Awaited<ReturnType<typeof store.listEvents>>[number]) => ({
  slug: row.slug,
  eventType: row.type,
  entityId: row.entityId,
  sequence: row.sequence,
  eventTime: row.happenedAt.toString(),
  body: row.payload,
  identity: row.identity,
})

/** What a site sent and emitted. */
const buildOutboxHooks = (runner: Runner, contexts: HookContexts): Pick<TestHooks, 'outbox' | 'events'> => ({
  outbox: async (ctx, { query }) => {
    await runner.runExclusively(() => runner.drain())
    return contexts.inTransaction(query.metaSiteId ?? ctx.siteId, async (inner) => ({ emails: await listSentEmails(inner, query.to) }))
  },
  events: async (ctx, { query }) =>
    contexts.inTransaction(query.metaSiteId ?? ctx.siteId, async (inner) => ({ events: (await store.listEvents(inner, query.entityId)).map(eventToWire) })),
})

/** Time, and what it makes due. */
function buildClockHooks({ deps, runner }: TestHookDeps, runDue: () => Promise<number>): Pick<TestHooks, 'getClock' | 'setClock' | 'authClock' | 'run'> {
  const clock = new BusinessClock(deps, runner)
  return {
    getClock: async () => clock.toWire(),
    setClock: async (_ctx, { body }) => {
      const jobsRun = await clock.move(body)
      return { ...clock.toWire(), jobsRun }
    },
    authClock: async (_ctx, { body }) => {
      const { clocks, database } = deps
      const relativeTo = clocks.authNow().toZonedDateTimeISO('UTC')
      clocks.authOffsetMs += Temporal.Duration.from(body.advance).total({ unit: 'milliseconds', relativeTo })
      await store.saveClocks(database.db, clocks)
      return { now: clocks.authNow().toString() }
    },
    run: async () => ({ done: await runDue() }),
  }
}

/** The operations and handlers of the test hooks, bound to the running server. */
export function buildTestHooks(server: TestHookDeps): OperationGroup {
  const { deps, runner, addresses } = server
  const contexts = createHookContexts(deps, async (siteId) => (await addresses.getOrigins(siteId)).origin)
  const runDue = () => runner.runExclusively(async () => (await runner.runSchedules()) + (await runner.drain()))
  return groupOperations('test', testHooksApi, {
    ...buildSiteHooks(server, contexts),
    ...buildClockHooks(server, runDue),
    ...buildOutboxHooks(runner, contexts),
    ...buildPaymentHooks(runDue, contexts),
  })
}
