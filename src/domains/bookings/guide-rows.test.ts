/** Rows of the guide's tables on booking, each driven through HTTP. Source: guide bookings §4.1, §4.3, §4.5, §7.1, §8.2, §9, §12.1. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import {
  card,
  createBookingStudio,
  errorData,
  guest,
  type BookingStudio,
  type CreatedService,
  type ServiceOptions,
} from '../../../test/factories/booking-studio.ts'
import { describeRows, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

type Case = () => Promise<void>
const book = (entity: object, more: object = {}) => ({ booking: { bookedEntity: entity, contactDetails: guest(), selectedPaymentOption: 'OFFLINE', ...more } })
const inClass = (yoga: CreatedService, eventId: string, more: object = {}) => book({ slot: { serviceId: yoga.id, eventId } }, more)
const getClass = async (capacity: number, options: ServiceOptions = {}) => {
  const yoga = await studio.service({ type: 'CLASS', capacity, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } }, ...options })
  return { yoga, eventId: await studio.session(yoga) }
}
const violatedFields = (answer: TestReply): string[] => ((errorData(answer)?.violations ?? []) as { field: string }[]).map(({ field }) => field)
const readBooking = async (id: string) => (await studio.owner('/v2/extended-bookings/query', { query: { filter: { id } } })).body.extendedBookings[0].booking

describeRows('what a type requires (§4.1)', tableAt('bookings', '### 4.1'), {
  APPOINTMENT: async ([, required = '', derived = '']) => {
    const massage = await studio.service()
    const slot = studio.slotFor(massage)
    for (const [field, missing] of [
      ['startDate', 'startDate'],
      ['endDate', 'endDate'],
      ['location', 'location.locationType'],
      ['resource', 'resource.id'],
    ] as const) {
      expect(required).toContain(missing)
      const answer = await studio.create(book({ slot: { ...slot, [field]: undefined } }))
      expect([answer.status, errorCode(answer), violatedFields(answer)]).toEqual([428, 'VALIDATION_FAILURE', [`booking.bookedEntity.slot.${missing}`]])
    }
    expect(required).toContain('ANY_RESOURCE')
    const any = await studio.create(
      book({ slot: { ...slot, resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }, title: 'Mine', tags: ['x'] }),
    )
    expect(derived).toMatch(/title, tags, resource\.name/)
    expect(any.body.booking.bookedEntity).toMatchObject({ title: 'Massage', tags: ['INDIVIDUAL'], slot: { resource: { id: studio.staff, name: 'Ana' } } })
  },
  CLASS: async () => {
    const { yoga, eventId } = await getClass(3)
    const missing = await studio.create(book({ slot: { serviceId: yoga.id } }))
    expect([missing.status, violatedFields(missing)]).toEqual([428, ['booking.bookedEntity.slot.eventId']])
    const slot = {
      serviceId: yoga.id,
      eventId,
      startDate: '2030-01-01T00:00:00Z',
      endDate: '2030-01-01T01:00:00Z',
      resource: { id: randomUUID() },
      scheduleId: randomUUID(),
    }
    const { booking } = (await studio.create(book({ slot }))).body
    expect(booking).toMatchObject({
      startDate: '2027-05-10T10:00:00.000Z',
      bookedEntity: { slot: { scheduleId: yoga.scheduleId, timezone: expect.any(String) } },
    })
    expect((await studio.create(book({ slot: { serviceId: yoga.id, sessionId: eventId } }))).status).toBe(200)
  },
  COURSE: async () => {
    const course = await studio.service({ type: 'COURSE', capacity: 3 })
    await studio.session(course, '2027-06-01T10:00:00Z', '2027-06-01T11:00:00Z', 'COURSE')
    for (const schedule of [{ scheduleId: course.scheduleId }, { serviceId: course.id }]) {
      const { booking } = (await studio.create(book({ schedule: { ...schedule, firstSessionStart: '2030-01-01T00:00:00Z' } }))).body
      expect(booking.bookedEntity.schedule).toMatchObject({
        scheduleId: course.scheduleId,
        serviceId: course.id,
        firstSessionStart: '2027-06-01T10:00:00.000Z',
      })
    }
  },
})

/** A class with an age to choose, or an appointment of two lengths; each with the id of its option. */
const addOption = async (service: CreatedService, value: object, variants: object[]) =>
  (
    await server.ok('POST', '/v1/serviceOptionsAndVariants', {
      as: studio.site,
      body: { serviceOptionsAndVariants: { serviceId: service.id, options: { values: [value] }, variants: { values: variants } } },
    })
  ).serviceOptionsAndVariants.options.values[0].id as string
