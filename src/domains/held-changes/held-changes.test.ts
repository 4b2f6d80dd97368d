/** Changes that can be undone for half a minute, through HTTP: made when due, undone, refused when due, after a right was lost, after a restart. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { type BookingStudio, createBookingStudio } from '../../../test/factories/booking-studio.ts'
import { changedTables, tableChecksums } from '../../../test/fingerprint.ts'
import { codesIn, describeRows, tableAt } from '../../../test/guide-tables.ts'
import { type CallOptions, startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let owner: CallOptions
beforeAll(async () => {
  server = await startTestServer()
})
const openStudio = async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
  owner = await server.signInAsOwner(studio.site)
}
beforeEach(openStudio)
afterAll(async () => {
  expect(server.problems).toEqual([])
  await server.close()
})

const hold = (path: string, body: object, as: CallOptions = owner): Promise<TestReply> =>
  server.call('POST', path, { ...as, headers: { ...as.headers, 'hold-for-undo': 'true' }, body })
const list = async (as: CallOptions = owner) => (await server.ok('GET', '/api/held-changes', as)).heldChanges
const undo = (id: string, as: CallOptions = owner) => server.call('DELETE', `/api/held-changes/${id}`, as)
const at = async (time: string) => {
  server.freezeClock(`2027-05-01T${time}Z`)
  await server.runner.drain()
}
const book = async (to = 'mo@example.org') => {
  const yoga = await studio.service({ type: 'CLASS', capacity: 20, price: '0', name: 'Yoga' })
  const eventId = await studio.session(yoga)
  const booking = await studio.book({ slot: { serviceId: yoga.id, eventId }, contactDetails: { firstName: 'Mo', email: to } })
  await server.runner.drain()
  return { ...booking, eventId }
}
const read = async (id: string) =>
  (await server.ok('POST', '/v2/extended-bookings/query', { as: studio.site, body: { query: { filter: { id } } } })).extendedBookings[0].booking
const emailsTo = async (to: string) => (await server.sentEmails(studio.site, to)).map(({ template }) => template)
const cancel = async ({ id }: { id: string }, as?: CallOptions) =>
  hold(`/v2/bookings/${id}/cancel`, { revision: (await read(id)).revision, participantNotification: { notifyParticipants: true } }, as)
const notifications = async (as: CallOptions = owner) => (await server.ok('GET', '/api/dashboard/notifications', as)).items

test('a cancellation changes nothing for half a minute, is then made once, and tells the client', async () => {
  const booking = await book()
  const before = await emailsTo('mo@example.org')
  const held = await cancel(booking)
  expect(held.body).toEqual({ heldChange: { id: expect.any(String), dueAt: '2027-05-01T10:00:30.000Z' } })
  await at('10:00:10')
  expect(await list()).toMatchObject([{ operation: 'bookings.cancelBooking', entity: 'BOOKING', entityId: booking.id, millisecondsLeft: 20_000 }])
  expect([(await read(booking.id)).status, await emailsTo('mo@example.org')]).toEqual(['CONFIRMED', before])
  await at('10:00:30')
  expect([(await read(booking.id)).status, await list()]).toEqual(['CANCELED', []])
  expect(await emailsTo('mo@example.org')).toHaveLength(before.length + 1)
  expect(errorCode(await undo(held.body.heldChange.id))).toBe('CHANGE_ALREADY_MADE')
  await at('10:02:00')
  expect(await emailsTo('mo@example.org')).toHaveLength(before.length + 1)
})

describeRows('half a minute to undo (§18.7)', tableAt('bookings', '### 18.7'), {
  'DELETE /api/held-changes/{id} in time, by anyone who may make the change': async () => {
    await undoInTime()
    await undoAsCollaborator()
  },
  'the same afterwards': async ([, rule]) => {
    const { body } = await cancel(await book())
    await at('10:00:30')
    const late = await undo(body.heldChange.id)
    expect([errorCode(late), late.status]).toEqual([codesIn(rule)[0], Number(/\((\d+)\)/.exec(rule ?? '')?.[1])])
  },
  'another held change of the same booking or session': async ([, rule]) => {
    const booking = await book()
    const { body } = await cancel(booking)
    expect(errorCode(await cancel(booking))).toBe(codesIn(rule)[0])
    expect(
      errorCode(await hold(`/v2/bookings/${booking.id}/update_number_of_participants`, { revision: (await read(booking.id)).revision, totalParticipants: 2 })),
    ).toBe(codesIn(rule)[0])
    await undo(body.heldChange.id)
    expect((await cancel(booking)).status).toBe(200)
  },
  'a call without the header meanwhile': async () => {
    const booking = await book()
    await cancel(booking)
    const { revision } = await read(booking.id)
    await server.ok('POST', `/v2/bookings/${booking.id}/update_number_of_participants`, { as: studio.site, body: { revision, totalParticipants: 3 } })
    // Made at once; what is held was decided on another revision.
    expect((await read(booking.id)).totalParticipants).toBe(3)
    await at('10:00:30')
    expect((await read(booking.id)).status).toBe('CONFIRMED')
  },
  'refused when due, or the person lost the right': async ([, rule]) => {
    expect(rule).toContain('30 days')
    await refuseWhenDue()
    await openStudio()
    await refuseWithoutRight()
  },
  'an error of the server when due': async () => {
    const booking = await book()
    await cancel(booking)
    await server.open.script(failOnCancel)
    try {
      await at('10:00:30')
    } finally {
      await server.open.script('alter table booking drop constraint test_failure')
    }
    expect(await notifications()).toContainEqual(expect.objectContaining({ kind: 'BOOKING_CHANGE_FAILED', entityId: booking.id }))
    await at('10:05:00')
    expect([(await read(booking.id)).status, await list()]).toEqual(['CONFIRMED', []])
    // The log has the reason.
    expect(server.problems.splice(0)).toHaveLength(1)
  },
  'the server was stopped': async () => {
    const booking = await book()
    await cancel(booking)
    await server.runner.stop()
    server.freezeClock('2027-05-01T11:30:00Z')
    const next = await startTestServer(undefined, { ...server.open, close: async () => undefined })
    next.freezeClock('2027-05-01T11:30:00Z')
    await next.runner.drain()
    expect((await read(booking.id)).status).toBe('CANCELED')
    await next.close()
  },
})
/** The database refuses the statement that cancels: nothing that the product foresees. */
/** No booking that is there is looked at again. */
const failOnCancel = `alter table booking add constraint test_failure check (status <> 'CANCELED') not valid`
async function undoInTime() {
  const booking = await book()
  const before = await tableChecksums(server.open.db, studio.site.metaSiteId)
  const { body } = await cancel(booking)
  await at('10:00:29')
  expect((await undo(body.heldChange.id)).status).toBe(200)
  expect(await list()).toEqual([])
  await at('10:01:00')
  expect((await read(booking.id)).status).toBe('CONFIRMED')
  expect(changedTables(before, await tableChecksums(server.open.db, studio.site.metaSiteId))).toEqual(['job'])
  expect(await notifications()).not.toContainEqual(expect.objectContaining({ kind: 'BOOKING_CHANGE_FAILED' }))
}
async function undoAsCollaborator() {
  const booking = await book()
  const { body } = await cancel(booking)
  const reader = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ'])
  expect(await list(reader)).toEqual([])
  expect(errorCode(await undo(body.heldChange.id, reader))).toBe('PERMISSION_DENIED')
  const colleague = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_CANCEL'])
  expect(await list(colleague)).toHaveLength(1)
  expect((await undo(body.heldChange.id, colleague)).status).toBe(200)
}
async function refuseWhenDue() {
  const booking = await book()
  await cancel(booking)
  const { revision } = await read(booking.id)
  await server.ok('POST', `/v2/bookings/${booking.id}/update_number_of_participants`, { as: studio.site, body: { revision, totalParticipants: 3 } })
  await at('10:00:30')
  expect(await read(booking.id)).toMatchObject({ status: 'CONFIRMED', totalParticipants: 3 })
  expect(await notifications()).toContainEqual(
    expect.objectContaining({ kind: 'BOOKING_CHANGE_FAILED', entityId: booking.id, isRead: false, what: expect.stringMatching(/./) }),
  )
  const other = await server.inviteCollaborator(studio.site, [], 'MANAGER')
  expect(await notifications(other)).not.toContainEqual(expect.objectContaining({ kind: 'BOOKING_CHANGE_FAILED' }))
  expect(await list()).toEqual([])
  // Kept as long as notifications are listed.
  server.freezeClock('2027-06-15T10:00:00Z')
  await server.runner.runSchedules()
  expect(await server.open.db.selectFrom('heldChange').select('id').where('siteId', '=', studio.site.metaSiteId).execute()).toEqual([])
}
async function refuseWithoutRight() {
  const booking = await book()
  const helper = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_CANCEL', 'BOOKINGS.BOOKING_READ'])
  expect((await cancel(booking, helper)).status).toBe(200)
  const { user } = await server.ok('GET', '/api/owner/me', helper)
  await server.open.db
    .updateTable('ownerSiteRole')
    .set({ permissions: ['BOOKINGS.BOOKING_READ'] })
    .where('siteId', '=', studio.site.metaSiteId)
    .where('userId', '=', user.id)
    .execute()
  await at('10:00:30')
  expect((await read(booking.id)).status).toBe('CONFIRMED')
  expect(await notifications(helper)).toContainEqual(expect.objectContaining({ kind: 'BOOKING_CHANGE_FAILED', entityId: booking.id }))
}

