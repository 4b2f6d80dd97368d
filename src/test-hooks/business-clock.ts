/** Moves the business clock and lets the runner do what becomes due on the way, in order. */
import { Temporal } from 'temporal-polyfill'
import * as orders from '#domains/orders/public.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import { Violations } from '#kit/api/refusal.ts'
import type { Runner } from '#kit/jobs/runner.ts'
import * as store from './store.ts'

/** How long a clock change waits for leased work, in milliseconds. */
const MAX_WAIT_MS = 5000
/** Due instants on one way; more means that something is due again and again. */
const MAX_STEPS = 10_000

export class BusinessClock {
  readonly #deps: Pick<MountDeps, 'clocks' | 'database'>
  readonly #runner: Runner

  constructor(deps: Pick<MountDeps, 'clocks' | 'database'>, runner: Runner) {
    this.#deps = deps
    this.#runner = runner
  }

  toWire(): { now: string; mode: 'frozen' | 'real' } {
    const { clocks } = this.#deps
    return { now: clocks.now().toString({ fractionalSecondDigits: 3 }), mode: 'frozenAt' in clocks.business ? 'frozen' : 'real' }
  }

  /**
   * Moves to an instant, or by a duration, and runs what is due until then; returns how many jobs ran. While it moves, no other
   * work runs. Throws `Violations` for an instant in the past.
   */
  async move({ now, advance }: { now?: string | undefined; advance?: string | undefined }): Promise<number> {
    const from = this.#deps.clocks.now()
    const target = now ? Temporal.Instant.from(now) : advance ? from.toZonedDateTimeISO('UTC').add(Temporal.Duration.from(advance)).toInstant() : from
    return this.#runner.runExclusively(() => this.#advance(from, target))
  }

  async #freeze(at: Temporal.Instant): Promise<void> {
    this.#deps.clocks.business = { frozenAt: at }
    await store.saveClocks(this.#deps.database.db, this.#deps.clocks)
  }

  async #hasLeasedWork(): Promise<boolean> {
    const { database, clocks } = this.#deps
    return (await orders.hasLockedDueOrders(database.db, clocks.now())) || (await store.hasLeasedJobs(database.db, clocks))
  }

  /** Runs what is due at this instant and waits for work that others have leased: time does not advance without it. */
  async #runUntilIdle(deadline: number, schedules?: typeof orders.dueSchedules): Promise<number> {
    let done = 0
    for (; ; await new Promise((go) => setTimeout(go, 20))) {
      // Work that was leased before may have been skipped, though it is free by now.
      const hadLeasedWork = await this.#hasLeasedWork()
      done += (await this.#runner.runSchedules(schedules)) + (await this.#runner.drain())
      if ((!hadLeasedWork && !(await this.#hasLeasedWork())) || performance.now() > deadline) return done
    }
  }

  /** The next instant at which an order or a delayed job becomes due. */
  async #findNextDue(): Promise<Temporal.Instant | undefined> {
    const { database, clocks } = this.#deps
    const dues = [await orders.nextDueAt(database.db, clocks.now()), await store.findNextJobTime(database.db, clocks.now())]
    return dues.filter((at) => at !== undefined).sort(Temporal.Instant.compare)[0]
  }

  /** Advances to the target from one due instant to the next, so that everything happens in order. */
  async #advance(from: Temporal.Instant, target: Temporal.Instant): Promise<number> {
    if (Temporal.Instant.compare(target, from) < 0)
      throw new Violations([{ field: 'now', description: 'must not be in the past of the business clock', violatedRule: 'OTHER' }])
    const deadline = performance.now() + MAX_WAIT_MS
    let jobsRun = await this.#runUntilIdle(deadline)
    for (let step = 0; step < MAX_STEPS; step++) {
      const next = await this.#findNextDue()
      if (!next || Temporal.Instant.compare(next, target) > 0) break
      await this.#freeze(next)
      // On the way only orders; all other schedules run at the beginning and at the end.
      jobsRun += await this.#runUntilIdle(deadline, orders.dueSchedules)
    }
    await this.#freeze(target)
    return jobsRun + (await this.#runUntilIdle(deadline))
  }
}
