/**
 * Rehearsals: a copy of the site with its own site id, on which the business clock is moved. The copy is walked here and
 * by nobody else: the runner passes it by, letters are only written down, payments go to a provider that reaches nobody.
 */
import type { Temporal } from 'temporal-polyfill'
import { currentSite, dropCopy } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { writeMail, type MailBook } from '#kit/mail/render.ts'
import type { JobHandler } from '#kit/work/runner.ts'
import { orRefuse, refuse } from '../errors.ts'
import { decideMove, decideRehearsal, livesHours, nextStop, type Cards } from '../rules/rehearsal.ts'
import * as store from '../store/rehearsals.ts'

/** One turn of a move takes about this long; then other work of the house has its turn. */
const turnMs = 3000

/** A sweep that did this much may have left some for another turn. */
const mostAtOnce = 1000

/** Who rehearses: a dashboard user, or whoever acts by an API key. */
export const madeBy = (ctx: Ctx): string => ctx.caller.userId ?? ctx.caller.appId ?? ''

export async function rehearsalOf(ctx: Ctx, id: string): Promise<store.Rehearsal> {
  return (await store.rehearsalById(ctx, id, madeBy(ctx))) ?? refuse('rehearsal_not_found')
}

/** Copies the site as it is now. Needs a context without a transaction: the copy is read in one moment. */
export async function startRehearsal(ctx: Ctx, cards: Cards): Promise<store.Rehearsal> {
  return ctx.write(async (inner) => {
    await store.oneMoment(inner)
    const orders = await store.countOpenOrders(inner)
    orRefuse(decideRehearsal({ orders, running: await store.countRehearsals(inner) }))
    const { now } = inner
    const rehearsal: store.Rehearsal = {
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
    await store.insertRehearsal(inner, rehearsal, madeBy(inner))
    return rehearsal
  })
}

/** Sends the clock of the copy on its way; a job walks it. */
export async function moveRehearsal(ctx: Ctx, id: string, wish: { days?: number | undefined; to?: Temporal.Instant | undefined }): Promise<store.Rehearsal> {
  await rehearsalOf(ctx, id)
  const rehearsal = (await store.lockRehearsal(ctx, id)) ?? refuse('rehearsal_not_found')
  const { timeZone } = await currentSite(ctx)
  const targetAt = orRefuse(decideMove({ ...rehearsal, timeZone }, wish))
  await store.saveRehearsal(ctx, id, { state: 'RUNNING', targetAt })
  walkOn(ctx, id, targetAt.epochMilliseconds - rehearsal.clockAt.epochMilliseconds)
  return { ...rehearsal, state: 'RUNNING', targetAt }
}

const walkOn = (ctx: Ctx, id: string, wayMs: number): void => ctx.later({ kind: 'orders.rehearse', key: ctx.newId(), data: { id, wayMs } })

export async function endRehearsal(ctx: Ctx, id: string): Promise<void> {
  await rehearsalOf(ctx, id)
  await dropCopy(ctx, id)
}

/** Sweep: copies older than a day are thrown away. */
export async function dropOldRehearsals(ctx: Ctx): Promise<number> {
  const old = await store.oldRehearsals(ctx, ctx.authNow.subtract({ hours: livesHours }))
  for (const id of old) await dropCopy(ctx, id)
  return old.length
}

/** What works on the copy: the sweeps and jobs of orders, and the words of the letters. Everything else stands still. */
export interface Work {
  sweeps: readonly ((ctx: Ctx) => Promise<number>)[]
  jobs: Readonly<Record<string, JobHandler>>
  mails: MailBook
}

/** Job: walks the copy for a while, from one due instant to the next, and puts the rest of the way off. */
export async function rehearse(ctx: Ctx, { id, wayMs }: { id: string; wayMs: number }, work: Work): Promise<void> {
  const began = performance.now()
  const rehearsal = await ctx.write((inner) => store.lockRehearsal(inner, id))
  if (rehearsal?.state !== 'RUNNING') return
  let { clockAt, problems } = rehearsal
  const { targetAt } = rehearsal
  for (;;) {
    problems += await settle(ctx.elsewhere(id, clockAt), work)
    if (clockAt.epochMilliseconds >= targetAt.epochMilliseconds || performance.now() - began > turnMs) break
    const due = await ctx.elsewhere(id, clockAt).write(store.nextInstant)
    clockAt = nextStop({ clockAt, targetAt }, wayMs, due)
  }
  const isThere = clockAt.epochMilliseconds >= targetAt.epochMilliseconds
  await ctx.write(async (inner) => {
    await store.saveRehearsal(inner, id, { clockAt, problems, state: isThere ? 'READY' : 'RUNNING' })
    if (!isThere) walkOn(inner, id, wayMs)
  })
}

/** Does what is due on the copy at the instant of its clock; answers how much failed. */
async function settle(there: Ctx, { sweeps, jobs, mails }: Work): Promise<number> {
  let problems = 0
  for (const sweep of sweeps) for (let done = mostAtOnce, turn = 0; done >= mostAtOnce && turn < 50; turn++) done = await sweep(there)
  for (;;) {
    const due = await there.write(store.dueJobs)
    if (due.length === 0) return problems
    for (const job of due) {
      try {
        await carryOut(there, job, jobs, mails)
      } catch (error) {
        problems += 1
        await there.write((inner) => store.endJob(inner, job.id, (error as Error).message))
      }
    }
  }
}

async function carryOut(there: Ctx, job: store.WaitingJob, jobs: Work['jobs'], mails: MailBook): Promise<void> {
  if (job.kind === 'letter') return there.write((inner) => keepLetter(inner, job, mails))
  const handler = jobs[job.kind]
  if (!handler) throw new Error(`jobs of kind ${job.kind} stand still in a rehearsal`)
  if (typeof handler === 'function')
    return there.write(async (inner) => {
      await handler(inner, job.data as never)
      await store.endJob(inner, job.id)
    })
  await handler.run(there, job.data as never)
  await there.write((inner) => store.endJob(inner, job.id))
}

/** The letter as it would be sent, in words; it is kept and goes nowhere. */
async function keepLetter(ctx: Ctx, job: store.WaitingJob, mails: MailBook): Promise<void> {
  const { letterId } = job.data as { letterId: string }
  const letter = await store.letterOf(ctx, letterId)
  const site = await currentSite(ctx)
  if (letter) {
    const sender = { siteName: site.name, accent: site.accent, timeZone: site.timeZone }
    const variables = letter.variables as Record<string, unknown>
    await store.keepLetter(ctx, letterId, writeMail(mails, { ...letter, variables }, sender))
  }
  await store.endJob(ctx, job.id)
}
