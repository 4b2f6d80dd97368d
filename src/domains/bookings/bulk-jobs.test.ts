/** Work on many bookings in the background: progress, what was refused, and who did it. Source: guide bookings §11.4. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import { createBookingStudio, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { type CallOptions, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { runBookingJob } from './actions/changes/bulk-jobs.ts'

let server: TestServer
let studio: BookingStudio
let owner: CallOptions
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T09:00:00Z')
  studio = await createBookingStudio(server)
  owner = await server.signInAsOwner(studio.site)
})

interface Booked {
  id: string
  revision: string
}
/** One appointment a day, from 10 May on. */
async function book(count: number, options: Parameters<BookingStudio['service']>[0] = {}): Promise<Booked[]> {
  const massage = await studio.service(options)
  const booked: Booked[] = []
  for (let day = 0; day < count; day += 1) {
    const date = new Date(Date.UTC(2027, 4, 10 + day)).toISOString().slice(0, 10)
    const slot = studio.slotFor(massage, `${date}T10:00:00Z`, `${date}T11:00:00Z`)
    booked.push(await studio.book({ slot, contactDetails: guest(), paymentOption: 'OFFLINE' }))
  }
  return booked
}
const toItem = ({ id, revision }: Booked) => ({ bookingId: id, revision })
const quiet = { participantNotification: { notifyParticipants: false } }
const start = async (what: string, body: object): Promise<string> => (await server.ok('POST', `/api/booking-jobs/${what}`, { ...owner, body })).jobId
const readJob = (id: string) => server.ok('GET', `/api/booking-jobs/${id}`, owner)
const readStatus = async (id: string) =>
  (await server.ok('POST', '/v2/extended-bookings/query', { as: studio.site, body: { query: { filter: { id } } } })).extendedBookings[0].booking.status
const readNews = () => server.ok('GET', '/api/dashboard/notifications', owner)

test('bookings are cancelled in the background; the work is found again while it runs and when it is over', async () => {
  const bookings = await book(3)
  const jobId = await start('cancel', { bookings: bookings.map(toItem), ...quiet, flowControlSettings: { ignoreCancellationPolicy: true } })
  expect(await readJob(jobId)).toEqual({ job: { id: jobId, kind: 'CANCEL', status: 'RUNNING', total: 3, done: 0, refused: 0 }, refused: [] })
  expect((await readNews()).running).toEqual([{ kind: 'BOOKINGS_CHANGED', entityId: jobId, what: 'CANCEL', total: 3, done: 0, refused: 0 }])
  server.freezeClock('2027-05-01T09:05:00Z')
  await server.runner.drain()
  expect((await readJob(jobId)).job).toMatchObject({ status: 'FINISHED', done: 3, refused: 0 })
  for (const { id } of bookings) expect(await readStatus(id)).toBe('CANCELED')
  const { running, items } = await readNews()
  expect(running).toEqual([])
  expect(items[0]).toMatchObject({ kind: 'BOOKINGS_CHANGED', entityId: jobId, what: 'CANCEL', isRead: false, work: { total: 3, done: 3, refused: 0 } })
})

test('what a user did in the background is theirs: it is news to others, not to them', async () => {
  const bookings = await book(2)
  const manager = await server.inviteCollaborator(studio.site, [], 'MANAGER')
  server.freezeClock('2027-05-01T09:05:00Z')
  await start('cancel', { bookings: bookings.map(toItem), ...quiet })
  await server.runner.drain()
  const kindsFor = async (who: CallOptions): Promise<string[]> =>
    (await server.ok('GET', '/api/dashboard/notifications', who)).items.map(({ kind }: { kind: string }) => kind)
  expect((await kindsFor(owner)).filter((kind) => kind === 'CANCELLATION')).toEqual([])
  expect((await kindsFor(manager)).filter((kind) => kind === 'CANCELLATION')).toHaveLength(2)
})

test('one that changed meanwhile is refused alone, with its reason and whose it is', async () => {
  const [changed, other] = (await book(2)) as [Booked, Booked]
  const jobId = await start('cancel', { bookings: [{ bookingId: changed.id, revision: '99' }, toItem(other)], ...quiet })
  await server.runner.drain()
  const { job, refused } = await readJob(jobId)
  expect(job).toMatchObject({ status: 'FINISHED', total: 2, done: 1, refused: 1 })
  expect(refused).toEqual([{ bookingId: changed.id, who: 'Guest', reason: expect.stringMatching(/\S/) }])
  expect([await readStatus(changed.id), await readStatus(other.id)]).toEqual(['CONFIRMED', 'CANCELED'])
})

test('requests are confirmed and declined, and bookings marked as paid, in the background as one by one', async () => {
  const [yes, no] = (await book(2, { approval: true })) as [Booked, Booked]
  await start('confirm', { bookings: [toItem(yes)], ...quiet })
  await start('decline', { bookings: [toItem(no)], ...quiet })
  await server.runner.drain()
  expect([await readStatus(yes.id), await readStatus(no.id)]).toEqual(['CONFIRMED', 'DECLINED'])
  await start('mark-paid', { bookings: [{ bookingId: yes.id }] })
  await server.runner.drain()
  const { money } = await server.ok('GET', `/api/bookings/${yes.id}/money`, owner)
  expect(money.payments).toHaveLength(1)
})

