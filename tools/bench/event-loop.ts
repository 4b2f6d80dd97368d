/**
 * The longest time for which each kind of slow work holds the event loop of the built server, on the embedded database. By the processor time of the
 * loop's thread; the clock beside it also counts what the machine gave to others.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../postgres.ts'
import type { Report } from './start.ts'

const MAIN = 'dist/server/main.js'
const LIMIT_MS = 50
const CALENDAR_EVENTS = 20_000
const IMPORT_ROWS = 50_000
const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 300)
/** Rounds of what is measured warm: the first loads code. */
const WARM_ROUNDS = 3

interface Holds {
  clockMs: number
  /** Null where the system does not tell. */
  processorMs: number | null
}

const readHolds = (child: ChildProcess): Promise<Holds> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve((message as { holds: Holds }).holds))
    child.send('read-holds')
  })

/** A server of its own on an empty folder, as it is built. */
async function startServer(dataDir: string, extra: Record<string, string>): Promise<{ child: ChildProcess; base: string }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', './tools/bench/event-loop-probe.mjs', MAIN], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '', TEST_HOOKS: '1', LOG_LEVEL: 'warn', ...extra },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return { child, base }
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')
/** A year with so many events, at most 28 a day. */
function writeCalendar(): string {
  const year = new Date().getUTCFullYear() + 1
  const event = (n: number) => {
    const day = `${year}${twoDigits(1 + (n % 12))}${twoDigits(1 + (Math.floor(n / 12) % 28))}`
    const hour = twoDigits(Math.floor(n / 336) % 24)
    return `BEGIN:VEVENT\r\nUID:${n}@calendar.example\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=Europe/Berlin:${day}T${hour}0000\r\nDTEND;TZID=Europe/Berlin:${day}T${hour}4500\r\nSUMMARY:Event ${n}\r\nEND:VEVENT\r\n`
  }
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n${Array.from({ length: CALENDAR_EVENTS }, (_, n) => event(n)).join('')}END:VCALENDAR\r\n`
}

/** Serves the calendar on this machine. */
async function serveCalendar(): Promise<{ url: string; close(): void }> {
  const text = writeCalendar()
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/calendar').end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/year.ics`, close: () => void server.close() }
}

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** As it is, with its content type. */
  file?: { type: string; body: string }
  token?: string
}
type Send = (path: string, call?: Call) => Promise<Response>
interface Site {
  metaSiteId: string
  apiKey: string
}

const createSend = (base: string, site: Site): Send => {
  const send: Send = async (path, { method, headers, body, file, token } = {}) => {
    const reply = await fetch(base + path, {
      method: method ?? (body === undefined && file === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: token ?? site.apiKey,
        ...(token ? {} : { 'wix-site-id': site.metaSiteId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file && { 'content-type': file.type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file && { body: file.body }),
    })
    // The embedded database saves something large: what waits too long for it is to come again.
    if (reply.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return send(path, { method, headers, body, file, token })
    }
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    return reply
  }
  return send
}

const memberRows = (count: number, name: string): string =>
  `Email,First name,Last name,Phone\n${Array.from({ length: count }, (_, n) => `${name}${n}@people.example,First ${n},Last ${n},+49 30 ${1_000_000 + n}`).join('\n')}\n`

interface Work {
  name: string
  /** Only the first one is measured when false: it loads code. */
  isWarm?: boolean
  run(): Promise<unknown>
}

/** Each kind of work, in the order in which one needs what the one before made. */
async function listWork(send: Send, calendarUrl: string): Promise<Work[]> {
  const { staffMember } = (await (await send('/v1/staff-members', { body: { staffMember: { name: 'Ann' } } })).json()) as { staffMember: { id: string } }
  let importPath = ''
  const readAll = async (path: string, call?: Call) => void (await (await send(path, call)).arrayBuffer())
  const waitForCalendar = async () => {
    const { connections } = (await (await send(`/api/calendar-links?staffId=${staffMember.id}`)).json()) as {
      connections: { lastSyncedDate?: string; status: string }[]
    }
    return connections.every(({ status }) => status === 'SYNCED')
  }
  return [
    { name: 'the API description', isWarm: true, run: () => readAll('/openapi.json') },
    { name: 'the API reference', run: () => readAll('/docs/') },
    { name: 'public holidays of a country', isWarm: true, run: () => readAll('/api/holidays?country=DE&region=BY&year=2027') },
    { name: 'the share picture of a page', run: () => readAll('/share-picture.png') },
    { name: `whole days of a calendar of ${CALENDAR_EVENTS} events`, isWarm: true, run: () => readAll('/api/calendar-days', { body: { url: calendarUrl } }) },
    {
      name: `a calendar of ${CALENDAR_EVENTS} events, connected and saved`,
      async run() {
        await send('/api/calendar-links', { body: { staffId: staffMember.id, url: calendarUrl } })
        while (!(await waitForCalendar())) await new Promise((resolve) => setTimeout(resolve, 100))
      },
    },
    {
      name: `a file of ${IMPORT_ROWS} members, uploaded`,
      async run() {
        const reply = await send('/api/imports?kind=MEMBERS', { file: { type: 'text/csv', body: memberRows(IMPORT_ROWS, 'row') } })
        importPath = `/api/imports/${((await reply.json()) as { import: { id: string } }).import.id}`
      },
    },
    { name: `its preview`, run: () => readAll(`${importPath}/preview`, { body: {} }) },
    { name: `its report`, run: () => readAll(`${importPath}/report`) },
    {
      name: `${MEMBERS} members brought in`,
      async run() {
        const reply = await send('/api/imports?kind=MEMBERS', { file: { type: 'text/csv', body: memberRows(MEMBERS, 'member') } })
        const path = `/api/imports/${((await reply.json()) as { import: { id: string } }).import.id}`
        await send(`${path}/start`, { body: {} })
        for (let status = 'RUNNING'; status === 'RUNNING'; ) {
          await new Promise((resolve) => setTimeout(resolve, 200))
          status = ((await (await send(path)).json()) as { import: { status: string } }).import.status
        }
      },
    },
    { name: 'the list of members as a table', isWarm: true, run: () => readAll('/api/members/export') },
    { name: 'a page for a guest', isWarm: true, run: () => readAll('/', { headers: { accept: 'text/html' }, token: '' }) },
  ]
}

/** `words`: only work with one of these in its name, beside what it needs. */
export async function measureEventLoop(report: Report, words: readonly string[] = []): Promise<void> {
  if (!existsSync(MAIN)) throw new Error('nothing is built: run `npm run build` first')
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-event-loop-'))
  const calendar = await serveCalendar()
  const { child, base } = await startServer(dataDir, { WEBHOOKS_TO_PRIVATE: '1' })
  try {
    const site = (await (await fetch(`${base}/_test/site`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).json()) as Site
    for (const { name, isWarm, run } of await listWork(createSend(base, site), calendar.url)) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue
      for (let round = 0; round < (isWarm ? WARM_ROUNDS : 1); round++) {
        await readHolds(child)
        const problem = await run().then(
          () => '',
          (error: Error) => error.message,
        )
        const { clockMs, processorMs } = await readHolds(child)
        if (round > 0 && round < WARM_ROUNDS - 1) continue
        const title = round === 0 ? (isWarm ? `${name}, the first time` : name) : name
        const ms = Math.round(processorMs ?? clockMs)
        report(title, problem ? '–' : `${ms} ms`, problem === '' && ms <= LIMIT_MS, problem || `at most ${LIMIT_MS} ms; by the clock ${Math.round(clockMs)} ms`)
      }
    }
  } finally {
    calendar.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}
