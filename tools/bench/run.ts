/**
 * `npm run bench`: calls of ours beside a bare Fastify with bare SQL, in the same process, on the same PostgreSQL, in turns.
 * What counts is the ratio: machines differ, the ratio hardly does. Also the time from start to the first answer.
 * `npm run bench -- booking` runs what has that word in its name.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import pg from 'pg'
import { freePort, startPostgres } from '../postgres.ts'
import { type Call, scenarios, type Scenario } from './scenarios.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word))

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

async function fire(origin: string, call: Call, connections: number, duration: number) {
  const { body } = call
  const result = await autocannon({
    url: origin,
    connections,
    duration,
    requests: [
      {
        method: call.method,
        path: call.path,
        headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...call.headers },
        ...(body ? { setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) } : {}),
      },
    ],
  })
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, bad: result.non2xx + result.errors }
}

async function answers(origin: string, call: Call): Promise<void> {
  const response = await fetch(origin + call.path, {
    method: call.method,
    headers: { ...(call.body ? { 'content-type': 'application/json' } : {}), ...call.headers },
    ...(call.body ? { body: JSON.stringify(call.body()) } : {}),
  })
  if (response.status !== 200) throw new Error(`${call.method} ${call.path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
}

let short = 0
function report(name: string, value: string, good: boolean, note: string): void {
  if (!good) short += 1
  console.log(`${good ? '✓' : '✗'} ${name.padEnd(46)} ${value.padStart(8)}   ${note}`)
}

async function compare(scenario: Scenario, url: string): Promise<void> {
  process.env.TEST_DATABASE_URL = url
  const { makeWorld } = await import('../../test/world.ts')
  const world = await makeWorld()
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  pool.on('error', () => undefined) // the server may stop before the last connection is closed
  const bare = Fastify()
  try {
    const ours = await scenario.prepare(world, await world.site())
    // Tests look twice at every reply; a running server does not.
    world.deps.strict = false
    const theirs = await scenario.bare(bare, pool)
    const here = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const there = await bare.listen({ port: 0, host: '127.0.0.1' })
    await answers(here, ours)
    await answers(there, theirs)
    await fire(here, ours, scenario.connections, 1)
    await fire(there, theirs, scenario.connections, 1)
    const taken: { ours: number; bare: number; p99: number; bad: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const b = await fire(there, theirs, scenario.connections, seconds)
      const a = await fire(here, ours, scenario.connections, seconds)
      taken.push({ ours: a.perSecond, bare: b.perSecond, p99: a.p99, bad: a.bad })
    }
    const ratio = median(taken.map((one) => one.ours / one.bare))
    const bad = taken.reduce((sum, one) => sum + one.bad, 0)
    const note = `floor ${scenario.floor}, aim ${scenario.aim}; ${Math.round(median(taken.map((one) => one.ours)))}/s against ${Math.round(median(taken.map((one) => one.bare)))}/s, p99 ${median(taken.map((one) => one.p99))} ms${bad ? `; ${bad} answers were not 200` : ''}`
    report(scenario.name, ratio.toFixed(2), ratio >= scenario.floor && bad === 0, note)
  } finally {
    await bare.close()
    await pool.end()
    await world.close()
  }
}

/** Milliseconds from the start of the built server to its first answer, on data that is there already. */
async function start(): Promise<void> {
  const main = 'dist/server/main.js'
  if (!existsSync(main)) return report('start to first answer', '–', false, 'nothing is built: run `npm run build` first')
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-start-'))
  const once = async (): Promise<number> => {
    const port = await freePort()
    const begun = performance.now()
    const child = spawn(process.execPath, [main], { env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' }, stdio: 'ignore' })
    try {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/setup`).catch(() => undefined)
        if (answer) return performance.now() - begun
        if (child.exitCode !== null || performance.now() - begun > 60_000) throw new Error('the server did not answer')
        await new Promise((done) => setTimeout(done, 10))
      }
    } finally {
      child.kill('SIGTERM')
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
    }
  }
  try {
    await once()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await once())
    report('start to first answer, existing data', `${Math.round(median(times))} ms`, median(times) <= 1500, 'floor 1500 ms, aim 800 ms')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const postgres = await startPostgres({ durable: true })
try {
  for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
    await compare(scenario, postgres.url).catch((error: Error) => report(scenario.name, '–', false, error.message.split('\n')[0] ?? ''))
  }
  if (isWanted('start')) await start().catch((error: Error) => report('start to first answer', '–', false, error.message))
} finally {
  await postgres.stop()
}
process.exit(short > 0 ? 1 : 0)