test('it is made in the name of the person who decided', async () => {
  const booking = await book()
  await cancel(booking)
  await at('10:00:30')
  const { user } = await server.ok('GET', '/api/owner/me', owner)
  const { identity } = await server.open.db
    .selectFrom('event')
    .select('identity')
    .where('siteId', '=', studio.site.metaSiteId)
    .where('entityId', '=', booking.id)
    .where('type', '=', 'wix.bookings.v2.booking_canceled')
    .executeTakeFirstOrThrow()
  expect(identity).toMatchObject({ wixUserId: user.id })
})

test('what would be refused is refused at once, and holds nothing', async () => {
  const booking = await book()
  expect(errorCode(await hold(`/v2/bookings/${booking.id}/cancel`, { revision: '99' }))).toBe('REVISION_MISMATCH')
  expect(errorCode(await hold(`/v2/bookings/${booking.id}/confirm`, { revision: booking.revision }))).toBe('FAILED_CONFIRMING_NON_PENDING_BOOKING')
  expect(await list()).toEqual([])
})

test('only people at the dashboard hold changes, only of calls that can be held, and the header is read strictly', async () => {
  const booking = await book()
  const header = (value: string, more: CallOptions) => ({ ...more, headers: { ...more.headers, 'hold-for-undo': value } })
  const body = { revision: booking.revision }
  const path = `/v2/bookings/${booking.id}/cancel`
  for (const options of [header('true', { as: studio.site, body }), header('yes', { ...owner, body })])
    expect((await server.call('POST', path, options)).body.details.validationError.fieldViolations).toMatchObject([{ field: 'hold-for-undo' }])
  expect((await server.call('POST', '/v2/attendance/set', header('true', { ...owner, body: { attendance: { bookingId: booking.id } } }))).status).toBe(400)
  expect([(await read(booking.id)).status, await list()]).toEqual(['CONFIRMED', []])
})

