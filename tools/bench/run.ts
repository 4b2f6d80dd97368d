/**
 * `npm run bench`: calls of ours over loopback HTTP beside the bare limit, a Fastify with one statement, on the same
 * database and in turns; the load comes from a process of its own. What counts is the ratio: machines differ and are
 * shared, the ratio hardly does. Also cold start, memory and the bytes of public pages.
 *
 *   npm run bench -- booking      what has that word in its name, on both databases
 *   npm run bench -- server       only on PostgreSQL; `embedded`: only on PGlite
 *   npm run bench -- size         a million members and orders: every filter and sort; takes minutes, so only when named
 *   npm run bench -- booking-costs      CPU, trips and statements of a finished booking, for each way to book (BENCH_CONTACTS: of a site with so many)
 *   npm run bench -- bookings-at-size   a million bookings (BENCH_BOOKINGS) and what the screens ask of them (BENCH_KEEP=folder keeps what was filled)
 *   npm run bench -- event-loop         the longest hold of the event loop by each kind of slow work, on the built server
 *   npm run bench -- all --markdown   everything, as the tables of docs/operators.md
 *   npm run bench -- times-at-size      availability of up to a hundred people with five years of history
 *   BENCH_ROUNDS=5 BENCH_SECONDS=3 npm run bench
 */
import { spawn } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'
import type { TestServer } from '../../test/test-server.ts'
import { setHashingCost } from '#domains/identity/password-hash.ts'
import { openPglite } from '#kit/db/pglite.ts'
import { startPostgres } from '../postgres.ts'
import type { Load, Measurement } from './load.ts'
import { keptIn } from './at-size.ts'
import { measureAvailability } from './availability.ts'
import { measureBookingCosts, readDatabaseCpu } from './booking-costs.ts'
import { measureEventLoop } from './event-loop.ts'
import { measureRenewals } from './renewals.ts'
import { scenarios, type Call, type Scenario, type Sql } from './scenarios.ts'
import { measureBookings } from './size-bookings.ts'
import { measureServices } from './size-services.ts'
import { measureSize } from './size.ts'
import { measureStart } from './start.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 1.2)
/** Of both: code that has hardly run is measured as it is never run. */
const warmUpSeconds = Number(process.env.BENCH_WARM_UP ?? 3)
const databases = ['server', 'embedded'] as const
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const asTable = process.argv.includes('--markdown')
const isAll = asked.includes('all')
const words = isAll ? [] : asked.filter((word) => !databases.includes(word as 'server'))
const wantedDatabases = databases.filter((name) => !databases.some((one) => asked.includes(one)) || asked.includes(name))
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Fires from another process. */
function fire(origin: string, { method, path, headers, body, bodies }: Call, connections: number, duration: number): Promise<Measurement> {
  const load: Load = {
    url: origin + path,
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body,
    bodies,
    connections,
    seconds: duration,
  }
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/load.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify(load))
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done(JSON.parse(out) as Measurement) : fail(new Error(`the load generator ended with ${code}`))))
  })
}

async function answers(origin: string, { method, path, headers, body }: Call): Promise<number> {
  const response = await fetch(origin + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: body.replaceAll('{n}', '0') }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text.length
}

let short = 0
let isHeaded = false
/** A table of its own begins with the next figure. */
const heading = () => void (isHeaded = false)
/** One line per figure: a tick, a cross, or a dot where nothing is demanded. */
export function report(name: string, value: string, good: boolean | undefined, note: string): void {
  if (good === false) short += 1
  if (asTable && !isHeaded) console.log('\n| what | figure | how |\n|---|---|---|')
  isHeaded = true
  if (asTable) console.log(`| ${good === false ? '**short:** ' : ''}${name} | ${value} | ${note} |`)
  else console.log(`${good === undefined ? '·' : good ? '✓' : '✗'} ${name.padEnd(52)} ${value.padStart(9)}   ${note}`)
}

/** Bare SQL on the server or on an embedded engine of its own, opened as ours is in tests: in memory, on this thread. */
async function bareSql(url: string | undefined): Promise<Sql & { close(): Promise<unknown> }> {
  if (url) {
    const pool = new pg.Pool({ connectionString: url, max: 16 })
    pool.on('error', () => undefined) // the server may stop before the last connection is closed
    return {
      rows: async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows,
      script: async (text) => void (await pool.query(text)),
      close: () => pool.end(),
    }
  }
  const embedded = await openPglite({})
  return {
    rows: async (_, text, values) => {
      const { rows, fields } = await embedded.query(text, values, true)
      return rows.map((row) => Object.fromEntries(fields.map(({ name }, at) => [name, row[at]])))
    },
    script: (text) => embedded.script(text),
    close: () => embedded.close(),
  }
}

