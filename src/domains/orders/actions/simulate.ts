/**
 * Simulations: a copy of the site with its own site id, on which the business clock is moved. The copy advances here
 * only: the runner skips it, emails are stored but not sent, payments go to a provider without a network.
 */
import type { Temporal } from 'temporal-polyfill'
import { keepEmail } from '#domains/notifications/public.ts'
import { getSite, deleteSiteCopy } from '#domains/site/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { failJob, finishJob } from '#kit/jobs/settle-job.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { createSimulatedContext } from '#kit/jobs/unit-of-work.ts'
import { renderEmail, type EmailCatalog } from '#kit/email/render.ts'
import { toJobData, type JobHandler } from '#kit/jobs/runner.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { decideAdvance, decideSimulationStart, lifetimeHours, nextClockStop, type SimulatedCards } from '../rules/simulation.ts'
import { simulationMachine } from '../rules/simulation-machine.ts'
import * as store from '../store/simulations.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** One turn of a move takes about this long; then other work of the server has its turn. */
const sliceMs = 3000

/** A schedule that still has work after as many runs is left: a guard, not a measure. */
const maxRuns = 1000

/** Who simulates: a dashboard user, or the holder of an API key. */
const simulationCreator = (ctx: BaseContext): string => ctx.caller.userId ?? ctx.caller.appId ?? ''

/** The simulations of the caller, the newest first. */
export const listOwnSimulations = (ctx: ReadContext): Promise<store.Simulation[]> => store.listSimulations(ctx, simulationCreator(ctx))

/** A simulation of the caller. Refuses with simulation_not_found. */
export async function getSimulation(ctx: ReadContext, id: string): Promise<store.Simulation> {
  return (await store.findSimulation(ctx, id, simulationCreator(ctx))) ?? refuse('simulation_not_found')
}

/** Copies the site as it is now. Needs a context without a transaction: the copy is read in one moment. */
export async function startSimulation(ctx: OwnTransactionContext, cards: SimulatedCards): Promise<store.Simulation> {
  return ctx.transaction(async (inner) => {
    await store.useSnapshotIsolation(inner)
    const orders = await store.countOpenOrders(inner)
    unwrapOrRefuse(decideSimulationStart({ orders, running: await store.countSimulations(inner) }))
    const { now } = inner
    const simulation: store.Simulation = {
      id: inner.newId(),
      cards,
      state: 'READY',
      orders,
      startedAt: now,
      clockAt: now,
      targetAt: now,
      problems: 0,
      createdAt: inner.authNow,
    }
    await store.insertSimulation(inner, simulation, simulationCreator(inner))
    return simulation
  })
}

/** Sends the clock of the copy on its way; a job walks it. */
export async function advanceSimulation(
  ctx: TransactionContext,
  id: string,
  input: { days?: number | undefined; to?: Temporal.Instant | undefined },
): Promise<store.Simulation> {
  await getSimulation(ctx, id)
  const simulation = (await store.lockSimulation(ctx, id)) ?? refuse('simulation_not_found')
  const { timeZone } = await getSite(ctx)
  const targetAt = unwrapOrRefuse(decideAdvance({ ...simulation, timeZone }, input))
  const transition = getTransition(simulationMachine, simulation.state, 'advance')
  await store.saveSimulation(ctx, id, { transition, targetAt })
  enqueueSimulation(ctx, id, targetAt.epochMilliseconds - simulation.clockAt.epochMilliseconds)
  return { ...simulation, state: transition.to, targetAt }
}

const enqueueSimulation = (ctx: TransactionContext, id: string, wayMs: number): void =>
  ctx.enqueue({ kind: 'orders.simulate', key: ctx.newId(), data: { id, wayMs } })

/** Deletes a simulation of the caller with its copy. Refuses with simulation_not_found. */
export async function endSimulation(ctx: TransactionContext, id: string): Promise<void> {
  await getSimulation(ctx, id)
  await deleteSiteCopy(ctx, id)
}

/** Schedule: copies older than a day are thrown away. */
export async function deleteExpiredSimulations(ctx: TransactionContext): Promise<number> {
  const expired = await store.listExpiredSimulations(ctx, ctx.authNow.subtract({ hours: lifetimeHours }))
  for (const id of expired) await deleteSiteCopy(ctx, id)
  return expired.length
}

