/** What measurements of long lists share: rows by the million, calls one after the other, and their slowest percent. */
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, type OpenDatabase } from '#kit/db/open.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'
import type { Report } from './start.ts'

export const CALLS = Number(process.env.BENCH_CALLS ?? 60)
const FLOOR_MS = 50

/** What was filled once, by `BENCH_KEEP=folder`, is measured again by the next run: filling takes far longer than measuring. */
export const keptIn = process.env.BENCH_KEEP

/**
 * A server on a database that `fill` has filled, and what it answered. With `BENCH_KEEP` the database has a name, and the next run finds it filled; new
 * migrations are made up for.
 */
export async function openFilled<T>(url: string, fill: (server: TestServer) => Promise<T>): Promise<{ server: TestServer; filled: T; isNew: boolean }> {
  process.env.TEST_DATABASE_URL = url
  const server = await startTestServer(undefined, keptIn ? await openNamed(url) : undefined)
  server.deps.strict = false
  const { db, script } = server.open
  await script('create table if not exists bench_filled (value jsonb not null)')
  const { rows } = await sql<{ value: T }>`select value from bench_filled`.execute(db)
  if (rows[0]) return { server, filled: rows[0].value, isNew: false }
  // What a server does for rows that come and go would be done many times over.
  for (const setting of ["max_wal_size = '8GB'", 'autovacuum = off', "checkpoint_timeout = '30min'"]) await script(`alter system set ${setting}`)
  await script('select pg_reload_conf()')
  const filled = await fill(server)
  await script('alter system reset all')
  await script('select pg_reload_conf()')
  await sql`insert into bench_filled values (${JSON.stringify(filled)}::jsonb)`.execute(db)
  await script('vacuum analyze')
  return { server, filled, isNew: true }
}

async function openNamed(url: string): Promise<OpenDatabase> {
  const named = new URL('/atrium_at_size', url)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [named.pathname.slice(1)])
    if (!rowCount) await admin.query(`create database ${named.pathname.slice(1)}`)
  } finally {
    await admin.end()
  }
  const open = await openDatabase({ url: named.href })
  // As the server does.
  await open.hearOthers?.()
  return open
}

/** Rows made by several connections at once, each `statement(from, to)` a part of 1 to `count`. */
export async function fillInParts(server: TestServer, count: number, statement: (from: number, to: number) => string): Promise<void> {
  const each = Math.ceil(count / FILLERS)
  const parts = Array.from({ length: FILLERS }, (_, at) => statement(at * each + 1, Math.min(count, (at + 1) * each)))
  await Promise.all(parts.map((part) => server.open.script(part)))
}
const FILLERS = 2

/**
 * Copies of one row: `varied` says in SQL what differs, by column, from `n` (from 1) and the columns that `from` joins. Worked out once a row: what
 * several columns share belongs into `from`.
 */
export async function copyRow(
  server: TestServer,
  { table, id, count, varied, from = '' }: { table: string; id: string; count: number; varied: Readonly<Record<string, string>>; from?: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name <> all(${Object.keys(varied)}::text[])`.execute(server.open.db)
  const same = rows.map(({ name }) => name)
  await fillInParts(
    server,
    count,
    (first, last) => `insert into ${table} (${[...Object.keys(varied), ...same].join()})
      select ${[...Object.values(varied), ...same.map((name) => `copied.${name}`)].join(', ')}
      from generate_series(${first}, ${last}) n cross join (select * from ${table} where id = '${id}') copied ${from}`,
  )
}

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
    set maintenance_work_mem = '1GB';
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
