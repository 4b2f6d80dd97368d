/** Several processes on one port: they share the work, replace each other without a refused request, and end together. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type Postgres, startPostgres } from '../../tools/postgres.ts'
import { ensureBuilt } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-workers-'))
let postgres: Postgres
let child: ChildProcess | undefined
beforeAll(async () => {
  ensureBuilt()
  postgres = await startPostgres()
}, 600_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Processes that this one started. */
const listWorkers = (pid: number): number[] => {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}
const TOKEN = 'a token for the metrics'

test('two workers share one port; one that is killed and all of them are replaced while requests are answered', { timeout: 300_000 }, async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['dist/server/main.js', '--workers', '2'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      METRICS_TOKEN: TOKEN,
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = server
  let [out, err] = ['', '']
  server.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  server.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<number | null>((done) => server.once('exit', done))
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers: { connection: 'close', ...headers } })
  /** The sum of the lines of a metric that begin like this. */
  const readMetric = async (beginning: string) => {
    const text = await (await ask('/metrics', { authorization: `Bearer ${TOKEN}` })).text()
    const lines = text.split('\n').filter((line) => line.startsWith(beginning))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  await expect.poll(() => listWorkers(server.pid as number).length).toBe(2)
  await expect.poll(() => out.includes('Atrium is running')).toBe(true)
  expect(out.match(/Atrium is running/g)).toHaveLength(1)
  expect(out.match(/First run/g)).toHaveLength(1)

  // The metrics of both are added up, whichever of them is asked.
  for (let n = 0; n < 20; n++) await ask('/openapi.json')
  await expect.poll(() => readMetric('atrium_http_requests_total{operation="/openapi.json"')).toBe(20)

  const statuses = new Map<number, number>()
  let isAsking = true
  const asking = (async () => {
    while (isAsking) {
      const { status } = await ask('/readyz')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })()
  const before = listWorkers(server.pid as number)
  server.kill('SIGUSR2')
  // Two starts, one after the other, and two times of draining.
  await expect.poll(() => out.includes('all processes were replaced'), { timeout: 180_000 }).toBe(true)
  const after = listWorkers(server.pid as number)
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  isAsking = false
  await asking
  expect([...statuses.keys()]).toEqual([200])

  process.kill(after[0] as number, 'SIGKILL')
  await expect.poll(() => listWorkers(server.pid as number).filter((pid) => pid !== after[0]).length).toBe(2)
  await expect
    .poll(() =>
      ask('/readyz').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)

  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(err).toBe('')
  await expect(ask('/healthz')).rejects.toThrow()
})
