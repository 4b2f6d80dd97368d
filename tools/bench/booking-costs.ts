/**
 * What a finished booking costs: CPU of the server process, CPU of PostgreSQL and statements per booking, for each way to book. Both CPU figures come from
 * the operating system, so that a busy machine changes them little; rates do.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { card } from '../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'
import type { FlowLoad, FlowMeasurement, FlowStep } from './flows.ts'
import type { Report } from './start.ts'

const BOOKINGS = Number(process.env.BENCH_FLOWS ?? 600)
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 8)
const CONTACTS = Number(process.env.BENCH_CONTACTS ?? 0)
/** A visitor may make thirty bookings an hour. */
const PER_VISITOR = 20
const MEMBERS = 40
/** Of a working day, from ten o’clock. */
const HOURS = 6
const WARM_UP = 300
/** Flows whose statements are looked at. */
const WATCHED = 6

interface Way {
  name: string
  prepare(studio: Studio): Promise<FlowStep[]>
}
interface Studio {
  server: TestServer
  site: TestSite
  classSlot: object
  paidSlot: object
  appointment: { serviceId: string; staff: string[] }
  owner: Record<string, string>
}

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const isWorkingDay = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())
const workingDays = Array.from({ length: 250 }, (_, n) => dayAhead(n + 6)).filter(isWorkingDay)
const guest = { firstName: 'Guest', lastName: 'One', email: 'guest-{n}@people.example' }

const createStep = ({ owner, classSlot }: Studio): FlowStep => ({
  method: 'POST',
  path: '/v2/bookings',
  headers: [owner],
  body: { booking: { bookedEntity: { slot: classSlot }, contactDetails: guest, totalParticipants: 1, selectedPaymentOption: 'OFFLINE' } },
})

const ways: Way[] = [
  { name: 'create a class booking by the API', prepare: async (studio) => [createStep(studio)] },
  {
    name: 'create and confirm a class booking by the API',
    prepare: async (studio) => [
      createStep(studio),
      {
        method: 'POST',
        path: '/v2/bookings/{id}/confirm',
        headers: [studio.owner],
        body: { revision: '1', participantNotification: { notifyParticipants: true } },
      },
    ],
  },
  {
    name: 'create a confirmed class booking by the API',
    prepare: async (studio) => {
      const step = createStep(studio)
      const booking = { ...(step.body as { booking: object }).booking, status: 'CONFIRMED' }
      return [{ ...step, body: { booking, participantNotification: { notifyParticipants: true } } }]
    },
  },
  {
    name: 'create and confirm an appointment by the API',
    prepare: async ({ owner, appointment: { serviceId, staff } }) => [
      {
        method: 'POST',
        path: '/v2/bookings',
        headers: [owner],
        body: {
          booking: {
            bookedEntity: {
              slot: {
                serviceId,
                startDate: '{start}',
                endDate: '{end}',
                resource: { id: '{staff}' },
                location: { locationType: 'OWNER_BUSINESS' },
              },
            },
            contactDetails: guest,
            totalParticipants: 1,
            selectedPaymentOption: 'OFFLINE',
          },
        },
        // Every hour of every person once.
        values: Array.from({ length: HOURS * staff.length * workingDays.length }, (_, n) => {
          const hour = 10 + (Math.floor(n / staff.length) % HOURS)
          const day = workingDays[Math.floor(n / staff.length / HOURS)] as string
          const at = (hours: number) => `${day}T${String(hours).padStart(2, '0')}:00:00`
          return { staff: staff[n % staff.length] as string, start: at(hour), end: at(hour + 1) }
        }),
      },
      {
        method: 'POST',
        path: '/v2/bookings/{id}/confirm',
        headers: [owner],
        body: { revision: '1', participantNotification: { notifyParticipants: true } },
      },
    ],
  },
  {
    name: 'book a free class on the hosted page',
    prepare: async ({ server, site, classSlot }) => {
      const tokens: string[] = []
      for (let made = 0; made < (BOOKINGS + WARM_UP + WATCHED) / PER_VISITOR + 1; made++) tokens.push(await server.visitorToken(site))
      return [
        {
          method: 'POST',
          path: '/api/checkout/bookings',
          headers: tokens.map((authorization) => ({ authorization })),
          body: { slot: classSlot, contactDetails: guest, totalParticipants: 1 },
        },
      ]
    },
  },
  {
    name: 'book and pay a class on the hosted page',
    prepare: async ({ server, site, paidSlot }) => {
      const tokens: string[] = []
      for (let made = 0; made < (BOOKINGS + WARM_UP + WATCHED) / PER_VISITOR + 1; made++) tokens.push(await server.visitorToken(site))
      return [
        {
          method: 'POST',
          path: '/api/checkout/bookings',
          headers: tokens.map((authorization) => ({ authorization })),
          body: { slot: paidSlot, contactDetails: guest, totalParticipants: 1, paymentOption: 'ONLINE', card, acceptsFees: true },
        },
      ]
    },
  },
  {
    name: 'book a class with a plan on the hosted page',
    prepare: async ({ server, site, classSlot }) => {
      const { serviceId } = classSlot as { serviceId: string }
      const { plan } = await server.ok('POST', '/v2/plans', {
        as: site,
        body: { plan: { name: 'Pack', pricing: { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }, public: true } },
      })
      await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: site, body: { benefit: { credits: 1000 }, serviceIds: [serviceId] } })
      const people: { authorization: string; email: string }[] = []
      for (let made = 0; made < MEMBERS; made++) {
        const { token, memberId, email } = await server.registerMember(site)
        await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId, paid: true } })
        people.push({ authorization: token, email })
      }
      return [
        {
          method: 'POST',
          path: '/api/checkout/bookings',
          headers: people.map(({ authorization }) => ({ authorization })),
          body: { slot: classSlot, contactDetails: { firstName: 'Mia', email: '{email}' }, totalParticipants: 1, paymentOption: 'MEMBERSHIP' },
          values: people.map(({ email }) => ({ email })),
        },
      ]
    },
  },
]

