/**
 * The runner: claims due jobs with a lease, so that several processes share the work, works a few at a time, and lets every schedule look for
 * what time made due. Delivery is at least once; handlers carry their own keys.
 */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { acrossSites, forServer, writes } from '../db/open.ts'
import { Temporal } from 'temporal-polyfill'
import type { OwnTransactionContext, TransactionContext } from '../api/context.ts'
import type { Observe } from '../observability/observe.ts'
import { isDistributed } from '../db/cluster/distribute.ts'
import { countStatements, type StatementCount } from '../db/statement-count.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { ClaimedJob } from './claim-jobs.ts'
import { createSemaphore } from './semaphore.ts'
import { JobQueue } from './job-queue.ts'
import { type Visit, VisitQueue } from './visit-queue.ts'
import { forEachConcurrent } from '../pure/concurrent.ts'
import { createOwnContext, createSystemMeta, runTransaction, type UnitOfWorkDeps } from './unit-of-work.ts'
import { failJob, finishJob } from './settle-job.ts'

/**
 * The data of a job for its handler. The table keeps the data of all kinds alike; the handler of a kind reads what was queued under the same kind,
 * which no type of a table can say.
 */
export const toJobData = (data: unknown): never => data as never

/** What carries out a job: in one transaction, or, marked `own`, opening its own (calls to the outside). */
export type JobHandler =
  | ((ctx: TransactionContext, data: never) => Promise<void>)
  | { own: true; run: (ctx: OwnTransactionContext, data: never) => Promise<void> }

/** The clocks at which a schedule looks for its work: business time, the wall clock, whether both are one, and how far the wall clock was set. */
export interface DueAt {
  now: Temporal.Instant
  authNow: Temporal.Instant
  isRealTime: boolean
  driftMs: number
}

/** A condition on a row of the table `site`: the statement that asks it reads no other site's rows and finds those of this one by an index. */
export type SiteCondition = (at: DueAt) => RawBuilder<boolean>

/**
 * Finds and does what is due on one site; returns how many items. In one transaction, or, with `own`, in one per item. Only sites that meet `isDue`
 * are visited, one of several conditions is enough: they hold wherever `run` would find work, and may hold where it finds none.
 */
export type Schedule = {
  name: string
  everySeconds: number
  isDue: SiteCondition | readonly SiteCondition[]
  /** A run that did at least so many items may have left others: it runs again when the other sites have had their turn. */
  repeatAfter?: number
} & ({ own?: never; run(ctx: TransactionContext): Promise<number> } | { own: true; run(ctx: OwnTransactionContext): Promise<number> })

/** Work on what this machine keeps outside of the database, such as files: for all sites at once, in every process. */
export interface LocalTask {
  name: string
  everySeconds: number
  run(at: DueAt): Promise<void>
}

export interface RunnerOptions {
  jobs: Readonly<Record<string, JobHandler>>
  schedules: readonly Schedule[]
  localTasks?: readonly LocalTask[]
  report(problem: string, error: unknown): void
  observe: Observe
}

const LEASE_SECONDS = 60
const MAX_ATTEMPTS = 10
/** Longer than any job or schedule of ours takes. */
const STALLED_AFTER_MS = 300_000
/** One turn makes visits, and then works jobs, for this long; what is left goes on in the next one, which begins at once. */
const TURN_MS = 5000
/** Jobs worked at the same time: a share of a server's connections; the embedded database has one. */
const CONCURRENCY = { server: 4, embedded: 1 } as const

/** Jobs about the same thing stay in their order. Without concurrency all jobs are one after the other, the earliest first. */
function groupBySubject(jobs: readonly ClaimedJob[], concurrency: number): ClaimedJob[][] {
  if (concurrency === 1) return jobs.map((job) => [job])
  const chains = new Map<string, ClaimedJob[]>()
  for (const job of jobs) {
    const subjectKey = `${job.siteId} ${job.subject ?? job.id}`
    chains.set(subjectKey, [...(chains.get(subjectKey) ?? []), job])
  }
  return [...chains.values()]
}

export class Runner {
  readonly #deps: UnitOfWorkDeps
  readonly #parts: RunnerOptions
  readonly #lastSwept = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  /** When a turn, a job or a schedule ended last, on the clock of `performance.now()`; undefined before the start. */
  #progressAt: number | undefined
  #busy: Promise<unknown> = Promise.resolve()
  #stopped = false
  #isFreed: boolean
  #isDistributed: boolean | undefined
  #jobs: JobQueue | undefined
  readonly #visits = new VisitQueue<Schedule>()
  /** The site that was looked at last: the next search begins behind it, so that processes do not all begin with the same ones. */
  #lastSite = ''
  /** Whether the last turn ended by its time and left work. */
  #isUnfinished = false
  readonly #turns = createSemaphore(1)
  /** Claimed, and not brought to an end. */
  readonly #inHand = new Set<ClaimedJob>()

