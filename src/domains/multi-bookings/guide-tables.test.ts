/** What the guide's tables say of bookings of several services, each row driven through HTTP. Source: guide bookings §16. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, errorData, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { codesIn, describeRows, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let steps: GuideBookings
let cut: CreatedService
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(NOW)
  studio = await createBookingStudio(server)
  steps = createGuideBookings(studio)
  cut = await studio.service({ name: 'Cut' })
})
afterAll(() => server.close())
beforeEach(() => server.freezeClock(NOW))

interface Part {
  bookingId: string
  booking: TestReply['body']
}
const refusesWith = (answer: TestReply, cell: string | undefined) => expect(codesIn(cell)).toContain(errorCode(answer))
const addHours = (instant: string, hours: number): string => new Date(Date.parse(instant) + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const at = (start: string, service = cut, more: object = {}) => ({
  ...steps.toBody({ slot: studio.slotFor(service, start, addHours(start, 1)) }).booking,
  ...more,
})
/** Parts one after the other on a day of their own. */
const inRow = (count = 2, service = cut, more: object = {}) => {
  const [start] = steps.nextHour()
  return Array.from({ length: count }, (_, n) => at(addHours(start, n), service, more))
}
const create = (bookings: readonly object[], more: object = {}) => studio.owner('/v2/multi_service_bookings', { bookings, ...more })
const set = (id: string, what: string, body: object = {}) => studio.owner(`/v2/multi_service_bookings/${id}${what && `/${what}`}`, body)
const readReplyParts = (answer: TestReply): Part[] => {
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.multiServiceBooking.bookings
}
async function makeSet(bookings: readonly object[] = inRow(), more: object = {}) {
  const answer = await create(bookings, more)
  const parts = readReplyParts(answer)
  return {
    id: answer.body.multiServiceBooking.id as string,
    parts,
    infos: parts.map(({ bookingId, booking }) => ({ bookingId, revision: booking.revision as string })),
  }
}
const confirmed = () => makeSet(inRow(2, cut, { status: 'CONFIRMED' }))
const readParts = async (id: string): Promise<Part[]> => readReplyParts(await studio.owner(`/v2/multi_service_bookings/${id}`, {}, 'GET'))
const statuses = (parts: Part[]): string[] => parts.map(({ booking }) => booking.status)
const separate = { multiServiceBookingType: 'SEPARATE_BOOKINGS' }
const parallel = { multiServiceBookingType: 'PARALLEL_BOOKINGS' }