const money = (value: string) => ({ value, currency: 'USD' })
const getAgeClass = async () => {
  const { yoga, eventId } = await getClass(9, { rate: 'VARIED', price: '20.00' })
  const id = randomUUID()
  const optionId = await addOption(yoga, { id, type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }, [
    { choices: [{ optionId: id, custom: 'child' }], price: money('10.00') },
    { choices: [{ optionId: id, custom: 'adult' }], price: money('25.00') },
  ])
  return { yoga, eventId, optionId }
}
const choose = (...serviceChoices: object[]) => ({ participantsChoices: { serviceChoices } })
const getTwoLengths = async () => {
  const massage = await studio.service({ rate: 'VARIED', price: '40.00', durations: [30, 60] })
  const id = randomUUID()
  const data = { name: 'Length', choices: [{ minutes: 30 }, { minutes: 60 }] }
  const optionId = await addOption(massage, { id, type: 'DURATION', durationData: data }, [
    { choices: [{ optionId: id, duration: { minutes: 30 } }], price: money('25.00') },
    { choices: [{ optionId: id, duration: { minutes: 60 } }], price: money('45.00') },
  ])
  return { massage, optionId }
}
const refusesWith = (answer: TestReply, cell: string | undefined) => expect(errorCode(answer)).toBe(/[A-Z_]{6,}/.exec(cell ?? '')?.[0])

