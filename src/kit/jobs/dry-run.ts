/**
 * Dry runs: an action is carried out, what it did is described, and everything is rolled back. Preview and result are the same code, so they cannot differ.
 * Calls to the outside follow a transaction and never happen. Locks are held no longer than by the action itself.
 */
import { sql } from 'kysely'
import type { BaseContext, Job, TransactionContext } from '../api/context.ts'
import type { Operation } from '../api/contract.ts'
import type { DryRun, Effect, PlannedEmail } from '../pure/dry-run.ts'
import { type Outbox, sendLastStatements } from './outbox.ts'
import { createOwnContext, openTransaction, type RequestMeta, type UnitOfWorkDeps } from './unit-of-work.ts'

/** A domain's part in dry runs. */
export interface DryRunReporter {
  /** Carries out what these jobs would do, as if the outside said yes; what it emits and enqueues goes to the same outbox, and is continued in turn. */
  continueWith?(ctx: TransactionContext, jobs: readonly Job[], outbox: Outbox): Promise<void>
  /** What of its own data changed. */
  describe?(ctx: TransactionContext, outbox: Outbox): Promise<readonly Effect[]>
  /** The emails of the outbox that would leave. */
  planEmails?(ctx: TransactionContext, outbox: Outbox): Promise<{ emails: readonly PlannedEmail[]; emailCount: number }>
}

/** Runs one of many actions; one that is refused leaves nothing behind, and its error is answered. */
export async function attemptInDryRun(ctx: TransactionContext, outbox: Outbox, work: () => Promise<unknown>): Promise<unknown> {
  const { events, emails, jobs, effects, last } = outbox
  const lists = [events, emails, jobs, effects, last]
  const lengths = lists.map((list) => list.length)
  await sql`savepoint dry_run_item`.execute(ctx.tx)
  try {
    await work()
    await finishLastStatements(outbox)
    return undefined
  } catch (error) {
    await sql`rollback to savepoint dry_run_item`.execute(ctx.tx)
    for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0
    return error
  }
}

/** Without a commit that would tell, what was kept for the end is awaited. */
async function finishLastStatements(outbox: Outbox): Promise<void> {
  for (const result of await sendLastStatements(outbox)) await result()
}

/** Ends the transaction of a dry run: thrown, so that the database rolls it back. */
class DryRunFinished extends Error {
  override name = 'DryRunFinished'
  readonly report: DryRun
  constructor(report: DryRun) {
    super('The dry run is over.')
    this.report = report
  }
}

async function describe(ctx: TransactionContext, outbox: Outbox, reporters: readonly DryRunReporter[]): Promise<DryRun> {
  await finishLastStatements(outbox)
  for (let seen = 0; seen < outbox.jobs.length; ) {
    const jobs = outbox.jobs.slice(seen)
    seen = outbox.jobs.length
    for (const { continueWith } of reporters) await continueWith?.(ctx, jobs, outbox)
  }
  // What only the commit would refuse is refused now.
  await sql`set constraints all immediate`.execute(ctx.tx)
  const effects: Effect[] = [...outbox.effects]
  const emails: PlannedEmail[] = []
  let emailCount = 0
  for (const reporter of reporters) {
    effects.push(...((await reporter.describe?.(ctx, outbox)) ?? []))
    const planned = await reporter.planEmails?.(ctx, outbox)
    emails.push(...(planned?.emails ?? []))
    emailCount += planned?.emailCount ?? 0
  }
  return { effects, emails, emailCount }
}

/** Runs the work of an operation without keeping anything. Refuses as the operation does. */
export async function runDry(
  deps: UnitOfWorkDeps & { dryRunReporters: readonly DryRunReporter[] },
  meta: RequestMeta,
  op: Operation,
  work: (ctx: BaseContext) => Promise<unknown>,
): Promise<DryRun> {
  const run = (inner: (ctx: TransactionContext) => Promise<unknown>): Promise<never> =>
    openTransaction(deps, meta, async (ctx, outbox) => {
      await inner(ctx)
      throw new DryRunFinished(await describe(ctx, outbox, deps.dryRunReporters))
    })
  try {
    // The first transaction of an operation that opens its own records what it will do; the outside and what follows come after it.
    if (op.work === 'own') await work(Object.assign(createOwnContext(deps, meta), { transaction: run }))
    else await run(work)
  } catch (error) {
    if (error instanceof DryRunFinished) return error.report
    throw error
  }
  throw new Error(`an operation that opens no transaction has no dry run: ${op.path}`)
}
