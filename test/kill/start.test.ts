/** The server as a process of its own: every bad start is one sentence and an exit code, a good one ends cleanly. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../tools/postgres.ts'
import { ensureBuilt } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-started-'))
const started = new Set<ReturnType<typeof run>>()
beforeAll(ensureBuilt, 300_000)
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const process_ = { child, said, ended }
  started.add(process_)
  return process_
}
/** Asks until it is so; after five minutes it never will be. */
async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not come to be')
    await new Promise((done) => setTimeout(done, 25))
  }
}
const origin = (port: number) => `http://127.0.0.1:${port}`
async function waitUntilReady(server: ReturnType<typeof run>, port: number): Promise<void> {
  for (;;) {
    if (server.child.exitCode !== null) throw new Error(`the server ended: ${server.said.err}`)
    const answer = await fetch(`${origin(port)}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Ends with one sentence on the error output and exit code 1. */
async function refusesToStart(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { ended, said } = run({ PORT: '0', ...env })
  expect(await ended, said.err).toBe(1)
  expect(said.err.trim().split('\n')).toHaveLength(1)
  expect(said.err).toMatch(sentence)
}

/** As much of a PostgreSQL 14 as it takes to be asked for its version. */
async function oldServer(): Promise<{ server: Server; url: string }> {
  const message = (kind: string, body: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(kind), size, body])
  }
  const ready = message('Z', Buffer.from('I'))
  const version = '140011'
  const row = Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('v\0'), Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0])])),
    message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, version.length]), Buffer.from(version)])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
  const server = createServer((socket) => {
    let greeted = false
    socket.on('data', (data) => {
      if (!greeted) {
        greeted = true
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
        return
      }
      // Several messages may come in one piece: a letter, the length of what follows, and that.
      for (let at = 0; at < data.length; at += 1 + data.readInt32BE(at + 1)) if (data.toString('latin1', at, at + 1) === 'Q') socket.write(row)
    })
    socket.on('error', () => undefined)
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { server, url: `postgres://unknown@127.0.0.1:${port}/atrium` }
}

describe('a start that cannot succeed says why in one sentence', () => {
  test('a bad setting', () => refusesToStart({ PORT: 'eighty' }, /^PORT must be a number/))
  test('a PostgreSQL that does not answer', () =>
    refusesToStart({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/atrium' }, /^The PostgreSQL server of DATABASE_URL cannot be reached: /))
  test('a data folder that is none', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await refusesToStart({ DATA_DIR: join(file, 'data') }, /^The data folder .* cannot be written: /)
  })
  test('a PostgreSQL that is too old', async () => {
    const { server, url } = await oldServer()
    try {
      await refusesToStart({ DATABASE_URL: url }, /^PostgreSQL 15 or newer is needed; the server of DATABASE_URL is version 14\./)
    } finally {
      server.close()
    }
  })
})

test('a start, what it keeps others from, and its end', { timeout: 300_000 }, async () => {
  const port = await freePort()
  const server = run({ PORT: String(port) })
  await waitUntilReady(server, port)
  // It answers before what it prints has come through the pipe.
  for (const line of ['Site ', 'Dashboard ', 'API reference ', 'First run ']) await waitUntil(() => server.said.out.includes(line))

  await Promise.all([
    refusesToStart({}, /^The data folder .* is in use by another Atrium process\./),
    refusesToStart({ PORT: String(port), DATA_DIR: join(folder, 'other') }, /^Port \d+ is taken by another program\./),
  ])

  // A request whose body is still on its way when the server gets the signal to end.
  const body = JSON.stringify({ clientId: '00000000-0000-4000-8000-000000000000', grantType: 'anonymous' })
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (chunk) => (answer += chunk.toString()))
  const closed = new Promise((done) => socket.once('close', done))
  socket.write(
    `POST /oauth2/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  // The server says that it has the head of the request and waits for its body.
  await waitUntil(() => answer.includes('100 Continue'))
  answer = ''
  server.child.kill('SIGTERM')
  await waitUntil(async () => (await fetch(`${origin(port)}/healthz`).catch(() => 'refused')) === 'refused')
  expect(server.child.exitCode).toBeNull()
  socket.write(body.slice(10))
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 401 /) // the client id is unknown, and the reply says so
  expect(answer).toContain('invalid_client')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await server.ended).toBe(0)
  expect(server.said.err).toBe('')

  // The data is used again, and no process holds its lock any more: also none that was refused while its database opened already.
  expect(existsSync(join(folder, 'data', 'pglite'))).toBe(true)
  await refusesToStart({ PORT: 'eighty' }, /^PORT must be a number/)
  const again = run({ PORT: String(port) })
  await waitUntilReady(again, port)
  again.child.kill('SIGINT')
  expect(await again.ended).toBe(0)
})
