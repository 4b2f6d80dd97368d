/** The built server as a process of its own that can be killed without warning and started again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { freePort } from '../../tools/postgres.ts'

export interface ServerProcess {
  base: string
  /** Starts the process and waits for the first answered request. */
  start(): Promise<void>
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>
  /** SIGTERM, and waits for the clean end. */
  end(): Promise<number | null>
  /** Waits until the process has ended by itself; its exit code. */
  ended(): Promise<number | null>
  /** What the process wrote to its error output. */
  problems(): string
  /** Lines of the log. */
  log(): string
}

/** The key that seals secrets in the databases of all these processes. */
export const secretsKey = 'the key of every process of these tests'

/** Builds the server when the sources are newer than `dist`. */
export function ensureBuilt(): void {
  const built = spawnSync(process.execPath, ['tools/start.mjs', '--build-only'], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`)
}

export async function serverProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''
  let log = ''
  let ended: Promise<number | null> = Promise.resolve(0)
  return {
    base,
    async start() {
      const { NODE_ENV: _, NODE_OPTIONS: __, ...env } = process.env
      const started = spawn(process.execPath, [process.env.SERVER_FILE ?? 'dist/server/main.js'], {
        env: { ...env, PORT: String(port), HOST: '127.0.0.1', TEST_HOOKS: '1', SECRETS_KEY: secretsKey, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.stdout?.on('data', (chunk: Buffer) => {
        log += chunk.toString('utf8')
      })
      started.stderr?.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8')
      })
      child = started
      let gone = false
      ended = new Promise((done) =>
        started.once('exit', (code) => {
          gone = true
          done(code)
        }),
      )
      // A guard, never a measure: a busy machine may take ten times as long as a quiet one.
      const deadline = performance.now() + 300_000
      while (performance.now() < deadline) {
        const alive = await fetch(`${base}/healthz`).then(
          ({ status }) => status === 200,
          () => false,
        )
        if (alive) return
        if (gone) throw new Error(`the server did not start:\n${output}`)
        await new Promise((done) => setTimeout(done, 25))
      }
      throw new Error(`the server did not answer within five minutes:\n${output}`)
    },
    async kill() {
      child?.kill('SIGKILL')
      await ended
    },
    async end() {
      child?.kill('SIGTERM')
      return ended
    },
    ended: () => ended,
    problems: () => output,
    log: () => log,
  }
}