test('a session is cancelled with its bookings when due', async () => {
  const booking = await book()
  const { body } = await hold(`/calendar/v3/events/${booking.eventId}/cancel`, { participantNotification: { notifyParticipants: true } })
  expect(await list()).toMatchObject([{ id: body.heldChange.id, operation: 'availability.cancelEvent', entity: 'SESSION', entityId: booking.eventId }])
  expect((await read(booking.id)).status).toBe('CONFIRMED')
  await at('10:00:30')
  expect((await read(booking.id)).status).toBe('CANCELED')
})

test('a staff member without the permission undoes what they hold of their own schedule, and of others sees nothing', async () => {
  const inviteStaff = async (name: string) => {
    const as = await server.inviteCollaborator(studio.site, [], 'TEACHER')
    const { staffMember } = await server.ok('POST', '/v1/staff-members', { as: studio.site, body: { staffMember: { name } } })
    const { user } = await server.ok('GET', '/api/owner/me', as)
    await server.ok('POST', `/v1/staff-members/${staffMember.id}/connect-staff-member-to-user`, { as: studio.site, body: { email: user.email } })
    const found = await server.ok('GET', `/v1/staff-members/${staffMember.id}`, { as: studio.site, query: { fields: 'RESOURCE_DETAILS' } })
    return { as, scheduleId: found.staffMember.resource.eventsSchedule.id as string }
  }
  const [tess, otto] = [await inviteStaff('Tess'), await inviteStaff('Otto')]
  const at = (time: string) => ({ localDate: `2027-05-03T${time}:00`, timeZone: 'UTC' })
  const event = { scheduleId: tess.scheduleId, type: 'EVENT', title: 'Dentist', start: at('10:00'), end: at('11:00') }
  const made = await server.ok('POST', '/calendar/v3/events', { ...tess.as, body: { event } })
  const held = await hold(`/calendar/v3/events/${made.event.id}/cancel`, {}, tess.as)
  expect(held.status).toBe(200)
  expect([await list(otto.as), errorCode(await undo(held.body.heldChange.id, otto.as))]).toEqual([[], 'PERMISSION_DENIED'])
  expect(await list(tess.as)).toMatchObject([{ entityId: made.event.id }])
  expect((await undo(held.body.heldChange.id, tess.as)).status).toBe(200)
})