describeRows(
  'choices (§4.3)',
  tableAt('bookings', '### 4.3'),
  {
    'choices on a service without options': async ([, code]) => {
      const { yoga, eventId } = await getClass(3)
      refusesWith(
        await studio.create(inClass(yoga, eventId, choose({ numberOfParticipants: 1, choices: [{ optionId: randomUUID(), custom: 'child' }] }))),
        code,
      )
    },
    'unknown optionId or choice value': async ([, code]) => {
      const { yoga, eventId, optionId } = await getAgeClass()
      refusesWith(
        await studio.create(inClass(yoga, eventId, choose({ numberOfParticipants: 1, choices: [{ optionId: randomUUID(), custom: 'child' }] }))),
        code,
      )
      refusesWith(await studio.create(inClass(yoga, eventId, choose({ numberOfParticipants: 1, choices: [{ optionId, custom: 'senior' }] }))), code)
    },
    'staff variant does not match the chosen resource': async ([, code]) => {
      const { id: ben } = await studio.resource('Ben')
      const massage = await studio.service({ rate: 'VARIED', price: '40.00', staff: [studio.staff, ben] })
      const id = randomUUID()
      const variants = [studio.staff, ben].map((staffMemberId) => ({ choices: [{ optionId: id, staffMemberId }], price: money('50.00') }))
      const optionId = await addOption(massage, { id, type: 'STAFF_MEMBER' }, variants)
      const chooseBen = (choice: object) =>
        studio.create(book({ slot: studio.slotFor(massage) }, choose({ numberOfParticipants: 1, choices: [{ optionId, ...choice }] })))
      for (const choice of [{ custom: ben }, { choiceId: ben }]) refusesWith(await chooseBen(choice), code)
    },
    'a chosen duration that is not the length of the slot (without add-ons)': async ([, code]) => {
      const { massage, optionId } = await getTwoLengths()
      const answer = await studio.create(
        book({ slot: studio.slotFor(massage) }, choose({ numberOfParticipants: 1, choices: [{ optionId, duration: { minutes: 30 } }] })),
      )
      refusesWith(answer, code)
      expect(errorData(answer)).toMatchObject({ minutes: 30, slotMinutes: 60 })
    },
    'more than one choice of a party for the one option of a service; a choiceId where the option is not STAFF_MEMBER': async ([, code]) => {
      const { yoga, eventId, optionId } = await getAgeClass()
      for (const choices of [
        [
          { optionId, custom: 'child' },
          { optionId, custom: 'adult' },
        ],
        [{ optionId, choiceId: randomUUID() }],
      ])
        refusesWith(await studio.create(inClass(yoga, eventId, choose({ numberOfParticipants: 1, choices }))), code)
    },
    STAFF_MEMBER: async () => {
      const { id: ben } = await studio.resource('Ben')
      const massage = await studio.service({ rate: 'VARIED', price: '40.00', staff: [studio.staff, ben] })
      const id = randomUUID()
      const variants = [studio.staff, ben].map((staffMemberId) => ({ choices: [{ optionId: id, staffMemberId }], price: money('50.00') }))
      const optionId = await addOption(massage, { id, type: 'STAFF_MEMBER' }, variants)
      const slot = { ...studio.slotFor(massage), resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
      const { booking } = (await studio.create(book({ slot }, choose({ numberOfParticipants: 1, choices: [{ optionId, choiceId: ben }] })))).body
      expect(booking.bookedEntity.slot.resource).toMatchObject({ id: ben, name: 'Ben' })
    },
    'VARIED without choices': async () => {
      const { massage } = await getTwoLengths()
      const readTotal = async (id: string) => (await studio.owner(`/api/bookings/${id}/summary`, {}, 'GET')).body.amounts.total
      const half = (await studio.create(book({ slot: studio.slotFor(massage, '2027-05-10T10:00:00Z', '2027-05-10T10:30:00Z') }))).body.booking
      const full = (await studio.create(book({ slot: studio.slotFor(massage, '2027-05-10T12:00:00Z', '2027-05-10T13:00:00Z') }))).body.booking
      expect([await readTotal(half.id), await readTotal(full.id)]).toEqual(['25.00', '45.00'])
      const { yoga, eventId } = await getAgeClass()
      expect(await readTotal((await studio.create(inClass(yoga, eventId))).body.booking.id)).toBe('20.00')
    },
  },
  // What the store reads it wrote itself.
  ['optionId known but its object cannot be read'],
)

describeRows('what comes of a call (§4.5)', tableAt('bookings', '### 4.5'), {
  'visitor, member (API)': async ([, status]) => {
    const massage = await studio.service()
    const member = await server.registerMember(studio.site)
    const other = studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    expect((await studio.create(book({ slot: studio.slotFor(massage) }, { status: 'CONFIRMED' }))).body.booking.status).toBe(status)
    expect((await studio.create(book({ slot: other }), member.token)).body.booking.status).toBe(status)
  },
  'hosted booking page, nothing to pay now': async () => {
    const [plain, approved] = [await studio.service(), await studio.service({ approval: true })]
    expect((await studio.book({ slot: studio.slotFor(plain), paymentOption: 'OFFLINE' })).status).toBe('CONFIRMED')
    const other = studio.slotFor(approved, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
    expect((await studio.book({ slot: other, paymentOption: 'OFFLINE' })).status).toBe('PENDING')
  },
  'hosted booking page, online payment': async () => {
    const massage = await studio.service()
    const declined = await studio.book({ slot: studio.slotFor(massage), paymentOption: 'ONLINE', card: { ...card, number: '4000000000009995' } })
    expect(declined.status).toBe('CREATED')
  },
  'owner, status absent or CREATED': async ([, status]) => {
    const massage = await studio.service()
    expect((await studio.owner('/v2/bookings', book({ slot: studio.slotFor(massage) }))).body.booking.status).toBe(status)
  },
  'owner, status CONFIRMED': async () => {
    const massage = await studio.service()
    const { booking } = (await studio.owner('/v2/bookings', book({ slot: studio.slotFor(massage) }, { status: 'CONFIRMED' }))).body
    expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'UNDEFINED' })
  },
})

/** Waiting for a class keeps no one from it; an offer reserves for its owner only. */
async function expectWaitingHoldsNothing(): Promise<void> {
  const { yoga, eventId } = await getClass(1, { rules: { waitlistPolicy: { enabled: true, capacity: 3, reservationTimeInMinutes: 10 } } })
  const seated = (await studio.owner('/v2/bookings', inClass(yoga, eventId, { status: 'CONFIRMED' }))).body.booking
  const token = await server.visitorToken(studio.site)
  const { booking } = inClass(yoga, eventId)
  const joined = await server.ok('POST', '/bookings/v1/waitlist/register', { token, body: { sessionId: eventId, booking } })
  await studio.owner(`/v2/bookings/${seated.id}/cancel`, { revision: seated.revision })
  expect(errorCode(await studio.create(inClass(yoga, eventId)))).toBe('SLOT_NOT_AVAILABLE')
  const enrolled = await server.ok('POST', '/bookings/v1/waitlist/enroll', { token, body: { registrationId: joined.registration.id } })
  expect(enrolled.booking.id).toBe(joined.registration.bookingId)
}

