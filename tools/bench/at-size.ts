/** What measurements of long lists share: rows by the million, calls one after the other, and their slowest percent. */
import type { TestServer, TestSite } from '../../test/test-server.ts'
import type { Report } from './start.ts'

export const CALLS = Number(process.env.BENCH_CALLS ?? 60)
const FLOOR_MS = 50

/** Indexes that the schema makes besides keys are made anew after filling: row by row they would take an hour. */
export async function withoutIndexes(testServer: TestServer, tables: readonly string[], fill: () => Promise<unknown>): Promise<void> {
  const list = tables.map((table) => `'${table}'`).join()
  await testServer.open.script(`
    create table bench_index as select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename in (${list})
      and indexname not in (select conname from pg_constraint);
    do $$ declare gone text; begin for gone in select indexname from bench_index loop execute format('drop index %I', gone); end loop; end $$`)
  await testServer.open.script(`alter table ${tables.join(' disable trigger all; alter table ')} disable trigger all`)
  await fill()
  await testServer.open.script(`alter table ${tables.join(' enable trigger all; alter table ')} enable trigger all`)
  await testServer.open.script(`
    set maintenance_work_mem = '256MB';
    do $$ declare made text; begin for made in select indexdef from bench_index loop execute made; end loop; end $$;
    drop table bench_index`)
  await testServer.open.script(`analyze ${tables.join(', ')}`)
}

/** A number from 0 that looks like chance and is the same in every run; another for every `salt`. */
export const chance = (salt: number, below: number | string): string => `(abs(hashint8(n::bigint * 64 + ${salt})::bigint) % ${below})`
export interface Case {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: (n: number) => unknown
}

const at = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN

export type Ask = (one: Pick<Case, 'name' | 'method' | 'path'>, body?: unknown) => Promise<{ ms: number; answer: Answer }>
interface Answer {
  members?: unknown[]
  orders?: unknown[]
  extendedBookings?: unknown[]
  metadata?: { cursors?: { next?: string } }
}
export const createAsk =
  (origin: string, site: TestSite): Ask =>
  async ({ name, method, path }, body) => {
    const begun = performance.now()
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const ms = performance.now() - begun
    if (response.status !== 200) throw new Error(`${name} answered ${response.status}: ${text.slice(0, 200)}`)
    return { ms, answer: JSON.parse(text) as Answer }
  }

export function reportTimes(report: Report, name: string, times: readonly number[], found: number): void {
  const p99 = at(times, 0.99)
  report(
    name.slice(0, 70),
    `${p99.toFixed(0)} ms`,
    p99 <= FLOOR_MS,
    `p99 of ${times.length} calls, p50 ${at(times, 0.5).toFixed(0)} ms, fastest ${at(times, 0).toFixed(0)} ms, ${found} rows; floor ${FLOOR_MS} ms`,
  )
}

export async function measureCase(ask: Ask, one: Case, report: Report): Promise<void> {
  const times: number[] = []
  let found = 0
  for (let n = 0; n < CALLS + 5; n++) {
    const { ms, answer } = await ask(one, one.body?.(n))
    // The first few make the plans and fill the caches.
    if (n >= 5) times.push(ms)
    found = Math.max(found, (answer.members ?? answer.orders ?? answer.extendedBookings ?? []).length)
  }
  reportTimes(report, one.name, times, found)
}