describeRows('rules (§16.1)', tableAt('bookings', '### 16.1'), {
  '2–8 bookings (typings allow 40; text 2–8)': async () => {
    for (const [count, status] of [
      [1, 400],
      [2, 200],
      [8, 200],
      [9, 400],
    ] as const)
      expect([count, (await create(inRow(count))).status]).toEqual([count, status])
  },
  'multiServiceBookingType SEQUENTIAL_BOOKINGS (default), SEPARATE_BOOKINGS or PARALLEL_BOOKINGS (16.6); the rows below are the sequential rules. The reference names the other two and refuses them; we support them. decision':
    async () => {
      expect((await makeSet()).parts[0]?.booking.multiServiceBookingInfo.type).toBe('SEQUENTIAL_BOOKINGS')
      expect((await create(inRow(), { multiServiceBookingType: 'NESTED_BOOKINGS' })).status).toBe(400)
    },
  'APPOINTMENT services only, slots with scheduleId, startDate, endDate, locationType': async ([, code]) => {
    const [first, second] = inRow()
    const lacking = { ...second, bookedEntity: { slot: { ...second?.bookedEntity.slot, endDate: undefined } } }
    refusesWith(await create([first as object, lacking]), code)
    const unknown = { ...second, bookedEntity: { slot: { ...second?.bookedEntity.slot, serviceId: randomUUID(), scheduleId: randomUUID() } } }
    refusesWith(await create([first as object, unknown]), code)
  },
  'each part starts when the one before ends, in list order': async ([, code]) => {
    const [start] = steps.nextHour()
    for (const starts of [
      [start, addHours(start, 2)],
      [addHours(start, 1), start],
    ])
      refusesWith(await create(starts.map((one) => at(one))), code)
  },
  'one location for all': async ([, code]) => {
    const [first, second] = inRow()
    const elsewhere = { ...second, bookedEntity: { slot: { ...second?.bookedEntity.slot, location: { locationType: 'CUSTOM', formattedAddress: 'Home' } } } }
    refusesWith(await create([first as object, elsewhere]), code)
  },
  'one customer: contactDetails and form of the first part are used for all parts; differing ones are overwritten': async () => {
    const { parts } = await makeSet()
    const [one, two] = parts.map(({ booking }) => booking.contactDetails)
    expect(two).toEqual(one)
  },
  'setting multiServiceAppointments.enabled (customers)': async ([, code]) => {
    const settings = async (enabled: boolean) => {
      const { bookingsSettings } = await server.ok('GET', '/_api/bookings-settings/v2/settings', { as: studio.site })
      const body = { bookingsSettings: { revision: bookingsSettings.revision, multiServiceAppointments: { enabled } } }
      return server.ok('PATCH', '/_api/bookings-settings/v2/bookings-settings', { as: studio.site, body })
    }
    await settings(false)
    const asked = await server.call('POST', '/v2/multi_service_bookings', { token: await server.visitorToken(studio.site), body: { bookings: inRow() } })
    const byBusiness = await create(inRow())
    await settings(true)
    refusesWith(asked, code)
    expect(byBusiness.status).toBe(200)
  },
  'no part in another set; no course, no class': async ([, code]) => {
    const [start] = steps.nextHour()
    const { yoga } = await steps.addClass(3)
    const eventId = await studio.session(yoga, addHours(start, 1), addHours(start, 2))
    refusesWith(await create([at(start), steps.toBody({ slot: { serviceId: yoga.id, eventId } }).booking]), code)
    const course = await steps.addCourse()
    refusesWith(await create([at(start), steps.toBody({ schedule: { serviceId: course.id } }).booking]), code)
  },
  'approval: if any part needs approval, all parts become PENDING': async () => {
    const asked = await studio.service({ approval: true })
    const [start] = steps.nextHour()
    const { id, infos } = await makeSet([at(start), at(addHours(start, 1), asked)])
    expect(statuses(readReplyParts(await set(id, 'mark_as_pending', { markAsPendingBookingsInfo: infos })))).toEqual(['PENDING', 'PENDING'])
  },
})

