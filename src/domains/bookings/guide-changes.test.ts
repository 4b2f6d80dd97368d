/** What the guide's tables say of confirming, moving, cancelling and links, each row driven through HTTP. Source: guide bookings §7.2, §8.1, §9, §11, §17. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, errorData, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { codesIn, describeRows, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
let steps: GuideBookings
beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock(NOW)
  studio = await createBookingStudio(server)
  steps = createGuideBookings(studio)
})
afterAll(() => server.close())
beforeEach(() => server.freezeClock(NOW))

const refusesWith = (answer: TestReply, cell: string | undefined) => expect(codesIn(cell)).toContain(errorCode(answer))
const asMember = async () => {
  const { token, email } = await server.registerMember(studio.site)
  return { token, contactDetails: { firstName: 'Mia', email } }
}
/** An appointment of a member, confirmed by the business. */
async function bookAsMember(options: Parameters<BookingStudio['service']>[0] = {}, more: object = {}) {
  const { token, contactDetails } = await asMember()
  const massage = await studio.service(options)
  const { id } = await steps.hold(steps.toBody({ slot: steps.nextSlot(massage) }, { contactDetails, ...more }), token)
  const booking = steps.made(await steps.act(id, 'confirm', { revision: '1' }))
  const ask = (what: string, body: object) => server.call('POST', `/v2/bookings/${id}/${what}`, { token, body })
  return { id, token, massage, booking, ask }
}
const minutesBefore = (start: string, minutes: number): string => new Date(Date.parse(start) - minutes * 60_000).toISOString()

describeRows(
  'a hold (§7.2)',
  tableAt('bookings', '### 7.2'),
  {
    creation: async () => {
      const { id } = await steps.inState('CREATED')
      const { holdExpiresAt } = (await studio.owner(`/api/bookings/${id}/summary`, {}, 'GET')).body
      expect(holdExpiresAt).toBe('2027-05-01T10:10:00.000Z')
    },
    expiry: async () => {
      const massage = await studio.service()
      const body = steps.toBody({ slot: steps.nextSlot(massage) })
      const { id } = await steps.hold(body)
      server.freezeClock('2027-05-01T10:10:00Z')
      expect(await steps.readBooking(id)).toMatchObject({ status: 'CREATED', revision: '1' })
      expect((await studio.create(steps.toBody(body.booking.bookedEntity))).status).toBe(200)
    },
    'owner-made CREATED': async () => {
      const massage = await studio.service()
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.toBody({ slot: steps.nextSlot(massage) })))
      expect((await studio.owner(`/api/bookings/${id}/summary`, {}, 'GET')).body.holdExpiresAt).toBe('2027-05-01T10:10:00.000Z')
    },
  },
  // `pay-page.test.ts`, `baskets.test.ts` of checkout; the provider's page: `money-stripe.test.ts` there.
  [
    'hosted checkout or payment page opened, payment attempt started',
    'a customer is on the provider\'s page, or the provider says "processing" or gives no answer',
    'order placed after expiry',
  ],
)

