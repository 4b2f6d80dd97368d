/**
 * Times at size, on PostgreSQL: a month of starts every 15 minutes for 1 to 100 people with five years of history, by both versions of the call, and
 * three services in a row. One server, called over HTTP from a process of its own, the calls in turns: what is demanded are processor time of the
 * server and ratios within this run.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { TestServer, TestSite } from '../../test/test-server.ts'
import { insertCalendarHistory } from '../../test/factories/many-rows.ts'
import type { Asked } from './caller.ts'
import type { Report } from './start.ts'

const YEARS = 5
const WARM_UPS = 60
const ROUNDS = 25
const CALLS_PER_ROUND = 20

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const range = (days: number) => ({ fromLocalDate: `${dayAhead(1)}T00:00:00`, toLocalDate: `${dayAhead(1 + days)}T00:00:00` })

interface Studio {
  site: TestSite
  visitor: string
  people: string[]
  locationId: string
}
/** A site with a 15-minute grid and people with the hours of the business. */
async function createStudio(testServer: TestServer, count: number): Promise<Studio> {
  const site = await testServer.createSite()
  const { timeSlotsConfigurations } = await testServer.ok('GET', '/v1/time-slots-configurations/query', { as: site })
  const [{ id, revision }] = timeSlotsConfigurations as [{ id: string; revision: string }]
  const timeSlotsConfiguration = { id, revision, splitInterval: { sameAsDuration: false, valueInMinutes: 15 } }
  await testServer.ok('PATCH', `/v1/time-slots-configurations/${id}`, { as: site, body: { timeSlotsConfiguration } })
  const people: string[] = []
  for (let n = 0; n < count; n++)
    people.push((await testServer.ok('POST', '/v1/staff-members', { as: site, body: { staffMember: { name: `Person ${n}` } } })).staffMember.resourceId)
  const { locations } = await testServer.ok('GET', '/api/locations', { as: site })
  return { site, visitor: await testServer.visitorToken(site), people, locationId: locations[0].id }
}
async function createAppointment(testServer: TestServer, { site }: Studio, people: readonly string[]): Promise<string> {
  const schedule = { availabilityConstraints: { sessionDurations: [60] } }
  const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } }
  const body = { service: { ...base, type: 'APPOINTMENT', name: `Talk with ${people.length}`, schedule, staffMemberIds: people } }
  return (await testServer.ok('POST', '/v2/services', { as: site, body })).service.id
}
async function addHistory(testServer: TestServer, { site, people }: Studio): Promise<void> {
  const { schedules } = await testServer.ok('POST', '/calendar/v3/schedules/query', { as: site, body: { query: {} } })
  await insertCalendarHistory({ server: testServer, site, years: YEARS, resourceIds: people, scheduleId: schedules[0].id })
}

/** Calls so many times, one after the other. */
type Call = (times: number) => Promise<unknown>
interface Taken {
  /** Milliseconds of one call: the median of the rounds. */
  processor: number
  elapsed: number
}
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Takes the calls in turns, so that what else the machine does falls on all of them. */
async function measureInTurns(calls: Readonly<Record<string, Call>>): Promise<Map<string, Taken>> {
  const names = Object.keys(calls)
  const rounds = new Map(names.map((name) => [name, [] as Taken[]]))
  for (const call of Object.values(calls)) await call(WARM_UPS)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, call] of Object.entries(calls)) {
      const [begun, before] = [performance.now(), process.cpuUsage()]
      await call(CALLS_PER_ROUND)
      const { user, system } = process.cpuUsage(before)
      rounds.get(name)?.push({ processor: (user + system) / 1000 / CALLS_PER_ROUND, elapsed: (performance.now() - begun) / CALLS_PER_ROUND })
    }
  return new Map(
    [...rounds].map(([name, taken]) => [name, { processor: median(taken.map((one) => one.processor)), elapsed: median(taken.map((one) => one.elapsed)) }]),
  )
}

/** The least for the same reply: the busy times of the people, read bare, and the slots as JSON. */
async function bareMonth(testServer: TestServer, { site, people }: Studio, reply: unknown): Promise<unknown> {
  const { rows } = await sql`
    select resource_id, lower(during), upper(during) from resource_use
    where site_id = ${site.metaSiteId} and resource_id = any(${people}::uuid[]) and holds and during && tstzrange(${dayAhead(1)}, ${dayAhead(32)})`.execute(
    testServer.open.db,
  )
  return [rows.length, JSON.stringify(reply)]
}

