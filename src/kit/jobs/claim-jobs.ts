/** Takes due jobs for one process: a lease keeps others from them until it ends. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { acrossSites, type Db, writes } from '../db/open.ts'

export interface ClaimedJob {
  siteId: string
  id: string
  kind: string
  data: unknown
  attempts: number
  /** What the job is about: jobs about the same thing are done one after the other. */
  subject: string | null
  dueAt: Temporal.Instant
}

/** Business time by which jobs are due, system time by which leases are free, and until when the claimed ones are leased. */
export interface ClaimTimes {
  now: Temporal.Instant
  authNow: Temporal.Instant
  leasedUntil: Temporal.Instant
}

const isClaimable = ({ now, authNow }: ClaimTimes) => sql`
  state = 'WAITING' and site_id not in (select id from site where simulation_of is not null) and due_at <= ${now} and (leased_until is null or leased_until < ${authNow})`

/** An update returns rows in no defined order. */
const sortByDue = (jobs: readonly ClaimedJob[]): ClaimedJob[] => jobs.toSorted((a, b) => Temporal.Instant.compare(a.dueAt, b.dueAt) || (a.id < b.id ? -1 : 1))

/** At most `limit` due jobs of all sites, the earliest first; in one statement. */
export async function claimJobs(db: Db, at: ClaimTimes, limit: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`${writes('job')}
    update job set leased_until = ${at.leasedUntil}, attempts = attempts + 1
    where (site_id, id) in (select site_id, id from job where ${isClaimable(at)} order by due_at, id limit ${limit} for update skip locked)
    returning site_id, id, kind, data, attempts, subject, due_at`.execute(db)
  return sortByDue(rows)
}

/** The same in a cluster, whose nodes lock rows of one site at a time: finds the jobs on all nodes, then takes those of each site that are still free. */
export async function claimJobsBySite(db: Db, at: ClaimTimes, limit: number): Promise<ClaimedJob[]> {
  for (;;) {
    const { rows: found } = await sql<{ siteId: string; id: string }>`${acrossSites}
      select site_id, id from job where ${isClaimable(at)} order by due_at, id limit ${limit}`.execute(db)
    const bySite = new Map<string, string[]>()
    for (const { siteId, id } of found) bySite.set(siteId, [...(bySite.get(siteId) ?? []), id])
    const claimed: ClaimedJob[] = []
    for (const [siteId, ids] of bySite) claimed.push(...(await claimJobsOfSite(db, at, siteId, ids)))
    // Others took all of them: there may be more behind.
    if (claimed.length > 0 || found.length < limit) return sortByDue(claimed)
  }
}

async function claimJobsOfSite(db: Db, at: ClaimTimes, siteId: string, ids: readonly string[]): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`${writes('job')}
    update job set leased_until = ${at.leasedUntil}, attempts = attempts + 1
    where site_id = ${siteId}::uuid and id in (
      select id from job where site_id = ${siteId}::uuid and id = any(${ids}::uuid[]) and ${isClaimable(at)} for update skip locked)
    returning site_id, id, kind, data, attempts, subject, due_at`.execute(db)
  return rows
}