describeRows('confirming (§8.1)', tableAt('bookings', '### 8.1'), {
  status: async ([, rule]) => {
    for (const state of ['CREATED', 'PENDING'] as const) {
      const { id } = await steps.inState(state)
      expect(steps.made(await steps.actNow(id, 'confirm')).status).toBe('CONFIRMED')
      refusesWith(await steps.actNow(id, 'confirm'), rule)
    }
  },
  'class, course': async ([, rule]) => {
    const session = await steps.addClass(1)
    const { id } = await steps.hold(steps.inClass(session))
    server.freezeClock('2027-05-01T10:11:00Z')
    await steps.hold(steps.inClass(session))
    refusesWith(await steps.actNow(id, 'confirm'), rule)
    const forced = steps.made(await studio.owner('/v2/bookings', { ...steps.inClass(session), flowControlSettings: { skipAvailabilityValidation: true } }))
    expect((await steps.actNow(forced.id, 'confirm')).status).toBe(200)
  },
  'appointment, checkAvailabilityValidation false': () => confirmTwice({}),
  'appointment, check true, conflict': () => confirmTwice({ flowControlSettings: { checkAvailabilityValidation: true } }),
  paymentStatus: async () => {
    const [given, absent] = [await steps.inState('CREATED'), await steps.inState('CREATED')]
    expect(steps.made(await steps.actNow(given.id, 'confirm', { paymentStatus: 'PAID' })).paymentStatus).toBe('PAID')
    expect(steps.made(await steps.actNow(absent.id, 'confirm')).paymentStatus).toBe(absent.paymentStatus)
  },
  effect: async () => {
    const { id } = await steps.inState('CREATED')
    const { slot } = steps.made(await steps.actNow(id, 'confirm')).bookedEntity
    expect([slot.eventId, slot.sessionId]).toEqual([expect.any(String), slot.eventId])
    const { requests } = await askTwice()
    const [first, second] = requests
    steps.made(await steps.actNow(first ?? '', 'confirm'))
    expect(await steps.read(second ?? '', { withTakenTimes: true })).toMatchObject({ booking: { status: 'PENDING' }, timeTaken: true })
  },
})
/** Two requests for one time, which the service allows. */
async function askTwice(): Promise<{ requests: string[] }> {
  const slot = steps.nextSlot(await studio.service({ approval: true, multipleRequests: true }))
  const requests: string[] = []
  for (let n = 0; n < 2; n++) {
    const { id } = await steps.hold(steps.toBody({ slot }))
    steps.made(await steps.act(id, 'mark_booking_as_pending', { revision: '1' }))
    requests.push(id)
  }
  return { requests }
}
async function confirmTwice(flags: object): Promise<void> {
  const { requests } = await askTwice()
  const confirmed = []
  for (const id of requests) confirmed.push(steps.made(await steps.actNow(id, 'confirm', flags)))
  expect(confirmed.map(({ status, doubleBooked }) => [status, doubleBooked])).toEqual([
    ['CONFIRMED', undefined],
    ['CONFIRMED', true],
  ])
}

