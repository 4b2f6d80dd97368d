/** Takes due jobs for one process: a lease keeps others from them until it ends. In a cluster, whose nodes lock rows of one site at a time, site by site. */
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

/** The same in a cluster: finds the jobs on all nodes, then takes those of each site that are still free. */
export async function claimJobsOnNodes(db: Db, at: ClaimTimes, limit: number): Promise<ClaimedJob[]> {
  for (;;) {
    const { rows: found } = await sql<{ siteId: string; id: string }>`${acrossSites}
      select site_id, id from job where ${isClaimable(at)} order by due_at, id limit ${limit}`.execute(db)
    const bySite = new Map<string, string[]>()
    for (const { siteId, id } of found) bySite.set(siteId, [...(bySite.get(siteId) ?? []), id])
    const claimed: ClaimedJob[] = []
    for (const [siteId, ids] of bySite) claimed.push(...(await claimJobsOfSite(db, at, siteId, { ids })))
    // Others took all of them: there may be more behind.
    if (claimed.length > 0 || found.length < limit) return sortByDue(claimed)
  }
}

/** Sites that have due jobs, in the order of their ids; each is one look into an index. In a cluster those that the runner has seen: `spread_site`. */
export async function findSitesWithDueJobs(db: Db, at: ClaimTimes, { isOnCluster }: { isOnCluster: boolean }): Promise<string[]> {
  const sites = isOnCluster ? sql`(select site_id as id from spread_site) as site` : sql`(select id from site where simulation_of is null) as site`
  const { rows } = await sql<{ id: string }>`${acrossSites}
    select site.id from ${sites}
    where exists (select from job where job.site_id = site.id and state = 'WAITING' and due_at <= ${at.now} and (leased_until is null or leased_until < ${at.authNow}))
    order by site.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** At most `share` due jobs of each of these sites, in one statement. */
export async function claimJobsOfSites(db: Db, at: ClaimTimes, siteIds: readonly string[], share: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`${writes('job')}
    update job set leased_until = ${at.leasedUntil}, attempts = attempts + 1
    where (site_id, id) in (
      select due.site_id, due.id from unnest(${siteIds}::uuid[]) as turn (site_id) cross join lateral (
        select site_id, id from job where site_id = turn.site_id and ${isClaimable(at)} order by due_at, id limit ${share} for update skip locked) as due)
    returning site_id, id, kind, data, attempts, subject, due_at`.execute(db)
  return sortByDue(rows)
}

/** Due jobs of one site: the earliest up to a limit, or those of these ids that are still free. */
export async function claimJobsOfSite(db: Db, at: ClaimTimes, siteId: string, which: { limit: number } | { ids: readonly string[] }): Promise<ClaimedJob[]> {
  const chosen = 'ids' in which ? sql`and id = any(${which.ids}::uuid[])` : sql``
  const { rows } = await sql<ClaimedJob>`${writes('job')}
    update job set leased_until = ${at.leasedUntil}, attempts = attempts + 1
    where site_id = ${siteId}::uuid and id in (
      select id from job where site_id = ${siteId}::uuid ${chosen} and ${isClaimable(at)}
      order by due_at, id limit ${'limit' in which ? which.limit : which.ids.length} for update skip locked)
    returning site_id, id, kind, data, attempts, subject, due_at`.execute(db)
  return sortByDue(rows)
}