/** A server on PostgreSQL or on the embedded database. */
async function openBenchServer(url: string | undefined): Promise<TestServer> {
  if (url) process.env.TEST_DATABASE_URL = url
  else delete process.env.TEST_DATABASE_URL
  const { startTestServer } = await import('../../test/test-server.ts')
  const testServer = await startTestServer()
  // Tests look twice at every reply; a running server does not.
  testServer.deps.strict = false
  // Nor does it spare passwords: what tests make cheap would be cheap for the bare server alone.
  setHashingCost('full')
  return testServer
}

async function renewals(url: string | undefined): Promise<void> {
  const testServer = await openBenchServer(url)
  const sql = await bareSql(url)
  try {
    await measureRenewals(testServer, sql, `renewals (${url ? 'PostgreSQL' : 'embedded'})`, report)
  } finally {
    await sql.close()
    await testServer.close()
  }
}

async function timesAtSize(url: string): Promise<void> {
  const testServer = await openBenchServer(url)
  try {
    await measureAvailability(testServer, report)
  } finally {
    await testServer.close()
  }
}

/** A call that has no bare counterpart: its median or its slowest hundredth counts. */
function reportTimes({ p50: limit, p99: slowest }: Scenario, title: string, { p50, p99, bad }: Pick<Measurement, 'p50' | 'p99' | 'bad'>, note: string): void {
  const isAsGood = bad === 0 ? undefined : false
  if (slowest) {
    const isSoon = p99 <= slowest.quiet || p99 <= slowest.timesP50 * p50
    return report(title, `${p99} ms`, isSoon && bad === 0, `p99; floor ${slowest.quiet} ms, or ${slowest.timesP50} times p50 on a busy machine; ${note}`)
  }
  const target = limit ? `floor ${limit.floor} ms, aim ${limit.aim} ms; ` : ''
  report(title, `${p50} ms`, limit ? p50 <= limit.floor && bad === 0 : isAsGood, `${target}${note}`)
}

interface Costs extends Measurement {
  /** Milliseconds of processor time of this process and of PostgreSQL for each reply: a busy machine changes it little. */
  cpu: number
}
async function measureCosts(url: string | undefined, run: () => Promise<Measurement>): Promise<Costs> {
  const readDatabase = async () => (url ? readDatabaseCpu() : 0)
  const [used, database] = [process.cpuUsage(), await readDatabase()]
  const taken = await run()
  const { user, system } = process.cpuUsage(used)
  const milliseconds = (user + system) / 1000 + (await readDatabase()) - database
  return { ...taken, cpu: milliseconds / taken.count }
}

async function measure(scenario: Scenario, url: string | undefined): Promise<void> {
  const title = `${scenario.name} (${url ? 'PostgreSQL' : 'embedded'})`
  const testServer = await openBenchServer(url)
  const sql = await bareSql(url)
  const bare = Fastify()
  try {
    const ours = await scenario.prepare(testServer, await testServer.createSite())
    const here = await testServer.app.listen({ port: 0, host: '127.0.0.1' })
    const bytes = await answers(here, ours)
    await fire(here, ours, scenario.connections, warmUpSeconds)
    // Servers gather statistics by themselves within a minute, and plan again what was planned for tables without rows.
    await testServer.open.script('analyze')
    await fire(here, ours, scenario.connections, 1)
    const theirs = await scenario.bare?.(bare, sql)
    const least = scenario.leanest?.(bare, sql)
    const there = await bare.listen({ port: 0, host: '127.0.0.1' })
    if (theirs) {
      await answers(there, theirs)
      await fire(there, theirs, scenario.connections, warmUpSeconds)
      await sql.script('analyze')
      await fire(there, theirs, scenario.connections, 1)
    }
    if (least) await fire(there, least, scenario.connections, 1)
    const taken: { ours: Costs; bare: Costs | undefined; least: Costs | undefined }[] = []
    const fireAt = (origin: string, call: Call) => measureCosts(url, () => fire(origin, call, scenario.connections, seconds))
    for (let round = 0; round < rounds; round++)
      taken.push({ bare: theirs && (await fireAt(there, theirs)), least: least && (await fireAt(there, least)), ours: await fireAt(here, ours) })
    const bad = taken.reduce((sum, round) => sum + round.ours.bad + (round.bare?.bad ?? 0), 0)
    const of = (pick: (round: (typeof taken)[number]) => number) => median(taken.map(pick))
    const times = `p50 ${of((round) => round.ours.p50)} ms, p99 ${of((round) => round.ours.p99)} ms, ${scenario.connections} connections, ${bytes} bytes`
    const flaw = bad ? `; ${bad} answers were not 200` : ''
    if (theirs) {
      const ratio = of((round) => round.ours.perSecond / (round.bare?.perSecond ?? Number.NaN))
      const rates = `${Math.round(of((round) => round.ours.perSecond))}/s against ${Math.round(of((round) => round.bare?.perSecond ?? Number.NaN))}/s`
      // The floors are those of the server; the embedded database is one thread for all.
      const good = url && scenario.floor !== undefined ? ratio >= scenario.floor && bad === 0 : bad === 0 ? undefined : false
      const target = url && scenario.floor !== undefined ? `floor ${scenario.floor}, aim ${scenario.aim}; ` : ''
      const leanest = least ? `; leanest bare ${Math.round(of((round) => round.least?.perSecond ?? Number.NaN))}/s` : ''
      const cpu = url
        ? `; CPU a call ours ${of((round) => round.ours.cpu).toFixed(2)} ms, bare ${of((round) => round.bare?.cpu ?? Number.NaN).toFixed(2)}${least ? `, leanest ${of((round) => round.least?.cpu ?? Number.NaN).toFixed(2)}` : ''}`
        : ''
      report(title, ratio.toFixed(2), good, `${target}${rates}, ${times}${leanest}${cpu}${flaw}`)
    } else {
      reportTimes(scenario, title, { p50: of((round) => round.ours.p50), p99: of((round) => round.ours.p99), bad }, `${times}${flaw}`)
    }
  } finally {
    await bare.close()
    await sql.close()
    await testServer.close()
  }
}

