/** Functions of @wix/bookings about booking: times, bookings, visits, links, attendance, fees. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { card, guest, type CreatedService } from '../../factories/booking-studio.ts'
import { getRefusal } from './recorder.ts'
import type { Clients, Suite } from './suite.ts'

const FEES = {
  cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 99_999 }], autoCollectFeeEnabled: false },
  saveCreditCardPolicy: { enabled: true },
  customPolicyDescription: { enabled: true, description: 'Late cancellations cost.' },
}
type Booking = { _id: string; revision: string }
const toBooking = (answer: { booking?: { _id?: string | null; revision?: string | null } }): Booking => answer.booking as Booking
const asSlot = (slot: object) => slot as never

export function testBooking(suite: () => Suite): void {
  const api = () => suite().owner.bookings
  const slot = (service: CreatedService, day: number, hour = 10) =>
    suite().studio.slotFor(service, `2027-06-${String(day).padStart(2, '0')}T${hour}:00:00Z`, `2027-06-${String(day).padStart(2, '0')}T${hour + 1}:00:00Z`)
  const input = (service: CreatedService, day: number, hour?: number, more: object = {}) =>
    ({ bookedEntity: { slot: slot(service, day, hour) }, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', totalParticipants: 1, ...more }) as never
  const book = async (as: Clients, service: CreatedService, day: number, more: object = {}) =>
    toBooking(await as.bookings.bookings.createBooking(input(service, day, 10, more)))

  /** A teacher who works on Tuesdays and Thursdays of June from nine to six. */
  async function addTeacher(): Promise<string> {
    const { server, site } = suite()
    const made = await api().staffMembers.createStaffMember({ name: 'Tess' }, { fields: ['RESOURCE_DETAILS'] })
    const scheduleId = made.resource?.eventsSchedule?._id as string
    await api().staffMembers.assignWorkingHoursSchedule(made._id as string, scheduleId)
    for (const [day, name] of [
      ['2027-06-01', 'TUESDAY'],
      ['2027-06-03', 'THURSDAY'],
    ]) {
      const event = { scheduleId, type: 'WORKING_HOURS', start: { localDate: `${day}T09:00:00` }, end: { localDate: `${day}T18:00:00` } }
      await server.ok('POST', '/calendar/v3/events', {
        as: site,
        body: { event: { ...event, recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: [name] } } },
      })
    }
    return made.resourceId as string
  }

  /** An appointment of an hour with a teacher. */
  async function addTalk(name: string, staff?: string, schedule: object = { sessionDurations: [60] }): Promise<{ id: string; place: string }> {
    const made = await api().services.createService({
      type: 'APPOINTMENT',
      name,
      onlineBooking: { enabled: true },
      payment: { rateType: 'NO_FEE' },
      schedule: { availabilityConstraints: schedule },
      staffMemberIds: [staff ?? (await addTeacher())],
    } as never)
    return { id: made._id as string, place: made.locations?.[0]?._id as string }
  }

  describe('times', () => {
    test('of classes and appointments are asked for in every way', async () => {
      const { studio } = suite()
      const { availabilityCalendar: old, availabilityTimeSlots: slots, eventTimeSlots: events } = (await suite().visitor()).bookings
      const room = await addTalk('Room', undefined, {
        durationRange: { unitType: 'HOUR', hourOptions: { minDurationInMinutes: 60, maxDurationInMinutes: 180 } },
      })
      const [talk, yoga] = [await addTalk('Times'), await studio.service({ type: 'CLASS', name: 'Class times', capacity: 5 })]
      const eventId = await studio.session(yoga, '2027-06-01T10:00:00Z', '2027-06-01T11:00:00Z')
      const filter = { serviceId: [talk.id], startDate: '2027-06-01T00:00:00Z', endDate: '2027-06-02T00:00:00Z' }
      expect((await old.queryAvailability({ filter } as never, { timezone: 'Europe/Berlin' })).availabilityEntries?.length).toBeGreaterThan(0)
      expect(await getRefusal(old.queryAvailability({ filter: {} } as never))).toEqual(expect.any(String))
      const course = await studio.service({ type: 'COURSE', name: 'Course times', capacity: 5 })
      await studio.session(course, '2027-06-01T10:00:00Z', '2027-06-01T11:00:00Z', 'COURSE')
      expect(await old.getScheduleAvailability(course.scheduleId)).toMatchObject({ availability: { totalSpots: 5, openSpots: 5 } })
      expect(await getRefusal(old.getScheduleAvailability(yoga.scheduleId))).toBe('FAILED_VALIDATING_AVAILABILITY')
      const range = { fromLocalDate: '2027-06-01T00:00:00', toLocalDate: '2027-06-02T00:00:00', timeZone: 'Europe/Berlin' }
      const { timeSlots } = await slots.listAvailabilityTimeSlots({ serviceId: talk.id, ...range })
      const first = timeSlots?.[0]
      expect(first).toMatchObject({ serviceId: talk.id, bookable: true })
      const one = await slots.getAvailabilityTimeSlot(
        talk.id,
        first?.localStartDate as string,
        first?.localEndDate as string,
        'Europe/Berlin',
        first?.location as never,
      )
      expect(one.timeSlot).toMatchObject({ bookable: true })
      expect(
        await slots.listAvailabilityTimeSlotEndOptions(room.id, {
          localStartDate: first?.localStartDate,
          maxLocalEndDate: '2027-06-01T20:00:00',
          timeZone: 'Europe/Berlin',
          location: first?.location,
        } as never),
      ).toMatchObject({ timeZone: 'Europe/Berlin' })
      expect((await events.listEventTimeSlots({ ...range, serviceIds: [yoga.id] })).timeSlots).toMatchObject([{ serviceId: yoga.id, totalCapacity: 5 }])
      expect((await events.getEventTimeSlot(eventId, { timeZone: 'Europe/Berlin' })).timeSlot).toMatchObject({ serviceId: yoga.id })
      expect(await getRefusal(events.getEventTimeSlot(randomUUID()))).toEqual(expect.any(String))
    })

    test('lead to the services that can be booked in a window', async () => {
      const { catalogSearch } = (await suite().visitor()).bookings
      const name = 'Searched for'
      const talk = await addTalk(name)
      const search = async (localStartDate: string, localEndDate: string, more: object = {}) =>
        (
          (await catalogSearch.queryServicesByFilters({ query: { filter: { name } }, serviceFilters: { localStartDate, localEndDate, ...more } })).results ?? []
        ).map(({ service, available }) => [service?._id, available])
      expect(await search('2027-06-01T00:00:00', '2027-06-02T00:00:00')).toEqual([[talk.id, true]])
      expect(await search('2027-06-02T00:00:00', '2027-06-03T00:00:00')).toEqual([])
      expect(await search('2027-06-02T00:00:00', '2027-06-03T00:00:00', { includeUnavailable: true })).toEqual([[talk.id, false]])
      expect(await search('2027-06-01T00:00:00', '2027-06-04T00:00:00', { exactMatch: true })).toEqual([])
      expect((await catalogSearch.queryServicesByFilters({ query: { cursorPaging: { limit: 2 } } })).results).toHaveLength(2)
      expect(await getRefusal(catalogSearch.queryServicesByFilters({ serviceFilters: { localStartDate: '2027-06-01T00:00:00' } }))).toBe('REQUIRED_FIELD')
    })

    test('of several services in a row are asked for in both ways', async () => {
      const { availabilityCalendar: old, multiServiceAvailabilityTimeSlots: many } = (await suite().visitor()).bookings
      const staff = await addTeacher()
      const [wash, cut] = [await addTalk('Wash', staff), await addTalk('Cut', staff)]
      const services = [{ serviceId: wash.id }, { serviceId: cut.id }]
      const range = { fromLocalDate: '2027-06-03T00:00:00', toLocalDate: '2027-06-04T00:00:00', timeZone: 'Europe/Berlin' }
      const { timeSlots } = await many.listMultiServiceAvailabilityTimeSlots({ services, ...range, location: { locationType: 'BUSINESS' } } as never)
      const [first] = timeSlots ?? []
      expect(first?.nestedTimeSlots).toHaveLength(2)
      const one = await many.getMultiServiceAvailabilityTimeSlot(
        services,
        first?.localStartDate as string,
        first?.localEndDate as string,
        'Europe/Berlin',
        first?.location as never,
      )
      expect(one.timeSlot?.nestedTimeSlots).toHaveLength(2)
      const older = await old.calculateMultiSlotAvailability({
        from: '2027-06-03T00:00:00',
        to: '2027-06-04T00:00:00',
        timeZone: 'Europe/Berlin',
        location: { locationType: 'OWNER_BUSINESS', id: wash.place },
        slots: services,
      } as never)
      expect(older.slots?.length ?? 0).toBeGreaterThan(0)
      expect(await getRefusal(many.listMultiServiceAvailabilityTimeSlots({ services: services.slice(0, 1), ...range } as never))).toBe('INVALID_SERVICES_SIZE')
    })
  })

  describe('bookings', () => {
    test('are made, confirmed, declined, set to pending, moved, changed and cancelled by the business', async () => {
      const { studio } = suite()
      const { bookings } = api()
      const massage = await studio.service({ name: 'Moves', approval: true })
      const made = await book(suite().owner, massage, 7)
      const pending = toBooking(await bookings.markBookingAsPending(made._id, made.revision))
      const confirmed = toBooking(await bookings.confirmBooking(made._id, pending.revision))
      expect(await getRefusal(bookings.confirmBooking(made._id, '1'))).toBe('REVISION_MISMATCH')
      await bookings.rescheduleBooking(made._id, asSlot(slot(massage, 8)), { revision: confirmed.revision })
      const yoga = await studio.service({ type: 'CLASS', name: 'More people', capacity: 5 })
      const place = { serviceId: yoga.id, eventId: await studio.session(yoga) }
      const inClass = toBooking(await bookings.createBooking({ ...(input(yoga, 7) as object), bookedEntity: { slot: place } } as never))
      const more = await bookings.updateNumberOfParticipants(inClass._id, { revision: inClass.revision, totalParticipants: 2 })
      expect(more.booking?.totalParticipants).toBe(2)
      await bookings.updateExtendedFields(made._id, '@atrium/test', { namespaceData: { colour: 'blue' } })
      await bookings.setBookingSubmissionId(made._id, randomUUID())
      const [{ booking: last } = {}] = (await api().extendedBookings.queryExtendedBookings({ filter: { id: made._id } } as never)).extendedBookings ?? []
      expect((await bookings.cancelBooking(made._id, { revision: last?.revision as string })).booking?.status).toBe('CANCELED')
      expect(await getRefusal(bookings.cancelBooking(made._id, { revision: '99' }))).toBe('REVISION_MISMATCH')
      const second = await book(suite().owner, massage, 9)
      expect((await bookings.declineBooking(second._id, second.revision)).booking?.status).toBe('DECLINED')
      const third = await book(suite().owner, massage, 10)
      expect((await bookings.confirmOrDeclineBooking(third._id, { paymentStatus: 'PAID' })).booking?.status).toBe('PENDING')
    })

    test('are made, judged, decided and cancelled many at once', async () => {
      const { bookings } = api()
      const massage = await suite().studio.service({ name: 'Many' })
      const { results } = await bookings.bulkCreateBooking([{ booking: input(massage, 11) }, { booking: input(massage, 12) }], { returnFullEntity: true })
      const ids = (results ?? []).map(({ itemMetadata }) => itemMetadata?._id as string)
      expect(ids).toHaveLength(2)
      expect((await bookings.bulkCalculateAllowedActions(ids)).results).toMatchObject([{ item: { cancel: true } }, { item: { cancel: true } }])
      expect(
        (
          await bookings.bulkConfirmOrDeclineBooking(
            ids.map((bookingId) => ({ bookingId, paymentStatus: 'NOT_PAID' as const })),
            { returnEntity: true },
          )
        ).bulkActionMetadata?.totalSuccesses,
      ).toBe(2)
      const cancelMany = (bookings as unknown as { bulkCancelBooking(options: object): Promise<{ bulkActionMetadata?: { totalSuccesses?: number } }> })
        .bulkCancelBooking
      const { bulkActionMetadata } = await cancelMany({
        bookings: { bookingsInfo: ids.map((bookingId) => ({ bookingId, revision: '2' })) },
        returnFullEntity: true,
      })
      expect(bulkActionMetadata?.totalSuccesses).toBe(2)
    })

    test('are read, counted and explained by their member, with rights, fees and policy', async () => {
      const mine = await suite().member()
      const massage = await suite().studio.service({ name: 'Own', rules: FEES })
      const contactDetails = { firstName: 'Mia', email: mine.email }
      const made = await toPublic(suite().studio.book({ slot: slot(massage, 14), contactDetails, paymentOption: 'OFFLINE', card }, mine.token))
      const { extendedBookings: reader, bookingFees, bookingPolicySnapshots: snapshots } = mine.bookings
      const full = await reader.queryExtendedBookings(
        { filter: { id: made._id } } as never,
        {
          withBookingAllowedActions: true,
          withBookingAttendanceInfo: true,
          withBookingConferencingDetails: true,
          withBookingPolicySettings: true,
          withBookingFeeDetails: true,
          withEcomOrder: true,
        } as never,
      )
      expect(full.extendedBookings).toMatchObject([{ booking: { _id: made._id }, allowedActions: { cancel: true } }])
      expect((await reader.query({ filter: { id: made._id } } as never, { withBookingAllowedActions: true })).extendedBookings).toMatchObject([
        { booking: { _id: made._id } },
      ])
      expect((await reader.countExtendedBookings({ filter: { id: made._id } })).count).toBe(1)
      expect((await snapshots.listPolicySnapshotsByBookingIds([made._id])).bookingPolicySnapshots?.length).toBe(1)
      expect((await bookingFees.listBookingFeesByBookingIds({ bookingIds: [made._id] })).bookingFees?.length).toBe(1)
      expect(await getRefusal(bookingFees.listBookingFeesByBookingIds({}))).toBe('MISSING_BOOKING_IDS')
      await mine.bookings.bookings.cancelBooking(made._id, { revision: made.revision })
    })

    test('are looked at, moved and cancelled by the link of an email', async () => {
      const { studio } = suite()
      const links = (await suite().visitor()).bookings.bookings
      const massage = await studio.service({ name: 'By link' })
      const made = toBooking({ booking: await toPublic(studio.book({ slot: slot(massage, 15), contactDetails: guest(), paymentOption: 'OFFLINE' })) })
      const token = (await api().bookings.getAnonymousActionToken(made._id)).token as string
      expect((await links.bookingsGetBookingAnonymously(token)).booking?._id).toBe(made._id)
      expect((await links.getServiceAnonymously(token)).service?._id).toBe(massage.id)
      const moved = toBooking(await links.bookingsRescheduleBookingAnonymously(token, asSlot(slot(massage, 16)), { revision: made.revision }))
      expect((await links.bookingsCancelBookingAnonymously(token, moved.revision)).booking?.status).toBe('CANCELED')
      const [unknown, invalid] = ['x'.repeat(80), 'INVALID_TOKEN']
      expect([await getRefusal(links.bookingsGetBookingAnonymously(unknown)), await getRefusal(links.getServiceAnonymously(unknown))]).toEqual([
        invalid,
        invalid,
      ])
    })

    test('are attended or not, which is set, read, counted and taken back', async () => {
      const { attendance } = api()
      const massage = await suite().studio.service({ name: 'Attended' })
      const [one, two] = [await book(suite().owner, massage, 17, { status: 'CONFIRMED' }), await book(suite().owner, massage, 18, { status: 'CONFIRMED' })]
      const said = await attendance.setAttendance({ bookingId: one._id, status: 'ATTENDED' })
      const id = said.attendance?._id as string
      expect(await attendance.getAttendance(id)).toMatchObject({ bookingId: one._id, status: 'ATTENDED' })
      const many = await attendance.bulkSetAttendance({
        attendanceDetails: [{ attendance: { bookingId: two._id, status: 'NOT_ATTENDED' } }],
        returnFullEntity: true,
      } as never)
      expect(many.bulkActionMetadata?.totalSuccesses).toBe(1)
      const found = await attendance.queryAttendance().eq('bookingId', two._id).find()
      expect(found.items).toMatchObject([{ status: 'NOT_ATTENDED' }])
      expect((await attendance.countAttendances({ filter: { bookingId: two._id } })).count).toBe(1)
      await attendance.bulkDeleteAttendances([found.items[0]?._id as string])
      await attendance.deleteAttendance(id)
      expect(await getRefusal(attendance.getAttendance(id))).toEqual(expect.any(String))
    })

    test('cost a fee when missed, which is put on the order and collected', async () => {
      const { studio, server } = suite()
      const { attendance, bookingFees } = api()
      const mine = await suite().member()
      const massage = await studio.service({ name: 'With fees', rules: FEES })
      const booked = await studio.book(
        { slot: slot(massage, 19), contactDetails: { firstName: 'Mia', email: mine.email }, paymentOption: 'OFFLINE', card },
        mine.token,
      )
      server.freezeClock('2027-06-19T12:00:00Z')
      await attendance.setAttendance({ bookingId: booked.id, status: 'NOT_ATTENDED' })
      const { ecomOrderInfo } = await bookingFees.applyBookingFeesToOrder([booked.id], { priceOverride: { value: '10', currency: 'USD' } })
      expect(await getRefusal(bookingFees.applyBookingFeesToOrder([booked.id]))).toBe('BOOKING_FEE_ALREADY_APPLIED')
      const collected = await bookingFees.collectAppliedBookingFees(ecomOrderInfo?.orderId as string, {
        additionalFeeId: ecomOrderInfo?.additionalFeeId as string,
      })
      expect(collected.collectedPrice?.amount).toBe('10.00')
      server.freezeClock('2027-05-01T10:00:00Z')
    })
  })

  test('visits of several services are made, read, decided, moved, changed and cancelled', async () => {
    await testVisits(suite(), input, slot)
  })
}