/** Who calls the server, until `close`. */
function startCaller() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/caller.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async ask(asked: Asked): Promise<void> {
      child.stdin.write(`${JSON.stringify(asked)}\n`)
      const { value, done } = await answers.next()
      if (done || value) throw new Error(value || 'the caller has ended')
    },
    close: () => child.stdin.end(),
  }
}

/** Measures and reports. */
export async function measureAvailability(testServer: TestServer, report: Report): Promise<void> {
  const caller = startCaller()
  try {
    await measureCalls(testServer, caller.ask, report)
  } finally {
    caller.close()
  }
}

async function measureCalls(testServer: TestServer, send: (asked: Asked) => Promise<void>, report: Report): Promise<void> {
  const large = await createStudio(testServer, 100)
  const young = await createStudio(testServer, 20)
  const services = new Map<number, string>()
  for (const count of [1, 5, 20, 100]) services.set(count, await createAppointment(testServer, large, large.people.slice(0, count)))
  const youngService = await createAppointment(testServer, young, young.people)
  await addHistory(testServer, large)
  await testServer.open.script('analyze')

  const origin = await testServer.app.listen({ port: 0, host: '127.0.0.1' })
  const ask =
    (path: string, { visitor }: Studio, body: unknown): Call =>
    (times) =>
      send({ url: origin + path, headers: { authorization: visitor, 'content-type': 'application/json' }, body: JSON.stringify(body), times })
  const toMonth = (count: number) => ({ serviceId: services.get(count), ...range(31) })
  const month = (count: number) => ask('/v2/time-slots', large, toMonth(count))
  const filter = (serviceId: string | undefined) => ({ serviceId, startDate: `${dayAhead(1)}T00:00:00Z`, endDate: `${dayAhead(32)}T00:00:00Z` })
  const chain = [1, 5, 20].map((count) => ({ serviceId: services.get(count) }))
  const location = { id: large.locationId, locationType: 'BUSINESS' }
  const reply: unknown = await testServer.ok('POST', '/v2/time-slots', { token: large.visitor, body: toMonth(20) })
  const taken = await measureInTurns({
    'month, 1': month(1),
    'month, 5': month(5),
    'month, 20': month(20),
    'month, 100': month(100),
    'month, 20, no history': ask('/v2/time-slots', young, { serviceId: youngService, ...range(31) }),
    'first version, one a day': ask('/v1/availability/query', large, { query: { filter: filter(services.get(20)) }, slotsPerDay: 1 }),
    'first version': ask('/v1/availability/query', large, { query: { filter: filter(services.get(20)) } }),
    chain: ask('/v2/multi-service-time-slots', large, { services: chain, location, timeZone: 'UTC', ...range(7) }),
    bare: async (times) => {
      for (let n = 0; n < times; n++) await bareMonth(testServer, { ...large, people: large.people.slice(0, 20) }, reply)
    },
  })
  reportTimes(taken, report)
}

function reportTimes(taken: ReadonlyMap<string, Taken>, report: Report): void {
  const get = (name: string): Taken => taken.get(name) ?? { processor: Number.NaN, elapsed: Number.NaN }
  const bare = get('bare').processor
  const describe = ({ processor, elapsed }: Taken) =>
    `${elapsed.toFixed(1)} ms elapsed; ${(processor / bare).toFixed(1)} of the bare rows and JSON of 20 people`
  const reportOne = (title: string, name: string, most?: number) => {
    const one = get(name)
    report(
      title,
      `${one.processor.toFixed(1)} ms`,
      most === undefined ? undefined : one.processor <= most,
      `${most ? `floor ${most} ms; ` : ''}${describe(one)}`,
    )
  }
  const reportRatio = (title: string, upper: string, lower: string, most: number) => {
    const ratio = get(upper).processor / get(lower).processor
    report(title, ratio.toFixed(2), ratio <= most, `floor ${most}; of processor time`)
  }
  for (const [count, most] of [[1, 4], [5], [20, 6], [100]] as const) reportOne(`month of time slots, ${count} staff, ${YEARS} years`, `month, ${count}`, most)
  reportOne('month by the first version, 20 staff, whole', 'first version')
  reportOne('month by the first version, 20 staff, one a day', 'first version, one a day')
  reportRatio('the same by month of time slots', 'first version, one a day', 'month, 20', 1.3)
  reportRatio(`${YEARS} years of history by none`, 'month, 20', 'month, 20, no history', 1.2)
  reportOne('three services in a row over a week', 'chain', 25)
}
