/**
 * The order in which one process takes due jobs: the earliest first as long as one batch holds all that is due; beyond that the sites take turns, so
 * that thousands of jobs of one site keep no other waiting.
 */
import type { Db } from '../db/open.ts'
import { type ClaimedJob, claimJobs, claimJobsOfSite, claimJobsOfSites, claimJobsOnNodes, type ClaimTimes, findSitesWithDueJobs } from './claim-jobs.ts'

const BATCH_SIZE = 20
/** After this long a site whose first job has become due meanwhile is looked for. */
const SITES_KNOWN_MS = 1000

export class JobQueue {
  readonly #db: Db
  readonly #isOnCluster: boolean
  /** Sites with due jobs in the order of their turns; empty as long as one batch holds all jobs. */
  #turns: string[] = []
  #foundAt = 0
  /** The site whose turn was last: the next search goes on behind it. */
  #last = ''

  constructor(db: Db, isOnCluster: boolean) {
    this.#db = db
    this.#isOnCluster = isOnCluster
  }

  /** The next batch; empty when nothing is due. */
  async claim(at: ClaimTimes): Promise<ClaimedJob[]> {
    while (this.#turns.length > 0) {
      if (performance.now() - this.#foundAt > SITES_KNOWN_MS) await this.#findTurns(at)
      // Another process has done them meanwhile.
      if (this.#turns.length === 0) break
      const jobs = await this.#claimInTurn(at)
      if (jobs.length > 0) return jobs
    }
    const jobs = await (this.#isOnCluster ? claimJobsOnNodes : claimJobs)(this.#db, at, BATCH_SIZE)
    if (jobs.length === BATCH_SIZE) await this.#findTurns(at)
    return jobs
  }

  async #findTurns(at: ClaimTimes): Promise<void> {
    const sites = await findSitesWithDueJobs(this.#db, at, { isOnCluster: this.#isOnCluster })
    this.#turns = [...sites.filter((id) => id > this.#last), ...sites.filter((id) => id <= this.#last)]
    this.#foundAt = performance.now()
  }

  /** A share of the batch for each of the next sites; those that used all of theirs have another turn behind the others. */
  async #claimInTurn(at: ClaimTimes): Promise<ClaimedJob[]> {
    const share = Math.max(1, Math.floor(BATCH_SIZE / this.#turns.length))
    const sites = this.#turns.splice(0, BATCH_SIZE)
    this.#last = sites.at(-1) ?? this.#last
    const jobs = await this.#claimOf(sites, share, at)
    const counts = new Map<string, number>()
    for (const { siteId } of jobs) counts.set(siteId, (counts.get(siteId) ?? 0) + 1)
    this.#turns.push(...sites.filter((id) => counts.get(id) === share))
    return jobs
  }

  async #claimOf(sites: readonly string[], share: number, at: ClaimTimes): Promise<ClaimedJob[]> {
    if (!this.#isOnCluster) return claimJobsOfSites(this.#db, at, sites, share)
    const claimed: ClaimedJob[] = []
    for (const siteId of sites) claimed.push(...(await claimJobsOfSite(this.#db, at, siteId, { limit: share })))
    return claimed
  }
}