const [cpu] = cpus()
console.log(
  `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
)
console.log(
  `Load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')} at the start; ${rounds} rounds of ${seconds} s in turns; the number is ours / bare where both are given.\n`,
)
const reportFailure = (name: string) => (error: unknown) => report(name, '–', false, String((error as Error).message).split('\n')[0] ?? '')
const chosen = scenarios.filter(({ name }) => isWanted(name))
if ((chosen.length > 0 || isWanted('renewals')) && wantedDatabases.includes('server')) {
  const postgres = await startPostgres({ durable: true })
  try {
    for (const scenario of chosen) await measure(scenario, postgres.url).catch(reportFailure(scenario.name))
    if (isWanted('renewals')) await renewals(postgres.url).catch(reportFailure('renewals'))
  } finally {
    await postgres.stop()
  }
}
if (isAll || words.includes('times-at-size')) {
  heading()
  const postgres = await startPostgres({ durable: true })
  await timesAtSize(postgres.url)
    .catch(reportFailure('times at size'))
    .finally(() => postgres.stop())
}
if (isAll || words.includes('size')) {
  heading()
  // A server that holds millions of rows is given memory for them; an eighth of the machine's is less than is usual.
  const postgres = await startPostgres({ durable: true, memory: `${Math.floor(totalmem() / 8 / 1_048_576)}MB` })
  await measureSize(postgres.url, report)
    .catch(reportFailure('size'))
    .finally(() => postgres.stop())
}
if (words.includes('booking-costs')) {
  heading()
  const postgres = await startPostgres({ durable: true })
  await measureBookingCosts(postgres.url, report)
    .catch(reportFailure('booking costs'))
    .finally(() => postgres.stop())
}
if (isAll || words.includes('bookings-at-size')) {
  heading()
  const postgres = await startPostgres({ durable: true, memory: `${Math.floor(totalmem() / 8 / 1_048_576)}MB`, keepIn: keptIn })
  await measureBookings(postgres.url, report, (process.env.BENCH_CASES ?? '').split(',').filter(Boolean))
    .catch(reportFailure('bookings at size'))
    .finally(() => postgres.stop())
}
if (words.includes('services-at-size')) {
  heading()
  const postgres = await startPostgres({ durable: true, memory: `${Math.floor(totalmem() / 8 / 1_048_576)}MB`, keepIn: keptIn })
  await measureServices(postgres.url, report, (process.env.BENCH_CASES ?? '').split(',').filter(Boolean))
    .catch(reportFailure('services at size'))
    .finally(() => postgres.stop())
}
if (wantedDatabases.includes('embedded')) {
  heading()
  for (const scenario of chosen) if (!scenario.onlyServer) await measure(scenario, undefined).catch(reportFailure(scenario.name))
  if (isWanted('renewals')) await renewals(undefined).catch(reportFailure('renewals'))
}
if (words.includes('event-loop')) {
  heading()
  await measureEventLoop(report, (process.env.BENCH_CASES ?? '').split(',').filter(Boolean)).catch(reportFailure('event loop'))
}
if (isWanted('start') || isWanted('memory')) await measureStart(report, rounds).catch(reportFailure('start'))
if (isWanted('pages')) {
  // Last, and loaded only now: the browser tests live on a Tuesday morning, and put the clock of this process ahead.
  const { measurePages } = await import('./pages.ts')
  await measurePages(report).catch(reportFailure('pages'))
}
process.exit(short > 0 ? 1 : 0)