const move = (id: string, slot: object, more: object = {}) => steps.actNow(id, 'reschedule', { slot, ...more })
describeRows(
  'what refuses a move (§9)',
  tableAt('bookings', '## 9.'),
  {
    'status CREATED (live hold), PENDING, CONFIRMED': async ([, code]) => {
      const massage = await studio.service({ approval: true })
      for (const state of ['CREATED', 'PENDING', 'CONFIRMED'] as const)
        expect((await move((await steps.inState(state, massage)).id, steps.nextSlot(massage))).status).toBe(200)
      const { id } = await steps.inState('CREATED', massage)
      refusesWith(await move((await steps.inState('CANCELED', massage)).id, steps.nextSlot(massage)), code)
      server.freezeClock('2027-05-01T10:11:00Z')
      refusesWith(await move(id, steps.nextSlot(massage)), code)
    },
    'same service; other serviceId': async ([, code]) =>
      refusesWith(await move((await steps.inState('CONFIRMED')).id, steps.nextSlot(await studio.service())), code),
    'COURSE never': async ([, code]) => {
      const course = await steps.addCourse()
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.toBody({ schedule: { serviceId: course.id } }, { status: 'CONFIRMED' })))
      refusesWith(await move(id, { serviceId: course.id, scheduleId: course.scheduleId }), code)
    },
    'part of a multi-service booking': async ([, code]) => {
      const massage = await studio.service()
      const [start, end] = steps.nextHour()
      const next = new Date(Date.parse(end) + 3_600_000).toISOString()
      const bookings = [studio.slotFor(massage, start, end), studio.slotFor(massage, end, next)].map((slot) => steps.toBody({ slot }).booking)
      const { multiServiceBooking } = (await studio.owner('/v2/multi_service_bookings', { bookings })).body
      refusesWith(await move(multiServiceBooking.bookings[0].booking.id, steps.nextSlot(massage)), code)
    },
    'customer: snapshot reschedule policy on, and old start − now ≥ latestRescheduleInMinutes when limited; old start not passed': async ([, code]) => {
      const limited = { reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 120 } }
      const { booking, massage, ask } = await bookAsMember({ rules: limited })
      const slot = steps.nextSlot(massage)
      server.freezeClock(minutesBefore(booking.startDate, 119))
      refusesWith(await ask('reschedule', { revision: booking.revision, slot }), code)
      server.freezeClock(minutesBefore(booking.startDate, 120))
      expect((await ask('reschedule', { revision: booking.revision, slot })).status).toBe(200)
      const off = await bookAsMember({ rules: { reschedulePolicy: { enabled: false } } })
      refusesWith(await off.ask('reschedule', { revision: off.booking.revision, slot: steps.nextSlot(off.massage) }), code)
      const passed = await bookAsMember()
      server.freezeClock(passed.booking.startDate)
      refusesWith(await passed.ask('reschedule', { revision: passed.booking.revision, slot: steps.nextSlot(passed.massage) }), code)
    },
    'customer: new time passes the booking policy (SA §9.2)': async ([, code]) => {
      const { booking, massage, ask } = await bookAsMember({ rules: { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 1440 } } })
      const slot = studio.slotFor(massage, '2027-05-02T09:00:00Z', '2027-05-02T10:00:00Z')
      const answer = await ask('reschedule', { revision: booking.revision, slot })
      refusesWith(answer, code)
      expect(errorData(answer)).toMatchObject({ tooLateToBook: true })
    },
    'new time free (own block left out)': async ([, code]) => {
      const massage = await studio.service()
      const [taken, booking] = [await steps.inState('CONFIRMED', massage), await steps.inState('CONFIRMED', massage)]
      refusesWith(await move(booking.id, taken.bookedEntity.slot), code)
      const full = await steps.addClass(1)
      const other = await studio.session(full.yoga, ...steps.nextHour())
      const [seated] = [steps.made(await studio.owner('/v2/bookings', steps.inClass(full)))]
      steps.made(await studio.owner('/v2/bookings', steps.inClass({ ...full, eventId: other })))
      refusesWith(await move(seated.id, { serviceId: full.yoga.id, eventId: other }), code)
      // Half an hour later it overlaps only itself.
      const [start, end] = steps.nextHour()
      const own = steps.made(await studio.owner('/v2/bookings', steps.toBody({ slot: studio.slotFor(massage, start, end) })))
      expect((await move(own.id, studio.slotFor(massage, minutesBefore(start, -30), minutesBefore(end, -30)))).status).toBe(200)
    },
    'class: existing session of the same class, slot.eventId': async ([, code]) => {
      const [session, other] = [await steps.addClass(3), await steps.addClass(3)]
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.inClass(session)))
      for (const eventId of [randomUUID(), other.eventId]) refusesWith(await move(id, { serviceId: session.yoga.id, eventId }), code)
    },
    'appointment: duration must stay allowed; absent resource = ANY': async ([, code]) => {
      const massage = await studio.service({ durations: [60] })
      const { id } = await steps.inState('CONFIRMED', massage)
      refusesWith(await move(id, steps.nextSlot(massage, 90)), code)
      const { resource: _, ...anyone } = steps.nextSlot(massage)
      expect(steps.made(await move(id, anyone)).bookedEntity.slot.resource.id).toBe(studio.staff)
    },
    'participants may change in the same call (class: capacity; both: max per booking for customers)': async ([, code]) => {
      const session = await steps.addClass(3)
      const later = await studio.session(session.yoga, ...steps.nextHour())
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.inClass(session)))
      refusesWith(await move(id, { serviceId: session.yoga.id, eventId: later }, { totalParticipants: 4 }), code)
      expect(steps.made(await move(id, { serviceId: session.yoga.id, eventId: later }, { totalParticipants: 3 })).totalParticipants).toBe(3)
      const { booking, massage, ask } = await bookAsMember()
      refusesWith(await ask('reschedule', { revision: booking.revision, slot: steps.nextSlot(massage), totalParticipants: 2 }), code)
    },
    'price would change and the booking is paid, in full or in part, by money, or a charge is under way; owners too': async ([, code]) => {
      const yoga = await studio.service({ type: 'CLASS', capacity: 9, rules: { participantsPolicy: { maxParticipantsPerBooking: 9 } } })
      const [first, second] = [await studio.session(yoga, ...steps.nextHour()), await studio.session(yoga, ...steps.nextHour())]
      const { id } = await studio.book({ slot: { serviceId: yoga.id, eventId: first }, paymentOption: 'ONLINE', card, contactDetails: guest() })
      const slot = { serviceId: yoga.id, eventId: second }
      refusesWith(await move(id, slot, { totalParticipants: 2 }), code)
      expect((await move(id, slot)).status).toBe(200)
    },
  },
  [
    // `extras.test.ts`.
    'add-ons: only if created with allowAddOnChanges and caller may (an owner); naming none, or the same ones again, leaves them as they are decision',
    // `plan-credits.test.ts`.
    'plan credits: new start inside the plan period (PP §13.3 line 5)',
  ],
)