describeRows('calls (§16.2)', tableAt('bookings', '### 16.2'), {
  create: async () => {
    const taken = at(steps.nextHour()[0])
    steps.made(await studio.owner('/v2/bookings', { booking: { ...taken, contactDetails: guest() } }))
    const before = at(addHours(taken.bookedEntity.slot.startDate as string, -1))
    const lost = await create([before, taken])
    expect([errorCode(lost), errorData(lost)?.index]).toEqual(['SLOT_NOT_AVAILABLE', 1])
    expect((await studio.owner('/v2/bookings', { booking: before })).status).toBe(200)
    expect((await create(inRow(), { returnFullEntity: false })).body.multiServiceBooking.bookings[0]).toEqual({ bookingId: expect.any(String) })
  },
  get: async () => {
    const { id } = await confirmed()
    const { body } = await studio.owner(`/v2/multi_service_bookings/${id}`, {}, 'GET')
    expect([body.multiServiceBooking.bookings.length, body.metadata]).toEqual([2, { totalNumberOfScheduledBookings: 2 }])
    expect((await studio.owner(`/v2/multi_service_bookings/${(await makeSet()).id}`, {}, 'GET')).body.metadata.totalNumberOfScheduledBookings).toBe(0)
  },
  get_availability: async () => {
    const { id, parts } = await makeSet()
    const { body } = await set(id, 'get_availability')
    expect(body).toMatchObject({ bookable: true, totalCapacity: 1, remainingCapacity: 1, policySettings: { maxParticipantsPerBooking: 1 } })
    expect(body.multiServiceBookingInfo).toEqual(parts.map(({ bookingId }) => ({ bookingId })))
  },
  reschedule: async () => {
    const { id, infos } = await confirmed()
    const slots = inRow().map(({ bookedEntity }) => bookedEntity.slot)
    const move = (count: number) => set(id, 'reschedule', { rescheduleBookingsInfo: infos.slice(0, count).map((info, n) => ({ ...info, slot: slots[n] })) })
    expect(errorCode(await move(1))).toBe('NOT_ALL_BOOKINGS_WERE_SENT')
    expect(readReplyParts(await move(2)).map(({ booking }) => booking.revision)).toEqual(infos.map(({ revision }) => String(Number(revision) + 1)))
  },
  mark_as_pending: async () => {
    const { id, infos } = await makeSet(inRow(2, await studio.service({ approval: true })))
    const pending = readReplyParts(
      await set(id, 'mark_as_pending', { markAsPendingBookingsInfo: infos.map((info) => ({ ...info, paymentStatus: 'NOT_PAID' })) }),
    )
    expect(pending.map(({ booking }) => [booking.status, booking.paymentStatus])).toEqual([
      ['PENDING', 'NOT_PAID'],
      ['PENDING', 'NOT_PAID'],
    ])
  },
  confirm: async () => {
    const { id, infos } = await makeSet()
    expect(statuses(readReplyParts(await set(id, 'confirm', { confirmBookingsInfo: infos })))).toEqual(['CONFIRMED', 'CONFIRMED'])
  },
  decline: async () => {
    const { id, infos } = await makeSet()
    expect(statuses(readReplyParts(await set(id, 'decline', { declineBookingsInfo: infos })))).toEqual(['DECLINED', 'DECLINED'])
  },
  cancel: async () => {
    const { id } = await confirmed()
    expect(statuses(readReplyParts(await set(id, 'cancel')))).toEqual(['CANCELED', 'CANCELED'])
  },
  add_bookings: async () => {
    const { id, parts } = await confirmed()
    const last = parts[1]?.booking
    const next = { ...at(addHours(last.endDate, 0)), contactDetails: last.contactDetails, status: 'CONFIRMED' }
    const single = steps.made(await studio.owner('/v2/bookings', { booking: next }))
    const add = (bookings: object[]) =>
      studio.owner('/v2/multi_service_bookings/add_bookings_to_multi_service_booking', { multiServiceBookingId: id, bookings })
    expect((await add([{ bookingId: single.id, revision: single.revision }])).body.bookings).toMatchObject([{ bookingId: single.id }])
    expect((await readParts(id)).length).toBe(3)
    const apart = steps.made(
      await studio.owner('/v2/bookings', { booking: { ...at(addHours(last.endDate, 5)), contactDetails: last.contactDetails, status: 'CONFIRMED' } }),
    )
    expect(errorCode(await add([{ bookingId: apart.id, revision: apart.revision }]))).toBe('VALIDATION_FAILURE')
  },
  remove_bookings: async () => {
    const { id, infos } = await makeSet(inRow(3))
    const remove = (bookings: object[]) =>
      studio.owner('/v2/multi_service_bookings/remove_bookings_from_multi_service_booking', { multiServiceBookingId: id, bookings })
    expect(errorCode(await remove([infos[1] as object]))).toBe('VALIDATION_FAILURE')
    expect((await remove([infos[2] as object])).status).toBe(200)
    expect((await readParts(id)).length).toBe(2)
    expect((await remove([])).status).toBe(200)
    expect((await studio.owner(`/v2/multi_service_bookings/${id}`, {}, 'GET')).status).toBe(404)
    expect((await steps.readBooking(infos[0]?.bookingId ?? '')).multiServiceBookingInfo).toBeUndefined()
  },
  get_allowed_actions: async () => {
    const { id } = await confirmed()
    const ask = (multiServiceBookingIds: string[]) => studio.owner('/v2/bulk/multi_service_bookings/get_allowed_actions', { multiServiceBookingIds })
    expect((await ask([id, randomUUID()])).body.results).toMatchObject([
      { itemMetadata: { success: true }, item: { cancel: true, reschedule: true } },
      { itemMetadata: { success: false } },
    ])
    expect((await ask(Array.from({ length: 51 }, () => randomUUID()))).status).toBe(400)
  },
})

