/** Writes to sites of a cluster while something happens to its nodes, and holds what was answered to what is there afterwards. */
import { sql } from 'kysely'
import type { TestServer } from '../../test/test-server.ts'
import type { Studio } from './sites.ts'

/** What the writers of one group were answered. */
interface Seen {
  times: number[]
  /** Name of a plan that was acknowledged → its site. */
  kept: Map<string, string>
  /** 503 with Retry-After: they may come again. */
  refused: number
  /** Anything else; there must be none. */
  failures: string[]
  /** The longest time without an acknowledged change, in milliseconds. */
  longestPause: number
}

const REFUSED_PAUSE_MS = 50
let made = 0

async function writeUntil(isOver: () => boolean, { server, studio }: LoadedServer, siteId: string, seen: Seen): Promise<void> {
  let keptAt = performance.now()
  const note = () => {
    seen.longestPause = Math.max(seen.longestPause, performance.now() - keptAt)
    keptAt = performance.now()
  }
  while (!isOver()) {
    const begun = performance.now()
    const name = `Kept ${made++}`
    const body = { plan: { name, pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } }
    const { status, headers, text } = await server.call('POST', '/v2/plans', { as: { ...studio.site, metaSiteId: siteId }, body })
    seen.times.push(performance.now() - begun)
    if (status === 200) {
      note()
      seen.kept.set(name, siteId)
    } else {
      if (status === 503 && headers['retry-after'] !== undefined) seen.refused++
      else seen.failures.push(`${status} ${text}`)
      await new Promise((done) => setTimeout(done, REFUSED_PAUSE_MS))
    }
  }
  note()
}

interface LoadedServer {
  server: TestServer
  studio: Studio
}

const WRITERS_PER_SITE = 2

/**
 * Two writers for each site of each group until the event is over and each of them has written again. Prints one line per group; answers false when
 * anything acknowledged is lost, or anything was answered but 200 and 503 with Retry-After.
 */
export async function writeDuring(loaded: LoadedServer, groups: Readonly<Record<string, readonly string[]>>, event: () => Promise<unknown>): Promise<boolean> {
  const seenBy = Object.keys(groups).map((group): [string, Seen] => [group, { times: [], kept: new Map(), refused: 0, failures: [], longestPause: 0 }])
  let isOver = false
  const writers = seenBy.flatMap(([group, seen]) =>
    (groups[group] ?? []).flatMap((siteId) => Array.from({ length: WRITERS_PER_SITE }, () => writeUntil(() => isOver, loaded, siteId, seen))),
  )
  const countKept = () => seenBy.map(([, { kept }]) => kept.size)
  const untilMoreAreKept = async () => {
    const before = countKept()
    while (countKept().some((count, at) => count < (before[at] ?? 0) + 10)) await new Promise((done) => setTimeout(done, 50))
  }
  await untilMoreAreKept()
  await event()
  await untilMoreAreKept()
  isOver = true
  await Promise.all(writers)
  let isKept = true
  for (const [group, seen] of seenBy) isKept = (await report(loaded, group, seen)) && isKept
  return isKept
}

async function report({ server }: LoadedServer, group: string, { times, kept, refused, failures, longestPause }: Seen): Promise<boolean> {
  const found = new Set<string>()
  for (const siteId of new Set(kept.values())) {
    const { rows } = await sql<{ name: string }>`select name from plan where site_id = ${siteId}`.execute(server.open.db)
    for (const { name } of rows) found.add(`${siteId} ${name}`)
  }
  const lost = [...kept].filter(([name, siteId]) => !found.has(`${siteId} ${name}`)).length
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
  console.log(
    `${group}: ${kept.size} kept, ${lost} lost, ${refused} refused with 503, ${failures.length} otherwise; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ` +
      `longest without a change ${(longestPause / 1000).toFixed(1)} s`,
  )
  for (const failure of new Set(failures)) console.log('  answered', failure.slice(0, 300))
  return lost === 0 && failures.length === 0
}