describe('cancelling (§11.1)', () => {
  const cancelPolicy = { cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 } }
  const ignore = { flowControlSettings: { ignoreCancellationPolicy: true } }
  describeRows('who may', tableAt('bookings', '### 11.1'), {
    owner: async () => {
      const { id, booking } = await bookAsMember({ rules: cancelPolicy })
      server.freezeClock(minutesBefore(booking.startDate, 1439))
      expect(errorCode(await steps.actNow(id, 'cancel'))).toBe('BOOKING_POLICY_VIOLATION')
      server.freezeClock(booking.endDate)
      expect(errorCode(await steps.actNow(id, 'cancel'))).toBe('BOOKING_POLICY_VIOLATION')
      expect((await steps.actNow(id, 'cancel', ignore)).status).toBe(200)
    },
    'member, own': async ([, rule]) => {
      const { booking, ask } = await bookAsMember({ rules: cancelPolicy })
      const other = await asMember()
      const foreign = await server.call('POST', `/v2/bookings/${booking.id}/cancel`, { token: other.token, body: { revision: booking.revision } })
      expect(errorCode(foreign)).toBe('BOOKING_NOT_FOUND')
      server.freezeClock(minutesBefore(booking.startDate, 1439))
      refusesWith(await ask('cancel', { revision: booking.revision, ...ignore }), rule)
      server.freezeClock(minutesBefore(booking.startDate, 1440))
      expect((await ask('cancel', { revision: booking.revision })).status).toBe(200)
    },
    'token holder': async () => {
      const { id } = await steps.inState('CONFIRMED')
      const { token } = await server.ok('GET', `/v1/anonymous-bookings/${id}/token`, { as: studio.site })
      const { revision } = await steps.readBooking(id)
      expect((await server.ok('POST', `/v1/anonymous-bookings/${token}/cancel`, { as: studio.site, body: { revision } })).booking.status).toBe('CANCELED')
    },
    'visitor without token': async ([, rule]) => {
      expect(rule).toContain('403')
      const token = await server.visitorToken(studio.site)
      const hold = async () => steps.hold(steps.toBody({ slot: steps.nextSlot(await studio.service()) }), token)
      const [held, confirmed] = [await hold(), await hold()]
      const cancel = (id: string, revision: string) => server.call('POST', `/v2/bookings/${id}/cancel`, { token, body: { revision } })
      expect((await cancel(held.id, '1')).status).toBe(200)
      steps.made(await steps.act(confirmed.id, 'confirm', { revision: '1' }))
      expect([(await cancel(confirmed.id, '2')).status]).toEqual([403])
    },
  })
})