async function createStudio(server: TestServer): Promise<Studio> {
  const site = await server.createSite()
  const ok = (method: string, path: string, body: object) => server.ok(method, path, { as: site, body })
  const staff: string[] = []
  for (let at = 0; at < 20; at++) {
    const { staffMember } = await ok('POST', '/v1/staff-members', { staffMember: { name: `Teacher ${at}`, email: `t${at}@studio.example` } })
    staff.push(staffMember.resourceId)
  }
  const base = { onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: true } } }
  const createClass = async (name: string, hour: number, payment: object) => {
    const { service } = await ok('POST', '/v2/services', { service: { ...base, type: 'CLASS', name, defaultCapacity: 1000, payment } })
    const at = (hours: number) => ({ localDate: `${dayAhead(5)}T${hours}:00:00` })
    const { event } = await ok('POST', '/calendar/v3/events', {
      event: {
        scheduleId: service.schedule.id,
        type: 'CLASS',
        title: name,
        totalCapacity: 1000,
        start: at(hour),
        end: at(hour + 1),
        resources: [{ id: staff[0] }],
      },
    })
    return { serviceId: service.id, eventId: event.id }
  }
  const classSlot = await createClass('Flow', 10, base.payment)
  const paidSlot = await createClass('Paid flow', 12, { rateType: 'FIXED', fixed: { price: { value: '20', currency: 'USD' } }, options: { online: true } })
  const { service: talk } = await ok('POST', '/v2/services', {
    service: { ...base, type: 'APPOINTMENT', name: 'Talk', schedule: { availabilityConstraints: { sessionDurations: [60] } }, staffMemberIds: staff },
  })
  // Enough seats for the whole run; the API itself stops at a sensible number.
  await server.open.script(
    `alter table calendar_event drop constraint if exists calendar_event_capacity_check; update calendar_event set capacity = 10000000 where type = 'CLASS'; update session_seat set capacity = 10000000`,
  )
  if (CONTACTS > 0) await fillContacts(server, site)
  return {
    server,
    site,
    classSlot,
    paidSlot,
    appointment: { serviceId: talk.id, staff },
    owner: { authorization: site.apiKey, 'wix-site-id': site.metaSiteId },
  }
}