/** Whether a booking in a state keeps others from its time, and from its seat. */
const holds: Record<string, (held: boolean) => Case> = Object.fromEntries(
  (['CREATED, hold alive', 'CREATED, hold over', 'PENDING', 'CONFIRMED', 'WAITING_LIST', 'DECLINED, CANCELED'] as const).map((state) => [
    state,
    (held: boolean) => async () => {
      const massage = await studio.service({ approval: true })
      const { yoga, eventId } = await getClass(1, { approval: true })
      const [timed, seated] = [book({ slot: studio.slotFor(massage) }), inClass(yoga, eventId)]
      const put = async (body: object, service: CreatedService) => {
        const { id, revision } = (await studio.create(body)).body.booking
        const act = (what: string, more: object = {}) => studio.owner(`/v2/bookings/${id}/${what}`, { revision, ...more })
        if (state === 'PENDING') await act('mark_booking_as_pending')
        if (state === 'CONFIRMED') await act('confirm')
        if (state === 'DECLINED, CANCELED') await act('decline')
        return service
      }
      if (state === 'WAITING_LIST') return expectWaitingHoldsNothing()
      await put(timed, massage)
      await put(seated, yoga)
      if (state === 'CREATED, hold over') server.freezeClock('2027-05-01T10:10:00Z')
      const [sameTime, sameSeat] = [await studio.create(book({ slot: studio.slotFor(massage) })), await studio.create(inClass(yoga, eventId))]
      expect([sameTime.status === 200, sameSeat.status === 200]).toEqual([!held, !held])
    },
  ]),
)
describeRows(
  'who holds (§7.1)',
  tableAt('bookings', '### 7.1'),
  Object.fromEntries(Object.entries(holds).map(([state, toCase]) => [state, ([, time = '']) => toCase(time.startsWith('blocks'))()])),
)

describe('confirmOrDecline (§8.2)', () => {
  const rows = tableAt('bookings', '### 8.2')
  const report = (id: string, paymentStatus?: string) => studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, paymentStatus ? { paymentStatus } : {})
  /** A booking whose hold is over, and another one in its place. */
  async function lose(body: object, more: object = {}) {
    const lost = (await studio.owner('/v2/bookings', { ...body, ...more })).body.booking
    server.freezeClock('2027-05-01T10:11:00Z')
    await studio.create(body)
    return lost
  }
  const readStatuses = (cell: string) => cell.match(/[A-Z]+(?:_[A-Z]+)*/g) ?? []

  test('there are four rows', () =>
    expect(rows.map(([conflict]) => conflict)).toEqual(['no', 'yes, booking made with skipAvailabilityValidation', 'yes', 'yes']))
  test('no conflict, any payment: approval needed → PENDING, else CONFIRMED', async () => {
    for (const [approval, status] of [
      [true, 'PENDING'],
      [false, 'CONFIRMED'],
    ] as const) {
      const massage = await studio.service({ approval })
      const day = approval ? '11' : '12'
      const { booking } = (await studio.create(book({ slot: studio.slotFor(massage, `2027-05-${day}T10:00:00Z`, `2027-05-${day}T11:00:00Z`) }))).body
      expect((await report(booking.id, 'NOT_PAID')).body.booking).toMatchObject({ status, paymentStatus: 'NOT_PAID' })
    }
  })
  test('a conflict of a booking that was made in spite of it: as without, double booked', async () => {
    const massage = await studio.service()
    const lost = await lose(book({ slot: studio.slotFor(massage) }), { flowControlSettings: { skipAvailabilityValidation: true } })
    expect((await report(lost.id, 'NOT_PAID')).body.booking.status).toBe('CONFIRMED')
  })
  const [, , unpaid, paid] = rows
  test.each(readStatuses(unpaid?.[1] ?? ''))('a conflict, %s: DECLINED', async (paymentStatus) => {
    const massage = await studio.service()
    const lost = await lose(book({ slot: studio.slotFor(massage) }))
    expect((await report(lost.id, paymentStatus)).body.booking).toMatchObject({ status: 'DECLINED' })
  })
  test.each(readStatuses(paid?.[1] ?? ''))('a conflict, %s: an appointment is double booked, a class is declined', async (paymentStatus) => {
    const massage = await studio.service()
    const lost = await lose(book({ slot: studio.slotFor(massage) }))
    expect((await report(lost.id, paymentStatus)).body.booking).toMatchObject({ status: 'CONFIRMED', doubleBooked: true })
    server.freezeClock('2027-05-01T10:00:00Z')
    const { yoga, eventId } = await getClass(1)
    const seat = await lose(inClass(yoga, eventId))
    expect((await report(seat.id, paymentStatus)).body.booking.status).toBe('DECLINED')
  })
})