describe('allowed actions (§11.3)', () => {
  const allowed = async (id: string) => (await studio.owner('/v2/bulk/bookings/calculate_allowed_actions', { bookingIds: [id] })).body.results[0].item
  const rules = {
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
    reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 120 },
  }
  describeRows('are true', tableAt('bookings', '### 11.3'), {
    cancel: async () => {
      expect((await allowed((await steps.inState('CREATED')).id)).cancel).toBe(true)
      expect((await allowed((await steps.inState('WAITING_LIST')).id)).cancel).toBe(true)
      expect((await allowed((await steps.inState('DECLINED')).id)).cancel).toBe(false)
      const off = await studio.service({ rules: { cancellationPolicy: { enabled: false } } })
      expect((await allowed((await steps.inState('CONFIRMED', off)).id)).cancel).toBe(false)
    },
    reschedule: async () => {
      for (const [state, may] of [
        ['PENDING', true],
        ['CONFIRMED', true],
        ['CREATED', false],
        ['CANCELED', false],
      ] as const)
        expect([state, (await allowed((await steps.inState(state)).id)).reschedule]).toEqual([state, may])
      const course = await steps.addCourse()
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.toBody({ schedule: { serviceId: course.id } }, { status: 'CONFIRMED' })))
      expect((await allowed(id)).reschedule).toBe(false)
    },
    'refund (old field)': async () => expect(await allowed((await steps.inState('CONFIRMED')).id)).not.toHaveProperty('refund'),
  })
  test('the example: a day before both, a minute later only the move, in the last two hours neither', async () => {
    const massage = await studio.service({ rules })
    const { id, startDate } = await steps.inState('CONFIRMED', massage)
    const at = async (minutes: number) => {
      server.freezeClock(minutesBefore(startDate, minutes))
      return allowed(id)
    }
    expect([await at(1440), await at(1439), await at(119)]).toEqual([
      { cancel: true, reschedule: true },
      { cancel: false, reschedule: true },
      { cancel: false, reschedule: false },
    ])
  })
})