const confirmWith = async (change: (infos: { bookingId: string; revision?: string }[]) => object[]) => {
  const { id, infos } = await makeSet()
  return set(id, 'confirm', { confirmBookingsInfo: change(infos) })
}
describeRows(
  'errors (§16.3)',
  tableAt('bookings', '### 16.3'),
  {
    'MULTI_SERVICE_BOOKING_NOT_FOUND, BOOKING_NOT_FOUND': async ([codes]) => {
      refusesWith(await set(randomUUID(), 'cancel'), codes)
      refusesWith(await confirmWith(([first]) => [first as object, { bookingId: randomUUID(), revision: '1' }]), codes)
    },
    'REVISION_MISSING, BOOKING_REVISION_MISMATCH': async ([codes]) => {
      const missing = await confirmWith((infos) => infos.map(({ bookingId }) => ({ bookingId })))
      const other = await confirmWith((infos) => infos.map((info) => ({ ...info, revision: '9' })))
      expect([errorCode(missing), errorCode(other)]).toEqual(codesIn(codes))
    },
    'NOT_ALL_BOOKINGS_WERE_SENT, DUPLICATE_BOOKING_INFO': async ([codes]) => {
      const some = await confirmWith(([first]) => [first as object])
      const twice = await confirmWith(([first]) => [first as object, first as object])
      expect([errorCode(some), errorCode(twice)]).toEqual(codesIn(codes))
    },
    INVALID_BOOKING_STATUS: async ([code]) => {
      const { id, infos } = await confirmed()
      refusesWith(await set(id, 'mark_as_pending', { markAsPendingBookingsInfo: infos }), code)
    },
    'ALL_BOOKINGS_ARE_ALREADY_CONFIRMED, …_DECLINED, …_CANCELED': async () => {
      for (const [what, key, code] of [
        ['confirm', 'confirmBookingsInfo', 'ALL_BOOKINGS_ARE_ALREADY_CONFIRMED'],
        ['decline', 'declineBookingsInfo', 'ALL_BOOKINGS_ARE_ALREADY_DECLINED'],
        ['cancel', undefined, 'ALL_BOOKINGS_ARE_ALREADY_CANCELED'],
      ] as const) {
        const { id } = await makeSet()
        const call = async () => {
          const infos = (await readParts(id)).map(({ bookingId, booking }) => ({ bookingId, revision: booking.revision }))
          return set(id, what, key ? { [key]: infos } : {})
        }
        expect((await call()).status).toBe(200)
        expect(errorCode(await call())).toBe(code)
      }
    },
    'BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING, MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING, BOOKING_TO_ADD_STATUS_NOT_VALID': async ([
      codes,
    ]) => {
      const [one, other] = [await confirmed(), await confirmed()]
      const gone = await steps.inState('CANCELED', cut)
      const add = async (info: object) =>
        errorCode(await studio.owner('/v2/multi_service_bookings/add_bookings_to_multi_service_booking', { multiServiceBookingId: one.id, bookings: [info] }))
      const found = [await add(other.infos[0] as object), await add(one.infos[0] as object), await add({ bookingId: gone.id, revision: gone.revision })]
      expect(found).toEqual(codesIn(codes))
    },
  },
  [
    // `multi-bookings.test.ts`.
    'NO_OPEN_SPOTS',
    'MULTI_SERVICE_BOOKING_INCLUDES_MULTIPLE_STAFF_MEMBERS',
    // Every stored booking has both dates, and sets are atomic.
    'NOT_ALL_BOOKINGS_HAVE_START_AND_END_DATE',
    'SOME_BOOKINGS_UPDATES_FAILED',
  ],
)