/** A booking of our own API as the package shows it. */
const toPublic = async (booking: Promise<{ id: string; revision: string }>) => {
  const { id, revision } = await booking
  return { _id: id, revision }
}

async function testVisits(
  { studio, owner, visitor }: Suite,
  input: (service: CreatedService, day: number, hour?: number) => never,
  slot: (service: CreatedService, day: number, hour?: number) => object,
): Promise<void> {
  const { bookings } = owner.bookings
  const cut = await studio.service({ name: 'Cut and' })
  const [perm, dry] = [await studio.service({ name: 'Perm', approval: true }), await studio.service({ name: 'Dry' })]
  const make = async (day: number) => {
    const { multiServiceBooking } = await bookings.createMultiServiceBooking([input(cut, day, 10), input(perm, day, 11), input(dry, day, 12)], {
      returnFullEntity: true,
    })
    return { id: multiServiceBooking?._id as string, parts: toParts(multiServiceBooking) }
  }
  type Visit = { bookings?: { bookingId?: string | null; booking?: { revision?: string | null } }[] } | undefined
  const toParts = (visit: Visit) => (visit?.bookings ?? []).map((part) => ({ bookingId: part.bookingId as string, revision: part.booking?.revision as string }))
  const full = { returnFullEntity: true }
  const visit = await make(21)
  expect((await bookings.getMultiServiceBooking(visit.id))._id).toBe(visit.id)
  expect((await bookings.getMultiServiceBookingAvailability(visit.id)).bookable).toBe(true)
  expect((await bookings.bulkGetMultiServiceBookingAllowedActions([visit.id])).results?.length).toBe(1)
  const pending = await bookings.markMultiServiceBookingAsPending(visit.id, { markAsPendingBookingsInfo: visit.parts, ...full })
  const confirmed = await bookings.confirmMultiServiceBooking(visit.id, { confirmBookingsInfo: toParts(pending.multiServiceBooking), ...full })
  const [first, second, third] = toParts(confirmed.multiServiceBooking)
  const moved = await bookings.rescheduleMultiServiceBooking(
    visit.id,
    [
      { ...first, slot: slot(cut, 22, 10) },
      { ...second, slot: slot(perm, 22, 11) },
      { ...third, slot: slot(dry, 22, 12) },
    ] as never,
    full,
  )
  const parts = toParts(moved.multiServiceBooking)
  const hidden = bookings as unknown as {
    getAnonymousActionTokenForMultiServiceBooking(id: string): Promise<{ token: string }>
    getMultiServiceBookingAnonymously(token: string): Promise<{ multiServiceBooking: { _id: string } }>
  }
  const { token } = await hidden.getAnonymousActionTokenForMultiServiceBooking(visit.id)
  const links = (await visitor()).bookings.bookings as unknown as typeof hidden & { cancelMultiServiceBookingAnonymously(token: string): Promise<unknown> }
  expect((await links.getMultiServiceBookingAnonymously(token)).multiServiceBooking._id).toBe(visit.id)
  expect(await getRefusal(links.getMultiServiceBookingAnonymously('x'.repeat(80)))).toBe('INVALID_TOKEN')
  const removed = await bookings.removeBookingsFromMultiServiceBooking(visit.id, { bookings: parts.slice(2), ...full })
  const [alone] = (removed.bookings ?? []) as { booking?: { _id?: string; revision?: string } }[]
  await bookings.addBookingsToMultiServiceBooking(visit.id, {
    bookings: [{ bookingId: alone?.booking?._id ?? parts[2]?.bookingId, revision: alone?.booking?.revision as string }],
    ...full,
  } as never)
  expect((await bookings.cancelMultiServiceBooking(visit.id, full)).multiServiceBooking?._id).toBe(visit.id)
  expect(await getRefusal(bookings.cancelMultiServiceBooking(randomUUID()))).toBe('MULTI_SERVICE_BOOKING_NOT_FOUND')
  const refused = await make(23)
  await bookings.declineMultiServiceBooking(refused.id, { declineBookingsInfo: refused.parts, ...full })
  const byLink = await make(24)
  await bookings.confirmMultiServiceBooking(byLink.id, { confirmBookingsInfo: byLink.parts })
  await links.cancelMultiServiceBookingAnonymously((await hidden.getAnonymousActionTokenForMultiServiceBooking(byLink.id)).token)
}