describe('links (§17)', () => {
  let visitor: string
  beforeAll(async () => {
    visitor = await server.visitorToken(studio.site)
  })
  const readToken = async (id: string): Promise<string> => (await server.ok('GET', `/v1/anonymous-bookings/${id}/token`, { as: studio.site })).token
  const open = (token: string, what = '', body?: object) =>
    server.call(body ? 'POST' : 'GET', `/v1/anonymous-bookings/${token}${what}`, { token: visitor, ...(body && { body }) })
  describeRows(
    'without sign-in',
    tableAt('bookings', '## 17.'),
    {
      token: async () => {
        const { id } = await steps.inState('CONFIRMED')
        const [one, two] = [await readToken(id), await readToken(id)]
        expect([one === two, /^[\w-]{32,2048}$/.test(one), Buffer.from(one, 'base64url').includes(id)]).toEqual([false, true, false])
        for (const token of [one, two]) expect((await open(token)).body.booking.id).toBe(id)
      },
      life: async () => {
        const { id, endDate } = await steps.inState('CONFIRMED')
        const token = await readToken(id)
        server.freezeClock(minutesBefore(endDate, -90 * 1440))
        expect((await open(token)).status).toBe(200)
        server.freezeClock(minutesBefore(endDate, -90 * 1440 - 1))
        expect(errorCode(await open(token))).toBe('INVALID_TOKEN')
      },
      'wrong, expired, of another site': async ([, rule]) => {
        expect(rule).toContain('401 INVALID_TOKEN')
        const { id } = await steps.inState('CONFIRMED')
        const token = await readToken(id)
        const elsewhere = await createBookingStudio(server)
        const foreign = await server.call('GET', `/v1/anonymous-bookings/${token}`, { token: await server.visitorToken(elsewhere.site) })
        const onSets = await server.call('GET', `/v1/anonymous-multi-service-bookings/${token}`, { token: visitor })
        for (const answer of [await open('x'.repeat(80)), foreign, onSets]) expect([answer.status, errorCode(answer)]).toEqual([401, 'INVALID_TOKEN'])
      },
      get: async () => {
        const cancellationFeePolicy = { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 999_999 }] }
        const { id } = await steps.inState('CONFIRMED', await studio.service({ rules: { cancellationFeePolicy } }))
        const token = await readToken(id)
        const { booking, allowedAnonymousActions, ...others } = (await open(token)).body
        expect([booking.id, allowedAnonymousActions, others]).toEqual([id, { cancel: true, reschedule: true }, {}])
        expect([booking.createdBy, booking.contactDetails.contactId]).toEqual([undefined, undefined])
        const withFee = await server.call('GET', `/v1/anonymous-bookings/${token}`, { token: visitor, query: { fields: 'BOOKING_FEES' } })
        expect(withFee.body.bookingFee.cancellationFee).toMatchObject({ status: 'PREVIEW', price: { value: '20.00' } })
      },
      service: async () => {
        const massage = await studio.service()
        const token = await readToken((await steps.inState('CONFIRMED', massage)).id)
        expect((await open(token, '/service')).body.service.id).toBe(massage.id)
      },
      cancel: async ([, rule]) => {
        const { id, revision } = await steps.inState('CONFIRMED')
        const token = await readToken(id)
        expect((await open(token, '/cancel', {})).status).toBe(400)
        expect((await open(token, '/cancel', { revision: '9' })).status).toBe(409)
        const { booking } = (await open(token, '/cancel', { revision })).body
        expect([booking.status, await studio.sentTemplates(booking.contactDetails.email)]).toEqual(['CANCELED', ['booking-canceled']])
        refusesWith(await open(token, '/cancel', { revision: booking.revision }), rule)
      },
      reschedule: async ([, rule]) => {
        const massage = await studio.service()
        const [taken, { id, revision }] = [await steps.inState('CONFIRMED', massage), await steps.inState('CONFIRMED', massage)]
        const token = await readToken(id)
        refusesWith(await open(token, '/reschedule', { revision, slot: taken.bookedEntity.slot }), rule)
        const { booking } = (await open(token, '/reschedule', { revision, slot: steps.nextSlot(massage) })).body
        expect(await studio.sentTemplates(booking.contactDetails.email)).toEqual(['booking-rescheduled'])
        const off = await studio.service({ rules: { reschedulePolicy: { enabled: false } } })
        const fixed = await steps.inState('CONFIRMED', off)
        refusesWith(await open(await readToken(fixed.id), '/reschedule', { revision: fixed.revision, slot: steps.nextSlot(off) }), 'RESCHEDULING_NOT_ALLOWED')
      },
      allowed: async () => {
        const anonymous = { enabled: true, allowAnonymous: false }
        const members = await studio.service({ rules: { cancellationPolicy: anonymous, reschedulePolicy: anonymous } })
        const readActions = async (id: string) => (await open(await readToken(id))).body.allowedAnonymousActions
        expect(await readActions((await steps.inState('CONFIRMED', members)).id)).toEqual({ cancel: false, reschedule: false })
        expect(await readActions((await steps.inState('WAITING_LIST')).id)).toEqual({ cancel: true, reschedule: false })
      },
      limits: async () => {
        const token = await readToken((await steps.inState('CONFIRMED')).id)
        const statuses = []
        for (let n = 0; n < 31; n++) statuses.push((await open(token)).status)
        expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
      },
    },
    // `multi-bookings.test.ts`.
    ['multi'],
  )
})