describeRows(
  'the other two types (§16.6)',
  tableAt('bookings', '### 16.6'),
  {
    Parts: async () => {
      const session = await steps.addClass(3)
      const course = await steps.addCourse()
      const others = [steps.inClass(session).booking, steps.toBody({ schedule: { serviceId: course.id } }).booking]
      const appointment = at(steps.nextHour()[0])
      expect((await makeSet([appointment, ...others], separate)).parts.length).toBe(3)
      expect(errorCode(await create([at(steps.nextHour()[0]), others[0] as object], parallel))).toBe('VALIDATION_FAILURE')
    },
    Times: async () => {
      const other = await studio.service({ staff: [(await studio.resource('Bo')).id] })
      const [start] = steps.nextHour()
      const withBo = (instant: string) => {
        const part = at(instant, other)
        return {
          ...part,
          bookedEntity: { slot: { ...part.bookedEntity.slot, resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] } },
        }
      }
      const token = await server.visitorToken(studio.site)
      const overlapping = await server.call('POST', '/v2/multi_service_bookings', { token, body: { bookings: [at(start), withBo(start)], ...separate } })
      expect(errorData(overlapping)).toMatchObject({ index: 1, reason: 'OVERLAPS_ANOTHER_PART' })
      expect((await create([at(start), withBo(addHours(start, 1))], parallel)).status).toBe(428)
      expect((await create([at(start), withBo(start)], parallel)).status).toBe(200)
    },
    Reschedule: async () => {
      const { id, infos } = await makeSet([at(steps.nextHour()[0]), at(steps.nextHour()[0])], separate)
      const slot = steps.nextSlot(cut)
      expect((await set(id, 'reschedule', { rescheduleBookingsInfo: [{ ...infos[0], slot }] })).status).toBe(200)
    },
    'Single cancel, reschedule': async () => {
      const { parts } = await makeSet([at(steps.nextHour()[0]), at(steps.nextHour()[0])], separate)
      expect((await steps.actNow(parts[0]?.bookingId ?? '', 'reschedule', { slot: steps.nextSlot(cut) })).status).toBe(200)
      expect((await steps.actNow(parts[0]?.bookingId ?? '', 'cancel')).status).toBe(200)
      const bound = await makeSet()
      expect(errorCode(await steps.actNow(bound.parts[0]?.bookingId ?? '', 'cancel'))).toBe('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
    },
    'Allowed actions': async () => {
      const { id, parts } = await makeSet(
        [at(steps.nextHour()[0], cut, { status: 'CONFIRMED' }), at(steps.nextHour()[0], cut, { status: 'CONFIRMED' })],
        separate,
      )
      const ids = parts.map(({ bookingId }) => bookingId)
      server.freezeClock(parts[0]?.booking.startDate)
      const single = (await studio.owner('/v2/bulk/bookings/calculate_allowed_actions', { bookingIds: ids })).body.results
      expect(single.map(({ item }: { item: { cancel: boolean } }) => item.cancel)).toEqual([false, true])
      const whole = (await studio.owner('/v2/bulk/multi_service_bookings/get_allowed_actions', { multiServiceBookingIds: [id] })).body.results[0].item
      expect(whole.cancel).toBe(true)
    },
    'Add, remove': async () => {
      const { id, infos } = await makeSet([at(steps.nextHour()[0]), at(steps.nextHour()[0]), at(steps.nextHour()[0])], separate)
      const remove = (info: object) =>
        studio.owner('/v2/multi_service_bookings/remove_bookings_from_multi_service_booking', { multiServiceBookingId: id, bookings: [info] })
      expect((await remove(infos[1] as object)).status).toBe(200)
    },
  },
  // Words; `multi-bookings.test.ts`.
  ['For', 'Place', 'Resources', 'Availability', 'Atomicity, calls, errors, events, emails, payment'],
)

describe('repeated appointments (§16.7)', () => {
  const preview = (body: object) => studio.owner('/api/bookings/repeats', { slot: steps.nextSlot(cut), everyWeeks: 1, count: 2, ...body })
  describeRows(
    'topics',
    tableAt('bookings', '### 16.7'),
    {
      Dates: async () => {
        for (const [body, status] of [
          [{ count: 1 }, 400],
          [{ count: 9 }, 400],
          [{ count: 8 }, 200],
          [{ everyWeeks: 0 }, 400],
          [{ everyWeeks: 8 }, 200],
          [{ everyWeeks: 9 }, 400],
        ] as const)
          expect([body, (await preview(body)).status]).toEqual([body, status])
      },
      Preview: async ([, rule = '']) => {
        const slot = steps.nextSlot(cut)
        const weekLater = addHours(slot.startDate as string, 168)
        steps.made(await studio.owner('/v2/bookings', { booking: { ...at(weekLater), contactDetails: guest() } }))
        const { dates } = (await preview({ slot, count: 3 })).body
        expect(dates.map(({ status }: { status: string }) => status)).toEqual(['FREE', 'TAKEN', 'FREE'])
        expect(rule).toMatch(/FREE, TAKEN, TOO_EARLY, TOO_LATE or NOT_ONLINE/)
        const session = await steps.addClass(3)
        refusesWith(await preview({ slot: { serviceId: session.yoga.id, eventId: session.eventId } }), rule)
      },
    },
    // `repeats.test.ts`.
    ['Person', 'Conflicts', 'Booking', 'Choices', 'Cancelling', 'Plans'],
  )
})