/** As an import leaves them: without ANALYZE. */
const fillContacts = (server: TestServer, { metaSiteId }: TestSite) =>
  server.open.script(`insert into contact (site_id, id, first_name, last_name, emails, email_keys, created_at, updated_at)
    select '${metaSiteId}', md5('c' || n)::uuid, 'Mia', 'Person ' || n, array['m' || n || '@people.example'], array['m' || n || '@people.example'], now(), now()
    from generate_series(1, ${CONTACTS}) n`)

/** Milliseconds of processor time that the processes of the server at TEST_DATABASE_URL used, those that ended included; counted in steps of 10. */
export async function readDatabaseCpu(): Promise<number> {
  const client = new (await import('pg')).default.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const read = (pid: string | number) => {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ')
    return { parent: fields[1], own: Number(fields[11]) + Number(fields[12]), ended: Number(fields[13]) + Number(fields[14]) }
  }
  const { parent } = read((rows as { pid: number }[])[0]?.pid ?? 0)
  await client.end()
  let ticks = read(String(parent)).ended
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const found = read(name)
      if (found.parent === parent) ticks += found.own
    } catch {
      // It ended between the two reads: its parent has counted it.
    }
  }
  return ticks * 10
}

function drive(load: FlowLoad): Promise<FlowMeasurement> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tools/bench/flows.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify(load))
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done(JSON.parse(out) as FlowMeasurement) : fail(new Error(`the load generator ended with ${code}`))))
  })
}

interface SentStatement {
  text: string
  isPipelined: boolean
}
/** The statements of the last of several flows one after the other: what the process caches is fresh by then. */
async function watchLastFlow(server: TestServer, run: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  server.open.watch.onStatement = (text, { isPipelined }) => void sent.push({ text: text.replaceAll(/\s+/g, ' ').slice(0, 150), isPipelined })
  await run()
  server.open.watch.onStatement = undefined
  const ends = sent.flatMap(({ text }, at) => (text === 'commit' ? [at] : []))
  return sent.slice((ends[ends.length - 1 - ends.length / WATCHED] ?? -1) + 1)
}

/** Measures each way on the PostgreSQL server at `url`; `words` choose among them. */
export async function measureBookingCosts(url: string, report: Report, words: readonly string[] = []): Promise<void> {
  process.env.TEST_DATABASE_URL = url
  const server = await startTestServer()
  try {
    server.deps.strict = false
    const studio = await createStudio(server)
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    let from = 0
    for (const way of ways) {
      if (words.length > 0 && !words.some((word) => way.name.includes(word))) continue
      const steps = await way.prepare(studio)
      const run = async (count: number, connections: number) => {
        const taken = await drive({ origin, steps, from, count, connections })
        from += count
        if (taken.failure) throw new Error(taken.failure)
        return taken
      }
      await run(WARM_UP, CONNECTIONS)
      const sent = await watchLastFlow(server, () => run(WATCHED, 1))
      const trips = sent.filter(({ text, isPipelined }) => !isPipelined && text !== 'begin').length
      if (process.env.BENCH_STATEMENTS) for (const { text, isPipelined } of sent) console.log(isPipelined ? '   +' : '  ->', text)
      const [cpu, databaseCpu] = [process.cpuUsage(), await readDatabaseCpu()]
      const { perSecond, p50, p99 } = await run(BOOKINGS, CONNECTIONS)
      const used = process.cpuUsage(cpu)
      const own = (used.user + used.system) / 1000 / BOOKINGS
      const theirs = ((await readDatabaseCpu()) - databaseCpu) / BOOKINGS
      report(
        way.name,
        `${(own + theirs).toFixed(2)} ms`,
        undefined,
        `of CPU a booking: server ${own.toFixed(2)}, database ${theirs.toFixed(2)}; ${trips} trips, ${sent.length} statements; ${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms at ${CONNECTIONS} connections`,
      )
    }
  } finally {
    await server.close()
  }
}