describe('the status after a move (§9)', () => {
  const rows = tableAt('bookings', 'Result status:')
  test('there are five rows', () => expect(rows.length).toBe(5))
  test.each(rows)('%s, moved by %s, approval %s: %s', async (before = '', caller = '', approval = '', after = '') => {
    const policy = { reschedulePolicy: { enabled: true } }
    const massage = await studio.service({ approval: approval.startsWith('yes') || (approval === 'any' && before === 'PENDING'), rules: policy })
    const member = await server.registerMember(studio.site)
    const made = (await studio.create(book({ slot: studio.slotFor(massage) }, { contactDetails: { firstName: 'Mia', email: member.email } }), member.token))
      .body.booking
    if (before === 'CONFIRMED') await studio.owner(`/v2/bookings/${made.id}/confirm`, { revision: '1' })
    if (before === 'PENDING') await studio.owner(`/v2/bookings/${made.id}/mark_booking_as_pending`, { revision: '1' })
    const { revision } = await readBooking(made.id)
    const body = { revision, slot: studio.slotFor(massage, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z') }
    const moved = await server.call('POST', `/v2/bookings/${made.id}/reschedule`, {
      ...(caller === 'owner' ? { as: studio.site } : { token: member.token }),
      body,
    })
    expect(moved.body.booking.status).toBe(stripMarkdown(after).split(/[ ,]/)[0])
  })
})

describeRows('ways to pay (§12.1)', tableAt('bookings', '### 12.1'), {
  ONLINE: async () => {
    await expectOption({ online: true }, 'ONLINE', true)
    await expectOption({ inPerson: true }, 'ONLINE', false)
  },
  OFFLINE: async () => {
    await expectOption({ inPerson: true }, 'OFFLINE', true)
    await expectOption({ online: true }, 'OFFLINE', false)
  },
  MEMBERSHIP: async () => {
    await expectOption({ pricingPlan: true }, 'MEMBERSHIP', false)
    const member = await server.registerMember(studio.site)
    await expectOption({ pricingPlan: true }, 'MEMBERSHIP', true, member.token)
    await expectOption({ online: true }, 'MEMBERSHIP', false, member.token)
  },
  MEMBERSHIP_OFFLINE: async () => {
    await expectOption({ pricingPlan: true }, 'MEMBERSHIP_OFFLINE', false)
    await expectOption({ online: true }, 'MEMBERSHIP_OFFLINE', false)
  },
  'UNDEFINED or absent': async () => {
    await expectOption({ online: true }, 'UNDEFINED', true)
    await expectOption({ inPerson: true }, undefined, true)
  },
})
async function expectOption(options: Record<string, boolean>, selectedPaymentOption: string | undefined, isAllowed: boolean, token?: string): Promise<void> {
  const { yoga, eventId } = await getClass(5, { options })
  const answer = await studio.create(inClass(yoga, eventId, { selectedPaymentOption }), token)
  if (isAllowed) expect([selectedPaymentOption, answer.status]).toEqual([selectedPaymentOption, 200])
  else expect([errorCode(answer), JSON.stringify(errorData(answer))]).toEqual(['VALIDATION_FAILURE', expect.stringContaining('booking.selectedPaymentOption')])
}