  constructor(deps: UnitOfWorkDeps, parts: RunnerOptions) {
    this.#deps = { ...deps, database: forServer(deps.database) }
    this.#parts = parts
    this.#isFreed = deps.database.kind === 'server'
  }

  /** Takes a turn every `everyMs` milliseconds, the first one after as long; without a pause while there is more to do than fits one. */
  start(everyMs = 1000): void {
    this.#progressAt = performance.now()
    this.#lastSite = randomUUID()
    const tick = async () => {
      if (this.#stopped) return
      this.#busy = this.runExclusively(() => this.runDue(TURN_MS)).catch((error) => {
        // The database reports its outage itself, once.
        if (!(error instanceof DatabaseUnavailable)) this.#parts.report('a turn of the runner failed', error)
      })
      await this.#busy
      this.#noteProgress()
      if (!this.#stopped) this.#timer = setTimeout(tick, this.#isUnfinished ? 0 : everyMs)
    }
    this.#timer = setTimeout(tick, everyMs)
  }

  #noteProgress(): void {
    if (this.#progressAt !== undefined) this.#progressAt = performance.now()
  }

  /** Whether it was started and nothing of its work has ended for five minutes. */
  get isStalled(): boolean {
    return this.#progressAt !== undefined && performance.now() - this.#progressAt > STALLED_AFTER_MS
  }

