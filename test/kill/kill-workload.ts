/** Runs the story, kills the server at random moments of it, and finds what became of the promises. */
import { SMTPServer } from 'smtp-server'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import type { Db } from '#kit/db/open.ts'
import { brokenInvariants, unfinishedWork } from '../invariants.ts'
import type { FakeStripe } from '../stripe.ts'
import { compareHoldings, createProviderPages } from './provider-pages.ts'
import { seededRandom, type Random } from './random.ts'
import { serverProcess } from './server.ts'
import { ConnectionLost, monthlyPayments, openStudio, ownerCall, Person, type AcknowledgedWrite, type Studio } from './clients.ts'

export interface Mailbox {
  url: string
  /** How many emails each address got. */
  received: Map<string, number>
  close(): Promise<void>
}

/** A mail server that takes everything. */
export async function mailbox(): Promise<Mailbox> {
  const received = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      stream.resume().once('end', () => {
        for (const { address } of session.envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1)
        done()
      })
    },
  })
  server.on('error', () => undefined) // a killed client cuts its connection
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

export interface KillRun {
  promised: number
  /** Compares the tables with what was promised; the server must be down or at rest. */
  check(db: Db): Promise<void>
}

/** Moves business time; false when the server was killed meanwhile. */
const advanceClock = (studio: Pick<Studio, 'base' | 'site'>, days: number): Promise<boolean> =>
  ownerCall(studio, 'POST', '/_test/clock', { advance: `P${days}D` }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConnectionLost) return false
      throw error
    },
  )

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Promises that the tables do not hold at the instant `end`, each as a sentence. */
export async function findLostWrites(db: Db, studio: Studio, acknowledged: readonly AcknowledgedWrite[], end: Temporal.Instant): Promise<string[]> {
  const lost: string[] = []
  for (const promise of acknowledged) {
    const table = promise.what === 'order' ? 'plan_order' : 'booking'
    const { rows } = await sql<{ status: string; paymentStatus: string }>`
      select status, payment_status from ${sql.table(table)} where id = ${promise.id}`.execute(db)
    const [row] = rows
    // A pass of six months ends by itself.
    const may = promise.planId === studio.planIds.pass ? new Set([...promise.may, 'ENDED']) : promise.may
    if (!row || !may.has(row.status)) lost.push(`${promise.what} ${promise.id} is ${row?.status ?? 'gone'}, promised ${[...may].join(' or ')}`)
    if (promise.planId === studio.planIds.monthly && row?.status === 'ACTIVE') {
      const { rows: paid } = await sql<{ n: number }>`
        select count(*) n from plan_invoice where order_id = ${promise.id} and state = 'PAID'`.execute(db)
      const due = monthlyPayments(promise.startDate as string, end)
      if (Number(paid[0]?.n) !== due) lost.push(`order ${promise.id} was paid ${paid[0]?.n} times, ${due} were due`)
    }
  }
  return lost
}

interface KillOptions {
  settings: Record<string, string>
  random: Random
  kills: number
  mail: Mailbox
  /** People pay on the pages of this stand-in instead of ours. */
  stripe?: FakeStripe
}
export async function runWithKills(options: KillOptions): Promise<KillRun> {
  const { random, kills, mail, stripe } = options
  const server = await serverProcess(options.settings)
  await server.start()
  const pages = stripe && createProviderPages(stripe, random)
  const studio: Studio = { ...(await openStudio(server.base)), pages }
  const people = Array.from({ length: 5 }, (_, at) => new Person(studio, seededRandom(random.seed + at + 1), `guest-${random.seed}-${at}`))
  for (const person of people) await person.join()
  await ownerCall(studio, 'POST', '/_test/clock', {})

  const failures: unknown[] = []
  const countCalled = () => people.reduce((sum, { calls }) => sum + calls, 0)
  let travels = 0
  for (let round = 0; round < kills; round++) {
    let isUp = true
    const live = (work: () => Promise<unknown>) =>
      (async () => {
        while (isUp && failures.length === 0) await work()
      })().catch((error: unknown) => void failures.push(error))
    // A jump of weeks is too much: the schedules would never catch up with what the workload makes due meanwhile.
    let journey: Promise<unknown> = Promise.resolve()
    const busy = [
      ...people.map((person) =>
        live(async () => {
          await journey
          await person.act()
          await delay(random.between(10, 100))
        }),
      ),
      live(async () => {
        await delay(random.between(300, 900))
        journey = advanceClock(studio, random.between(2, 11)).then((arrived) => void (travels += arrived ? 1 : 0))
        await journey
      }),
    ]
    const [enoughCalls, enoughTravels] = [countCalled() + random.between(10, 40), travels + random.between(0, 2)]
    while ((countCalled() < enoughCalls || travels < enoughTravels) && failures.length === 0) await delay(5)
    await delay(random.between(0, 200))
    isUp = false
    await server.kill()
    await Promise.all(busy)
    if (failures.length > 0) throw new Error(`the story went wrong in round ${round}: ${failures.map(String).join('\n')}\n${server.problems()}`)
    await server.start()
  }
  // Everything that was begun is brought to its end: open purchases, hanging payments, emails.
  for (const person of people) await person.act()
  await pages?.deliver(server.base)
  const { now } = await ownerCall(studio, 'POST', '/_test/clock', { advance: 'P1D' })
  await ownerCall(studio, 'POST', '/_test/clock', { advance: 'PT1H' })
  await ownerCall(studio, 'POST', '/_test/auth-clock', { advance: 'PT10M' })
  await ownerCall(studio, 'POST', '/_test/run', {})
  await ownerCall(studio, 'POST', '/api/money/checks')
  await ownerCall(studio, 'POST', '/_test/run', {})
  const { checks } = await ownerCall(studio, 'GET', '/api/money/checks')
  await server.end()

  const acknowledged = people.flatMap((person) => person.acknowledged)
  const end = Temporal.Instant.from(now).add({ hours: 1 })
  console.log(
    `${kills} kills, ${countCalled()} calls, ${travels} travels, ${acknowledged.filter(({ what }) => what === 'order').length} orders, ` +
      `${acknowledged.filter(({ what }) => what === 'booking').length} bookings, until ${now}; refused: ${JSON.stringify(people.map(({ refused }) => refused))}`,
  )
  return {
    promised: acknowledged.length,
    async check(db) {
      expect(await brokenInvariants(db)).toEqual([])
      expect(await unfinishedWork(db)).toEqual([])
      expect(checks[0]).toMatchObject({ isRunning: false, findings: [] })
      const { held, booked } = stripe ? await compareHoldings(db, stripe) : { held: 0, booked: 0 }
      expect(booked).toBe(held)
      expect(await findLostWrites(db, studio, acknowledged, end)).toEqual([])
      const twice = await sql<{ memberId: string }>`
        select member_id, checkout_key, count(*) from plan_order where checkout_key is not null and left_draft_at is not null group by site_id, member_id, checkout_key having count(*) > 1`.execute(
        db,
      )
      expect(twice.rows).toEqual([])
      const written = await sql<{ recipient: string; n: number }>`select recipient, count(*) n from email where state = 'SENT' group by recipient`.execute(db)
      for (const { recipient, n } of written.rows) expect(mail.received.get(recipient) ?? 0, `emails to ${recipient}`).toBeGreaterThanOrEqual(Number(n))
    },
  }
}