/** What works on the copy: the schedules and jobs of orders, and their email templates. Nothing else runs. */
export interface SimulatedWork {
  schedules: readonly { run: (ctx: OwnTransactionContext) => Promise<number>; repeatAfter?: number }[]
  jobs: Readonly<Record<string, JobHandler>>
  emails: EmailCatalog
}

/** Job: walks the copy for a while, from one due instant to the next, and puts the rest of the way off. */
export async function runSimulation(ctx: OwnTransactionContext, { id, wayMs }: { id: string; wayMs: number }, work: SimulatedWork): Promise<void> {
  const startedMs = performance.now()
  const simulation = await ctx.transaction((inner) => store.lockSimulation(inner, id))
  if (simulation?.state !== 'RUNNING') return
  let { clockAt, problems } = simulation
  const { targetAt } = simulation
  for (;;) {
    problems += await runDueWork(createSimulatedContext(ctx, id, clockAt), work)
    if (clockAt.epochMilliseconds >= targetAt.epochMilliseconds || performance.now() - startedMs > sliceMs) break
    const due = await createSimulatedContext(ctx, id, clockAt).transaction(store.nextDueInstant)
    clockAt = nextClockStop({ clockAt, targetAt }, wayMs, due)
  }
  const hasArrived = clockAt.epochMilliseconds >= targetAt.epochMilliseconds
  await ctx.transaction(async (inner) => {
    const transition = getTransition(simulationMachine, simulation.state, hasArrived ? 'arrive' : 'walk')
    await store.saveSimulation(inner, id, { clockAt, problems, transition })
    if (!hasArrived) enqueueSimulation(inner, id, wayMs)
  })
}

/** Does what is due on the copy at the instant of its clock; answers how much failed. */
async function runDueWork(copyCtx: OwnTransactionContext, { schedules, jobs, emails }: SimulatedWork): Promise<number> {
  let problems = 0
  for (const { run, repeatAfter = Infinity } of schedules)
    for (let done = Infinity, runs = 0; runs === 0 || (done >= repeatAfter && runs < maxRuns); runs++) done = await run(copyCtx)
  for (;;) {
    const due = await copyCtx.transaction(store.listDueJobs)
    if (due.length === 0) return problems
    for (const job of due) {
      try {
        await runJob(copyCtx, job, jobs, emails)
      } catch (error) {
        problems += 1
        await copyCtx.transaction((inner) => failJob(inner.tx, toJobKey(inner, job), { message: (error as Error).message, isLast: true }))
      }
    }
  }
}

const toJobKey = ({ siteId }: BaseContext, { id }: store.PendingJob) => ({ siteId, id })

async function runJob(copyCtx: OwnTransactionContext, job: store.PendingJob, jobs: SimulatedWork['jobs'], emails: EmailCatalog): Promise<void> {
  if (job.kind === 'email') return copyCtx.transaction((inner) => saveEmail(inner, job, emails))
  const handler = jobs[job.kind]
  if (!handler) throw new Error(`jobs of kind ${job.kind} stand still in a simulation`)
  if (typeof handler === 'function')
    return copyCtx.transaction(async (inner) => {
      await handler(inner, toJobData(job.data))
      await finishJob(inner.tx, toJobKey(inner, job))
    })
  await handler.run(copyCtx, toJobData(job.data))
  await copyCtx.transaction((inner) => finishJob(inner.tx, toJobKey(inner, job)))
}

/** The email as it would be sent, in words; it is kept and goes nowhere. */
async function saveEmail(ctx: TransactionContext, job: store.PendingJob, emails: EmailCatalog): Promise<void> {
  const { emailId } = job.data as { emailId: string }
  const { name: siteName, accent, timeZone } = await getSite(ctx)
  await keepEmail(ctx, emailId, (email) => renderEmail(emails, email, { siteName, accent, timeZone }))
  await finishJob(ctx.tx, toJobKey(ctx, job))
}

export const hasExpiredSimulations: SiteCondition = ({ authNow }) => store.hasSimulationsBefore(authNow.subtract({ hours: lifetimeHours }))
