/** Which sites the runner visits next, and for which schedules: one after the other, and one that has more than a batch again behind all others. */

/** A site that keeps having more waits for the next time of its schedule: what a schedule cannot finish is not asked without end. */
const MAX_RUNS = 50

/** Schedules to run on one site, each with how often it has run there in a row. */
export interface Visit<Schedule> {
  siteId: string
  runs: ReadonlyMap<Schedule, number>
}

export class VisitQueue<Schedule> {
  readonly #waiting = new Map<string, Map<Schedule, number>>()

  get size(): number {
    return this.#waiting.size
  }

  /** Behind all that wait; a site that waits already is visited once for both. */
  add(siteId: string, schedules: readonly Schedule[]): void {
    for (const schedule of schedules) this.#addRun(siteId, schedule, 0)
  }

  take(): Visit<Schedule> | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [siteId, runs] = first
    this.#waiting.delete(siteId)
    return { siteId, runs }
  }

  /** Another visit for a schedule that did as many items as one run may. */
  repeat({ siteId, runs }: Visit<Schedule>, schedule: Schedule): void {
    const times = (runs.get(schedule) ?? 0) + 1
    if (times < MAX_RUNS) this.#addRun(siteId, schedule, times)
  }

  #addRun(siteId: string, schedule: Schedule, times: number): void {
    const runs = this.#waiting.get(siteId) ?? new Map<Schedule, number>()
    if (!runs.has(schedule)) runs.set(schedule, times)
    this.#waiting.set(siteId, runs)
  }
}