test('all people of many bookings are checked in in the background; one that does not stand is refused alone', async () => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 9, price: '0', rules: { participantsPolicy: { maxParticipantsPerBooking: 2 } } })
  const eventId = await studio.session(yoga)
  const bookFor = (totalParticipants: number) => studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: guest(), totalParticipants })
  const [pair, single, gone] = [await bookFor(2), await bookFor(1), await bookFor(1)]
  await studio.owner(`/v2/bookings/${gone.id}/cancel`, { revision: gone.revision })
  const jobId = await start('check-in', { bookings: [pair, single, gone].map(({ id }) => ({ bookingId: id })) })
  await server.runner.drain()
  const { job, refused } = await readJob(jobId)
  expect(job).toEqual({ id: jobId, kind: 'CHECK_IN', status: 'FINISHED', total: 3, done: 2, refused: 1 })
  expect(refused).toMatchObject([{ bookingId: gone.id, reason: expect.stringMatching(/\S/) }])
  const { attendances } = await server.ok('POST', '/v2/attendance/query', { ...owner, body: { query: { filter: { eventId } } } })
  const came = attendances.map(({ bookingId, status, numberOfAttendees }: Record<string, unknown>) => [bookingId, status, numberOfAttendees])
  expect(came.toSorted()).toEqual(
    [
      [pair.id, 'ATTENDED', 2],
      [single.id, 'ATTENDED', 1],
    ].toSorted(),
  )
  const reader = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ'])
  expect((await server.call('POST', '/api/booking-jobs/check-in', { ...reader, body: { bookings: [{ bookingId: pair.id }] } })).status).toBe(403)
})

test('more than one batch is carried out to the end, each once', async () => {
  const bookings = await book(23)
  const jobId = await start('cancel', { bookings: bookings.map(toItem), participantNotification: { notifyParticipants: true } })
  await server.runner.drain()
  expect((await readJob(jobId)).job).toMatchObject({ status: 'FINISHED', total: 23, done: 23, refused: 0 })
  for (const { id } of bookings) expect((await studio.emittedSlugs(id)).filter((slug) => slug === 'canceled')).toHaveLength(1)
})

test('two runners that carry out the same job do nothing twice', async () => {
  const bookings = await book(6)
  const jobId = await start('cancel', { bookings: bookings.map(toItem), ...quiet })
  const ctx = createOwnContext(server.deps, createSystemMeta(studio.site.metaSiteId, ''))
  await Promise.all([runBookingJob(ctx, { jobId }), runBookingJob(ctx, { jobId })])
  expect((await readJob(jobId)).job).toMatchObject({ status: 'FINISHED', total: 6, done: 6, refused: 0 })
  for (const { id } of bookings) expect((await studio.emittedSlugs(id)).filter((slug) => slug === 'canceled')).toHaveLength(1)
})

test('the same booking twice, none, and flags without their permission are refused, and nothing begins', async () => {
  const [booking] = (await book(1)) as [Booked]
  const call = (body: object, as: CallOptions = owner) => server.call('POST', '/api/booking-jobs/cancel', { ...as, body })
  expect((await call({ bookings: [toItem(booking), toItem(booking)] })).body.details.applicationError.code).toBe('DUPLICATE_BOOKING_IDS')
  expect((await call({ bookings: [] })).status).toBe(400)
  const helper = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ', 'BOOKINGS.BOOKING_CANCEL'])
  const fee = { bookings: [toItem(booking)], flowControlSettings: { waiveCancellationFee: false } }
  expect((await call(fee, helper)).body.details.applicationError.code).toBe('UNAUTHORIZED_OPERATION')
  expect((await server.call('POST', '/api/booking-jobs/decline', { ...helper, body: { bookings: [toItem(booking)] } })).status).toBe(403)
  expect((await readNews()).running).toEqual([])
  expect((await server.call('GET', `/api/booking-jobs/${booking.id}`, owner)).status).toBe(404)
})

test('the result is kept for a month', async () => {
  const jobId = await start('cancel', { bookings: (await book(1)).map(toItem), ...quiet })
  await server.runner.drain()
  const atEnd = async (at: string) => {
    server.freezeClock(at)
    await server.runner.runSchedules()
    return (await server.call('GET', `/api/booking-jobs/${jobId}`, { as: studio.site })).status
  }
  expect([await atEnd('2027-05-30T09:00:00Z'), await atEnd('2027-06-01T09:00:00Z')]).toEqual([200, 404])
})

test('work begins after half a minute and is undone by who began it until then', async () => {
  const [first, second] = (await book(2)) as [Booked, Booked]
  const cancel = (of: Booked) => start('cancel', { bookings: [toItem(of)], ...quiet, undoable: true })
  const undo = (id: string, who: CallOptions = owner) => server.call('POST', `/api/booking-jobs/${id}/undo`, { ...who, body: {} })
  const dropped = await cancel(first)
  const kept = await cancel(second)
  server.freezeClock('2027-05-01T09:00:29Z')
  await server.runner.drain()
  expect([await readStatus(first.id), await readStatus(second.id)]).toEqual(['CONFIRMED', 'CONFIRMED'])
  const manager = await server.inviteCollaborator(studio.site, [], 'MANAGER')
  expect((await undo(dropped, manager)).status).toBe(404)
  expect((await undo(dropped)).status).toBe(200)
  expect((await undo(dropped)).status).toBe(404)
  expect((await server.call('GET', `/api/booking-jobs/${dropped}`, owner)).status).toBe(404)
  server.freezeClock('2027-05-01T09:00:31Z')
  await server.runner.drain()
  expect([await readStatus(first.id), await readStatus(second.id)]).toEqual(['CONFIRMED', 'CANCELED'])
  const late = await undo(kept)
  expect([late.status, late.body.details?.applicationError?.code]).toEqual([409, 'JOB_ALREADY_BEGAN'])
})
