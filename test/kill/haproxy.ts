/** HAProxy with the configuration that we ship, in front of servers on this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasHaproxy } from '../../tools/haproxy.ts'
import { freePort } from '../../tools/postgres.ts'

export interface Haproxy {
  base: string
  /** A row of its statistics for each server, by the name in the configuration, and for `FRONTEND` and `BACKEND`. */
  readStatistics(): Promise<Map<string, Record<string, string>>>
  stop(): Promise<void>
}

/** Replaces one line or several; fails when the file has none, because it would not be the one that we ship any more. */
function replaceLines(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`deploy/haproxy.cfg has no line ${pattern}`)
  return text.replace(pattern, replacement)
}

/** The file that we ship, with the addresses of these servers, on a port without TLS, without what only root has. */
export function toLocalConfig(text: string, servers: readonly string[], { port, socket }: { port: number; socket: string }): string {
  const lines = servers.map((base, at) => `    server app${at + 1} ${new URL(base).host}\n`).join('')
  const replaced: [RegExp, string][] = [
    [/^ *(user|group) .*\n/gm, ''],
    [/^( *stats socket) \S+/m, `$1 ${socket}`],
    [/^( *bind) :80$/m, `$1 127.0.0.1:${port}`],
    [/^ *bind :443 .*\n/m, ''],
    [/^ *http-request redirect scheme https .*\n/m, ''],
    [/(^ *server \S+ \S+\n)+/m, lines],
  ]
  return replaced.reduce((config, [pattern, by]) => replaceLines(config, pattern, by), text)
}

function query(socket: string, command: string): Promise<string> {
  return new Promise((done, fail) => {
    let answer = ''
    const connection = connect(socket, () => connection.write(`${command}\n`))
    connection.on('data', (chunk: Buffer) => (answer += chunk.toString('utf8')))
    connection.once('end', () => done(answer))
    connection.once('error', fail)
  })
}

function parseStatistics(csv: string): Map<string, Record<string, string>> {
  const [head = '', ...rows] = csv.trim().split('\n')
  const names = head.replace(/^# /, '').split(',')
  const parsed = rows.map((row) => Object.fromEntries(row.split(',').map((value, at) => [names[at] ?? '', value])))
  return new Map(parsed.map((row) => [row.svname ?? '', row]))
}

/** Resolves once it takes connections; the servers need not be there yet. Throws what HAProxy says against the configuration. */
export async function startHaproxy(servers: readonly string[]): Promise<Haproxy> {
  if (!hasHaproxy()) throw new Error('haproxy is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'atrium-haproxy-'))
  const [file, socket, port] = [join(folder, 'haproxy.cfg'), join(folder, 'admin.sock'), await freePort()]
  writeFileSync(file, toLocalConfig(readFileSync('deploy/haproxy.cfg', 'utf8'), servers, { port, socket }))
  const checked = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`HAProxy refuses deploy/haproxy.cfg:\n${checked.stderr}`)
  // In the foreground, so that it ends with its process.
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const readStatistics = async () => parseStatistics(await query(socket, 'show stat'))
  let isEnded = false
  void ended.then(() => (isEnded = true))
  const isAnswering = () =>
    readStatistics().then(
      () => true,
      () => false,
    )
  while (!(await isAnswering())) {
    if (isEnded) throw new Error('HAProxy ended at once')
    await new Promise((done) => setTimeout(done, 50))
  }
  return {
    base: `http://127.0.0.1:${port}`,
    readStatistics,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