  /** Ends after the work in hand. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#busy
  }

  /** Runs work while no other turn of the runner runs or starts. Not reentrant. */
  runExclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns(work)
  }

  /** Local tasks and schedules that are due, then all due jobs. With `forMs` both end after as long: neither keeps the other waiting. */
  async runDue(forMs = Infinity): Promise<number> {
    this.#isUnfinished = false
    await this.#runLocalTasks(this.#takeDue(this.#parts.localTasks ?? []))
    return (await this.runSchedules(this.#takeDue(this.#parts.schedules), forMs)) + (await this.drain(forMs))
  }

  /** Those whose time has come; it begins anew for them. */
  #takeDue<T extends { name: string; everySeconds: number }>(all: readonly T[]): T[] {
    const at = this.#deps.clocks.authNow().epochMilliseconds / 1000
    const due = all.filter(({ name, everySeconds }) => at - (this.#lastSwept.get(name) ?? 0) >= everySeconds)
    for (const { name } of due) this.#lastSwept.set(name, at)
    return due
  }

  async #runLocalTasks(tasks: readonly LocalTask[]): Promise<void> {
    for (const task of tasks) {
      await task.run(this.#readClocks()).catch((error: unknown) => this.#parts.report(`${task.name} failed`, error))
      this.#noteProgress()
    }
  }

  #readClocks(): DueAt {
    const { clocks } = this.#deps
    return { now: clocks.now(), authNow: clocks.authNow(), isRealTime: clocks.isRealTime, driftMs: clocks.driftMs() }
  }

  /** Which schedules may find work on which site: one statement for all schedules and sites, however many sites have none. */
  async #findDueSites(schedules: readonly Schedule[]): Promise<{ id: string; due: readonly Schedule[] }[]> {
    const at = this.#readClocks()
    const conditions = schedules.map(({ isDue }) =>
      sql.join(
        [isDue].flat().map((condition) => sql`(${condition(at)})`),
        sql` or `,
      ),
    )
    const due = sql`array[${sql.join(conditions)}] as due`
    const { rows } = await sql<{ id: string; due: boolean[] }>`${acrossSites}
      select id, due from (${(await this.#isOnCluster()) ? await this.#selectSpreadSites(due) : sql`select id, ${due} from site where simulation_of is null offset 0`}) as visited
      where true = any(due) order by id`.execute(this.#deps.database.db)
    const sites = rows.map(({ id, due }) => ({ id, due: schedules.filter((_, position) => due[position]) }))
    return [...sites.filter(({ id }) => id > this.#lastSite), ...sites.filter(({ id }) => id <= this.#lastSite)]
  }

  /** The same from the rows that lie beside those of the site: each node looks at its own. Sites that were made since the last time are added first. */
  async #selectSpreadSites(due: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
    await sql`${writes('spread_site')} ${acrossSites} insert into spread_site (site_id, created_at) select id, created_at from site where simulation_of is null on conflict do nothing`.execute(
      this.#deps.database.db,
    )
    return sql`select id, ${due} from (select site_id as id, created_at from spread_site) as site`
  }

  async #isOnCluster(): Promise<boolean> {
    return (this.#isDistributed ??= await isDistributed(this.#deps.database))
  }

  /** Runs these schedules, all unless said, on every site that has work for them; for at most `forMs`, then the next call goes on. */
  async runSchedules(schedules: readonly Schedule[] = this.#parts.schedules, forMs = Infinity): Promise<number> {
    if (schedules.length > 0) for (const { id, due } of await this.#findDueSites(schedules)) this.#visits.add(id, due)
    // From when the work is found: a database that takes long to find it would leave no time for any.
    const endsAt = performance.now() + forMs
    let done = 0
    while (performance.now() < endsAt) {
      const visit = this.#visits.take()
      if (!visit) return done
      done += await this.#makeVisit(visit)
      this.#lastSite = visit.siteId
    }
    this.#isUnfinished = this.#visits.size > 0
    return done
  }

  async #makeVisit(visit: Visit<Schedule>): Promise<number> {
    const { siteId, runs } = visit
    const { origin } = await this.#deps.loadOrigins(siteId)
    let done = 0
    for (const schedule of runs.keys()) {
      const meta = createSystemMeta(siteId, origin)
      try {
        const count = await this.#parts.observe({ kind: 'schedule', name: schedule.name, siteId }, (cost) => {
          const deps = this.#counted(cost)
          return schedule.own ? schedule.run(createOwnContext(deps, meta)) : runTransaction(deps, meta, (ctx) => schedule.run(ctx))
        })
        if (schedule.repeatAfter !== undefined && count >= schedule.repeatAfter) this.#visits.repeat(visit, schedule)
        done += count
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        this.#parts.report(`schedule ${schedule.name} failed on site ${siteId}`, error)
      }
      this.#noteProgress()
    }
    return done
  }

  /** Runs due jobs until none is left, or for at most `forMs`. */
  async drain(forMs = Infinity): Promise<number> {
    await this.#freeLeft()
    await this.#giveBack()
    const endsAt = performance.now() + forMs
    let done = 0
    while (performance.now() < endsAt) {
      const jobs = await this.#claim()
      if (jobs.length === 0) return done
      for (const job of jobs) this.#inHand.add(job)
      await forEachConcurrent(groupBySubject(jobs, CONCURRENCY[this.#deps.database.kind]), CONCURRENCY[this.#deps.database.kind], async (chain) => {
        for (const job of chain) {
          await this.#run(job)
          this.#inHand.delete(job)
          this.#noteProgress()
        }
      })
      done += jobs.length
    }
    this.#isUnfinished = true
    return done
  }

  /** Jobs claimed before the connection was lost, or queued behind one: their lease is released at once. */
  async #giveBack(): Promise<void> {
    for (const job of this.#inHand) {
      await this.#deps.database.db
        .updateTable('job')
        .set({ leasedUntil: null, attempts: job.attempts - 1 })
        .where('siteId', '=', job.siteId)
        .where('id', '=', job.id)
        .where('state', '=', 'WAITING')
        .where('attempts', '=', job.attempts)
        .execute()
      this.#inHand.delete(job)
    }
  }

  /**
   * Only one process works on an embedded database: a lease found at the start was left by a killed process. A job
   * that failed waits for its next try.
   */
  async #freeLeft(): Promise<void> {
    if (this.#isFreed) return
    await sql`${writes('job')} update job set leased_until = null where state = 'WAITING' and leased_until > ${this.#deps.clocks.authNow()} and last_error is null`.execute(
      this.#deps.database.db,
    )
    this.#isFreed = true
  }

  async #claim(): Promise<ClaimedJob[]> {
    const { database, clocks } = this.#deps
    // A lease runs on system time, because business time may be frozen or jump.
    const at = { now: clocks.now(), authNow: clocks.authNow(), leasedUntil: clocks.authNow().add({ seconds: LEASE_SECONDS }) }
    this.#jobs ??= new JobQueue(database.db, await this.#isOnCluster())
    return this.#jobs.claim(at)
  }

  async #run(job: ClaimedJob): Promise<void> {
    try {
      await this.#parts.observe({ kind: 'job', name: job.kind, siteId: job.siteId, attempt: job.attempts }, (cost) => this.#carryOut(job, this.#counted(cost)))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const last = job.attempts >= MAX_ATTEMPTS
      this.#parts.report(`job ${job.kind} failed (attempt ${job.attempts}${last ? ', given up' : ''})`, error)
      const next = this.#deps.clocks.authNow().add({ seconds: Math.min(86_400, 5 * 4 ** Math.min(job.attempts, 8)) })
      await failJob(this.#deps.database.db, job, { message: (error as Error).message, leasedUntil: next, isLast: last })
    }
  }

  /** What a piece of work needs, its statements counted. */
  #counted(cost: StatementCount): UnitOfWorkDeps {
    return { ...this.#deps, database: countStatements(this.#deps.database, cost) }
  }

  async #carryOut(job: ClaimedJob, deps: UnitOfWorkDeps): Promise<void> {
    const handler = this.#parts.jobs[job.kind]
    const meta = createSystemMeta(job.siteId, (await deps.loadOrigins(job.siteId)).origin)
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`)
    if (typeof handler === 'function')
      return runTransaction(deps, meta, async (ctx) => {
        await handler(ctx, toJobData(job.data))
        await finishJob(ctx.tx, job)
      })
    await handler.run(createOwnContext(deps, meta), toJobData(job.data))
    await finishJob(deps.database.db, job)
  }
}
