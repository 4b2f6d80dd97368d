/** From the start of the built server to its first answer, and what it then holds in memory. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../postgres.ts'

/** The built server itself: `npm start` may install and build first, and a measurement must change nothing. */
const main = 'dist/server/main.js'

export type Report = (name: string, value: string, good: boolean | undefined, note: string) => void

const megabytes = (pid: number, key: 'VmRSS' | 'VmHWM'): number => {
  if (!existsSync(`/proc/${pid}/status`)) return Number.NaN
  return Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

interface Started {
  ms: number
  held: number
  peak: number
}

async function timeOneStart(dataDir: string): Promise<Started> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: 'ignore',
  })
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
      if (answer?.ok) {
        const ms = performance.now() - begun
        await new Promise((done) => setTimeout(done, 1000))
        return { ms, held: megabytes(child.pid ?? 0, 'VmRSS'), peak: megabytes(child.pid ?? 0, 'VmHWM') }
      }
      if (child.exitCode !== null || performance.now() - begun > 60_000) throw new Error('the server did not answer')
      await new Promise((done) => setTimeout(done, 5))
    }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
  }
}

export async function measureStart(report: Report, rounds: number): Promise<void> {
  if (!existsSync(main)) throw new Error('nothing is built: run `npm run build` first')
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-start-'))
  try {
    const first = await timeOneStart(dataDir)
    report(
      'first start, embedded, empty folder',
      `${Math.round(first.ms)} ms`,
      undefined,
      `to the first answer; ${first.held} MB held, ${first.peak} MB at most`,
    )
    const again: Started[] = []
    for (let round = 0; round < rounds; round++) again.push(await timeOneStart(dataDir))
    const middle = again.toSorted((a, b) => a.ms - b.ms)[Math.floor(again.length / 2)] as Started
    report('second start, embedded, existing data', `${Math.round(middle.ms)} ms`, middle.ms <= 1500, 'floor 1500 ms, aim 800 ms')
    report('memory after the second start', `${middle.held} MB`, undefined, `${middle.peak} MB at most`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
