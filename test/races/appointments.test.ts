/** One hour of one person is sold once. Source: guide bookings §7.3. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../invariants.ts'
import { concurrently, errorCode } from './concurrently.ts'
import { capacityCodes, createStudio, concurrency, weekdayNoon, type Studio } from './studio.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let studio: Studio
  beforeAll(async () => {
    studio = await createStudio()
  })
  afterEach(async () => expect(await brokenInvariants(studio.server.open.db)).toEqual([]))
  afterAll(() => studio.server.close())

  test('one hour of one teacher is sold once', async () => {
    const slot = studio.slotAt(await studio.appointment('Private lesson'), weekdayNoon(5))
    const { won, lost } = await concurrently(concurrency, (at) => studio.book(slot, at))
    expect([won.length, lost.map(errorCode)[0]]).toEqual([1, expect.any(String)])
    expect(lost.map(errorCode).filter((code) => !capacityCodes.includes(code))).toEqual([])
  })

  test('of repeated appointments that share dates one is booked whole, the others not at all', async () => {
    const { server, site } = studio
    const lesson = await studio.appointment('Weekly lesson')
    // Some begin one week later or run the other way round: locks are taken in different orders, and each shares a date with every other.
    const listDates = (at: number) => {
      const weeks = [0, 1, 2].map((week) => weekdayNoon(12 + 7 * week + (at % 2) * 7))
      return at % 3 === 0 ? weeks.toReversed() : weeks
    }
    const { won, lost } = await concurrently(concurrency, (at) =>
      server.call('POST', '/v2/multi_service_bookings', {
        as: site,
        body: {
          multiServiceBookingType: 'SEPARATE_BOOKINGS',
          bookings: listDates(at).map((start) => ({
            bookedEntity: { slot: studio.slotAt(lesson, start) },
            contactDetails: { firstName: 'Guest', email: `series-${at}@people.example` },
            totalParticipants: 1,
            selectedPaymentOption: 'OFFLINE',
          })),
        },
      }),
    )
    expect([won.length, lost.map(errorCode).filter((code) => !capacityCodes.includes(code))]).toEqual([1, []])
    const { extendedBookings } = await studio.owner('POST', '/v2/extended-bookings/query', { query: { paging: { limit: 100 } } })
    const isOfLesson = ({ booking }: { booking: { bookedEntity: { slot?: { serviceId?: string } } } }) => booking.bookedEntity.slot?.serviceId === lesson
    expect(extendedBookings.filter(isOfLesson)).toHaveLength(3)
  })

  test('two services with the same teacher do not overlap', async () => {
    const [lesson, checkUp] = [await studio.appointment('Lesson'), await studio.appointment('Check-up')]
    const start = weekdayNoon(6)
    const { won } = await concurrently(concurrency, (at) =>
      studio.book(at % 2 ? studio.slotAt(lesson, start) : studio.slotAt(checkUp, start.add({ minutes: 30 })), at),
    )
    expect(won).toHaveLength(1)
  })

  test('one room, two teachers: it is given to one of them', async () => {
    const { owner, server, site } = studio
    const second = (await owner('POST', '/v1/staff-members', { staffMember: { name: 'Tomas Reyes', email: 'tomas@studio.example' } })).staffMember.resourceId
    const { resourceType } = await owner('POST', '/v2/resources/resource-types', { resourceType: { name: 'Room' } })
    await owner('POST', '/v2/resources', { resource: { name: 'Loft', typeId: resourceType.id, locationOptions: { availableInAllLocations: true } } })
    const lessons: string[] = []
    for (const staff of [studio.resourceId, second]) {
      const { service } = await owner('POST', '/v2/services', {
        service: {
          type: 'APPOINTMENT',
          name: 'In the loft',
          defaultCapacity: 1,
          onlineBooking: { enabled: true },
          payment: { rateType: 'FIXED', fixed: { price: { value: '20.00' } }, options: { online: true, inPerson: true, pricingPlan: false } },
          schedule: { availabilityConstraints: { sessionDurations: [60] } },
          staffMemberIds: [staff],
          serviceResources: [{ resourceType: { id: resourceType.id } }],
        },
      })
      lessons.push(service.id)
    }
    const start = weekdayNoon(9)
    const { won, lost } = await concurrently(concurrency, (at) =>
      server.call('POST', '/v2/bookings', {
        as: site,
        body: {
          booking: {
            bookedEntity: { slot: { ...studio.slotAt(lessons[at % 2] as string, start), resource: { id: at % 2 ? second : studio.resourceId } } },
            contactDetails: { firstName: 'Guest', email: `room-${at}@people.example` },
            totalParticipants: 1,
            selectedPaymentOption: 'OFFLINE',
          },
        },
      }),
    )
    expect(won).toHaveLength(1)
    expect(lost.map(errorCode).filter((code) => !capacityCodes.includes(code))).toEqual([])
  })
})
