/** Work on many bookings whose server is killed in the middle goes on after the next start: each booking is cancelled once. KILLS sets how often. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/open.ts'
import { newRandom } from './random.ts'
import { ensureBuilt, serverProcess } from './server.ts'

const kills = Number(process.env.KILLS ?? 2)
const count = 100 + 40 * kills
const minute = 60_000

beforeAll(ensureBuilt, 3 * minute)

const json = { 'content-type': 'application/json' }
type Send = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<never>

interface Booked {
  bookingId: string
  revision: string
}
/** A class with as many bookings. */
async function bookMany(send: Send, owner: Record<string, string>): Promise<Booked[]> {
  const ask = async <T>(path: string, body: object): Promise<T> => send('POST', path, body, owner)
  const { staffMember } = await ask<{ staffMember: { resourceId: string } }>('/v1/staff-members', { staffMember: { name: 'Ana' } })
  const { service } = await ask<{ service: { id: string; schedule: { id: string } } }>('/v2/services', {
    service: { type: 'CLASS', name: 'Yoga', defaultCapacity: count, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } },
  })
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const times = { start: { localDate: `${day}T10:00:00` }, end: { localDate: `${day}T11:00:00` } }
  const { event } = await ask<{ event: { id: string } }>('/calendar/v3/events', {
    event: { scheduleId: service.schedule.id, type: 'CLASS', ...times, resources: [{ id: staffMember.resourceId }] },
  })
  const booked: Booked[] = []
  for (let index = 0; index < count; index += 1) {
    const { booking } = await ask<{ booking: { id: string; revision: string } }>('/v2/bookings', {
      booking: {
        bookedEntity: { slot: { serviceId: service.id, eventId: event.id } },
        contactDetails: { firstName: 'Guest', email: `guest${index}@rows.example` },
        totalParticipants: 1,
        status: 'CONFIRMED',
        selectedPaymentOption: 'OFFLINE',
      },
    })
    booked.push({ bookingId: booking.id, revision: booking.revision })
  }
  return booked
}

test(
  `${count} bookings are cancelled once each, although the server is killed meanwhile`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-kill-jobs-'))
    try {
      const random = newRandom('kill, bulk jobs')
      const server = await serverProcess({ DATA_DIR: folder })
      await server.start()
      const send: Send = async (method, path, body, headers = {}) => {
        const init = { method, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        const reply = await fetch(`${server.base}${path}`, init)
        if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
        return (await reply.json()) as never
      }
      const site: { apiKey: string; metaSiteId: string } = await send('POST', '/_test/site', { webhookKey: false })
      const owner = { authorization: site.apiKey, 'wix-site-id': site.metaSiteId }
      const bookings = await bookMany(send, owner)
      const ids = bookings.map(({ bookingId }) => bookingId)
      const body = { bookings, participantNotification: { notifyParticipants: false } }
      const { jobId }: { jobId: string } = await send('POST', '/api/booking-jobs/cancel', body, owner)
      const read = async (): Promise<{ status: string; done: number; refused: number }> =>
        ((await send('GET', `/api/booking-jobs/${jobId}`, undefined, owner)) as { job: never }).job

      let interrupted = 0
      for (let done = 0; interrupted < kills; interrupted += 1) {
        // Somewhere behind what the last life has done.
        const next = done + random.between(5, 25)
        await expect.poll(async () => (await read()).done, { timeout: 3 * minute, interval: 5 }).toBeGreaterThan(next)
        await server.kill()
        await server.start()
        const left = await read()
        // On a busy machine it may have ended before the kill.
        if (left.status === 'FINISHED') break
        done = left.done
      }
      expect(interrupted).toBeGreaterThan(0)
      await expect.poll(async () => (await read()).status, { timeout: 3 * minute }).toBe('FINISHED')
      expect(await read()).toMatchObject({ done: count, refused: 0 })
      await server.end()

      const open = await openDatabase({ dataDir: join(folder, 'pglite') })
      try {
        const canceled = await open.db.selectFrom('booking').where('status', '=', 'CANCELED').select('id').execute()
        const events = await open.db.selectFrom('event').where('type', '=', 'wix.bookings.v2.booking_canceled').select('entityId').execute()
        expect(canceled.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
        expect(events.map(({ entityId }) => entityId).toSorted()).toEqual(ids.toSorted())
      } finally {
        await open.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  (4 + kills) * minute,
)
