/** States, transitions and flags as the guide lists them, each driven through HTTP. Source: guide bookings §5, §6.1. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type BookingState, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { runWaitlistSchedule } from '../../../test/factories/waitlist-class.ts'
import { allMatched, describeRows, tableAt, unmatchedRows, type RowCase } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { bookingsApi, Flags } from './contract.ts'
import { multiBookingsApi } from '../multi-bookings/contract.ts'

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

const tell = { participantNotification: { notifyParticipants: true } }
/** Every change of a booking, asked by the business, with a revision that is right. */
const everyChange = async (id: string): Promise<Record<string, TestReply>> => {
  const { bookedEntity } = await steps.readBooking(id)
  const slot = { ...bookedEntity.slot, startDate: '2027-09-01T10:00:00', endDate: '2027-09-01T11:00:00' }
  return {
    confirm: await steps.actNow(id, 'confirm'),
    decline: await steps.actNow(id, 'decline'),
    markAsPending: await steps.actNow(id, 'mark_booking_as_pending'),
    reschedule: await steps.actNow(id, 'reschedule', { slot }),
    participants: await steps.actNow(id, 'update_number_of_participants', { totalParticipants: 2 }),
    cancel: await steps.actNow(id, 'cancel'),
    confirmOrDecline: await studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, { paymentStatus: 'PAID' }),
  }
}
const finalCodes = {
  confirm: 'FAILED_CONFIRMING_NON_PENDING_BOOKING',
  decline: 'FAILED_DECLINE_NON_PENDING_BOOKING',
  markAsPending: 'BOOKING_MARK_BOOKING_AS_PENDING',
  reschedule: 'VALIDATION_FAILURE',
  participants: 'VALIDATION_FAILURE',
  cancel: 'INVALID_BOOKING_STATUS',
  confirmOrDecline: 'INVALID_BOOKING_STATUS',
}

describe('states (§5.1)', () => {
  const rows = tableAt('bookings', '### 5.1')
  test.each(rows)('%s: %s', async (status = '', _meaning, _holds, final) => {
    const booking = await steps.inState(status as BookingState)
    expect(booking.status).toBe(status)
    const cancelled = await steps.actNow(booking.id, 'cancel')
    expect([status, cancelled.status]).toEqual([status, final === 'yes' ? 428 : 200])
  })
})

/** What of a list is left without another, each once. */
function subtract(all: readonly string[], taken: readonly string[]): string[] {
  const left = [...all]
  for (const one of taken) if (left.includes(one)) left.splice(left.indexOf(one), 1)
  return left
}

/** A booking before its step, or none where the step makes it; `act` carries the row out and answers the id of what was made. */
interface Drive {
  id?: string
  act: () => Promise<unknown>
}
const checkout = async (ids: string[], token: string): Promise<string> => {
  const lineItems = ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId } }))
  return (await server.ok('POST', '/ecom/v1/checkouts', { token, body: { lineItems, channelType: 'WEB' } })).checkout.id
}
const placeOrder = (approval: boolean) => async (): Promise<Drive> => {
  const token = await server.visitorToken(studio.site)
  const { id } = await steps.hold(steps.toBody({ slot: steps.nextSlot(await studio.service({ approval })) }), token)
  const basket = await checkout([id], token)
  return { id, act: () => server.ok('POST', `/ecom/v1/checkouts/${basket}/create-order`, { token, body: {} }) }
}
/** A booking whose hold is over, and another customer in its place. */
async function lose(selectedPaymentOption: string): Promise<{ id: string; token: string; basket: string }> {
  const token = await server.visitorToken(studio.site)
  const body = steps.toBody({ slot: steps.nextSlot(await studio.service()) }, { selectedPaymentOption })
  const { id } = await steps.hold(body, token)
  const basket = await checkout([id], token)
  server.freezeClock('2027-05-01T10:11:00Z')
  await steps.hold({ booking: { ...body.booking, contactDetails: guest() } })
  return { id, token, basket }
}
const hostedOffline = (approval: boolean) => async (): Promise<Drive> => {
  const service = await studio.service({ approval })
  return { act: async () => (await studio.book({ slot: steps.nextSlot(service), paymentOption: 'OFFLINE', contactDetails: guest() })).id }
}
const decideIn =
  (state: BookingState, what: string): (() => Promise<Drive>) =>
  async () => {
    const { id } = await steps.inState(state)
    return { id, act: async () => steps.made(await steps.actNow(id, what, tell)) }
  }
const inSession = async (): Promise<{ id: string; eventId: string }> => {
  const session = await steps.addClass(3)
  const { id } = steps.made(await studio.owner('/v2/bookings', steps.inClass(session, { status: 'CONFIRMED' })))
  return { id, eventId: session.eventId }
}

/** Each row by its number; a row that names several states, or several ends, is driven once for each. */
const drives: Record<string, readonly (() => Promise<Drive>)[]> = {
  1: [
    async () => ({ act: async () => (await steps.hold(steps.toBody({ slot: steps.nextSlot(await studio.service()) }))).id }),
    async () => ({ act: async () => steps.made(await studio.owner('/v2/bookings', steps.toBody({ slot: steps.nextSlot(await studio.service()) }))).id }),
  ],
  2: [hostedOffline(false), hostedOffline(true)],
  3: [
    async () => {
      const body = { ...steps.toBody({ slot: steps.nextSlot(await studio.service()) }, { status: 'CONFIRMED' }), ...tell }
      return { act: async () => steps.made(await studio.owner('/v2/bookings', body)).id }
    },
  ],
  4: [async () => ({ act: async () => (await steps.joinWaitlist()).booking.id })],
  5: [placeOrder(false)],
  6: [placeOrder(true)],
  7: [
    async () => {
      const { id, token, basket } = await lose('ONLINE')
      return { id, act: () => server.ok('POST', `/api/checkout/baskets/${basket}/pay`, { token, body: { card } }) }
    },
  ],
  8: [
    async () => {
      const { id } = await lose('ONLINE')
      return { id, act: () => studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, { paymentStatus: 'PAID' }) }
    },
  ],
  9: (['CREATED', 'PENDING'] as const)
    .map((state) => decideIn(state, 'confirm'))
    .concat(async () => {
      const { seated, booking } = await steps.joinWaitlist()
      await steps.actNow(seated.id, 'cancel')
      return { id: booking.id, act: async () => steps.made(await steps.actNow(booking.id, 'confirm', tell)) }
    }),
  10: (['CREATED', 'PENDING', 'WAITING_LIST'] as const).map((state) => decideIn(state, 'decline')),
  11: [decideIn('CREATED', 'mark_booking_as_pending')],
  12: (['CREATED', 'PENDING'] as const).map((state) => async () => {
    const { id } = await steps.inState(state, await studio.service({ approval: state === 'PENDING' }))
    return { id, act: async () => steps.made(await studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, { paymentStatus: 'NOT_PAID' })) }
  }),
  13: (['CREATED', 'PENDING', 'CONFIRMED'] as const).map((state) => async () => {
    const service = await studio.service({ approval: true })
    const { id } = await steps.inState(state, service)
    return { id, act: async () => steps.made(await steps.actNow(id, 'reschedule', { slot: steps.nextSlot(service), ...tell })) }
  }),
  14: [
    async () => {
      const { id } = await inSession()
      return { id, act: async () => steps.made(await steps.actNow(id, 'update_number_of_participants', { totalParticipants: 2 })) }
    },
  ],
  15: (['CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST'] as const).map((state) => decideIn(state, 'cancel')),
  16: [
    async () => {
      const { id } = await steps.inState('CREATED')
      return { id, act: async () => server.freezeClock('2027-05-01T10:11:00Z') }
    },
  ],
  17: [
    async () => {
      const { seated, token, registration, booking } = await steps.joinWaitlist()
      await steps.actNow(seated.id, 'cancel')
      const enroll = { registrationId: registration.id, paymentOption: 'OFFLINE' }
      return { id: booking.id, act: () => server.ok('POST', '/bookings/v1/waitlist/enroll', { token, body: enroll }) }
    },
  ],
  18: [
    async () => {
      const { token, registration, booking } = await steps.joinWaitlist()
      return { id: booking.id, act: () => server.ok('POST', '/bookings/v1/waitlist/leave', { token, body: { registrationId: registration.id } }) }
    },
    async () => {
      const { booking } = await steps.joinWaitlist()
      return { id: booking.id, act: () => runAt(booking.startDate) }
    },
  ],
  19: [
    async () => {
      const { id, startDate } = await steps.inState('PENDING')
      return { id, act: () => runAt(startDate) }
    },
  ],
  20: [
    async () => {
      const { id, eventId } = await inSession()
      return { id, act: () => server.ok('POST', `/calendar/v3/events/${eventId}/cancel`, { as: studio.site, body: tell }) }
    },
  ],
  21: [
    async () => {
      const { id } = await studio.book({ slot: steps.nextSlot(await studio.service()), paymentOption: 'OFFLINE', contactDetails: guest() })
      return { id, act: async () => steps.made(await studio.owner(`/api/bookings/${id}/mark-paid`)) }
    },
  ],
}
async function runAt(start: string): Promise<void> {
  server.freezeClock(start)
  await runWaitlistSchedule(studio)
}

describe('transitions (§5.2)', () => {
  const rows = tableAt('bookings', '### 5.2')
  const slugs = ['created', 'updated', 'confirmed', 'declined', 'markedAsPending', 'canceled', 'rescheduled', 'number_of_participants_updated']
  const statuses = ['CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST', 'DECLINED', 'CANCELED']
  const payments = ['UNDEFINED', 'NOT_PAID', 'PAID', 'REFUNDED', 'EXEMPT']
  const templates: Record<string, string> = {
    requested: 'booking-requested',
    confirmed: 'booking-confirmed',
    declined: 'booking-declined',
    rescheduled: 'booking-rescheduled',
    canceled: 'booking-canceled',
    'waitlist-joined': 'waitlist-joined',
  }
  const among = (words: readonly string[], cell = ''): string[] => words.filter((word) => new RegExp(`(^|[^\\w-])${word}([^\\w-]|$)`).test(cell))
  /** `as 5–8` stands for what these rows say. */
  const withRows = (cell = '', column: number): string => (/\b5–8/.test(cell) ? [cell, ...rows.slice(4, 8).map((row) => row[column] ?? '')].join(', ') : cell)

  test('has a drive for every row', () =>
    expect(
      unmatchedRows(
        rows.filter(([number]) => number !== '22'),
        drives,
      ),
    ).toEqual(allMatched))

  const driven = rows.flatMap(([number = '', ...cells]) => (drives[number] ?? []).map((_, at) => [number, at, ...cells] as [string, number, ...string[]]))
  test.each(driven)('row %s, %i: %s, %s, by %s when %s: %s', async (number, at, from, _trigger, _actor, _guard, to, _places, payment, event, email) => {
    const drive = (await drives[number]?.[at]?.()) as Drive
    const before = drive.id ? await steps.readBooking(drive.id) : undefined
    if (before) expect(from === 'any' ? [before.status] : among(statuses, from)).toContain(before.status)
    const slugsBefore = drive.id ? await studio.emittedSlugs(drive.id) : []
    const sentBefore = before ? await studio.sentTemplates(before.contactDetails.email) : []
    const answered = await drive.act()
    const id = drive.id ?? String(answered)
    const after = await steps.readBooking(id)

    const targets = among(statuses, withRows(to, 5)).concat(before && /\bsame\b/.test(to ?? '') ? [before.status] : [])
    expect(targets).toContain(after.status)
    if (payments.includes(payment ?? '')) expect(after.paymentStatus).toBe(payment)
    if (payment === 'unchanged') expect(after.paymentStatus).toBe(before?.paymentStatus)

    const emitted = (await studio.emittedSlugs(id)).slice(slugsBefore.length)
    const allowed = event === 'by result' ? slugs : among(slugs, withRows(event, 8))
    expect(emitted.filter((slug) => !allowed.includes(slug))).toEqual([])
    expect(emitted.length > 0).toBe(event !== '–')

    const sent = subtract(await studio.sentTemplates(after.contactDetails.email), sentBefore)
    const words = email === 'by result' ? Object.keys(templates) : among(Object.keys(templates), withRows(email, 9))
    // A receipt is of the payment.
    const told = sent.filter((template) => !template.startsWith('payment-'))
    expect(told.filter((template) => !words.some((word) => templates[word] === template))).toEqual([])
    if (words.length > 0 && email !== 'by result' && !email?.startsWith('own checkout')) expect(told.length).toBeGreaterThan(0)
  })

  test('row 22: what is over changes no more', async () => {
    for (const state of ['DECLINED', 'CANCELED'] as const) {
      const { id } = await steps.inState(state)
      const answers = await everyChange(id)
      expect(Object.fromEntries(Object.entries(answers).map(([what, answer]) => [what, errorCode(answer)]))).toEqual(finalCodes)
      expect((await steps.readBooking(id)).status).toBe(state)
    }
  })
})

describe('flags (§6.1)', () => {
  const rows = tableAt('bookings', '### 6.1')
  const listFlags = (cell = ''): string[] => cell.split(', ')
  const known = Object.keys((Flags as unknown as { anyOf: { properties?: object }[] }).anyOf.find((one) => one.properties)?.properties ?? {})

  test('of the calls are those of the wire', () => {
    const named = new Set(rows.flatMap(([, flags]) => listFlags(flags)))
    expect([...named].toSorted()).toEqual(known.toSorted())
  })
  test('are ignored from customers', async () => {
    const [[, flags] = []] = rows
    const all = Object.fromEntries(listFlags(flags).map((flag) => [flag, true]))
    // A time that is taken stays taken for a customer.
    const service = await studio.service()
    const body = steps.toBody({ slot: steps.nextSlot(service) })
    await steps.hold(body)
    const other = { ...steps.toBody(body.booking.bookedEntity), flowControlSettings: all }
    expect(errorCode(await studio.create(other))).toBe('SLOT_NOT_AVAILABLE')
    expect((await studio.owner('/v2/bookings', other)).status).toBe(200)
  })
  const operations: Record<string, { body?: unknown }[]> = {
    'create, bulk create, multi create': [bookingsApi.createBooking, multiBookingsApi.createMultiServiceBooking],
    'reschedule, multi reschedule': [bookingsApi.rescheduleBooking, multiBookingsApi.rescheduleMultiServiceBooking],
    'confirm, multi confirm': [bookingsApi.confirmBooking, multiBookingsApi.confirmMultiServiceBooking],
    'mark pending': [bookingsApi.markBookingAsPending],
    decline: [bookingsApi.declineBooking],
    'cancel, multi cancel': [bookingsApi.cancelBooking, multiBookingsApi.cancelMultiServiceBooking],
  }
  describeRows(
    'are taken by their calls',
    rows,
    Object.fromEntries(
      Object.entries(operations).map(([name, calls]) => [
        name,
        () => {
          for (const { body } of calls) expect(Object.keys((body as { properties: object }).properties)).toContain('flowControlSettings')
        },
      ]),
    ),
  )
})

const effects: Record<string, RowCase> = {
  'skipAvailabilityValidation (create)': async () => {
    const massage = await studio.service({ approval: true })
    const [slot, flags] = [steps.nextSlot(massage), { flowControlSettings: { skipAvailabilityValidation: true } }]
    const anyone = { ...slot, resource: undefined, resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }
    expect(errorCode(await studio.owner('/v2/bookings', { ...steps.toBody({ slot: anyone }), ...flags }))).toBe(
      'CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED',
    )
    steps.made(await studio.owner('/v2/bookings', steps.toBody({ slot }, { status: 'CONFIRMED' })))
    const forced = steps.made(await studio.owner('/v2/bookings', { ...steps.toBody({ slot }), ...flags }))
    expect(forced.doubleBooked).toBe(true)
    const reported = await studio.owner(`/v2/confirmation/${forced.id}:confirmOrDecline`, { paymentStatus: 'NOT_PAID' })
    expect(reported.body.booking).toMatchObject({ status: 'PENDING', doubleBooked: true })
  },
  'skipAvailabilityValidation (reschedule)': async () => {
    const massage = await studio.service()
    const [taken, booking] = [await steps.inState('CONFIRMED', massage), await steps.inState('CONFIRMED', massage)]
    const { slot } = taken.bookedEntity
    expect(errorCode(await steps.actNow(booking.id, 'reschedule', { slot }))).toBe('SLOT_NOT_AVAILABLE')
    const moved = await steps.actNow(booking.id, 'reschedule', { slot, flowControlSettings: { skipAvailabilityValidation: true } })
    expect(moved.body.booking).toMatchObject({ startDate: taken.startDate, doubleBooked: true })
  },
  skipBusinessConfirmation: async () => {
    const { id } = steps.made(
      await studio.owner('/v2/bookings', {
        ...steps.toBody({ slot: steps.nextSlot(await studio.service({ approval: true })) }),
        flowControlSettings: { skipBusinessConfirmation: true },
      }),
    )
    expect((await studio.owner(`/v2/confirmation/${id}:confirmOrDecline`, {})).body.booking.status).toBe('CONFIRMED')
  },
  skipSelectedPaymentOptionValidation: async () => {
    const online = await studio.service({ options: { online: true } })
    const book = (flowControlSettings: object) => studio.owner('/v2/bookings', { ...steps.toBody({ slot: steps.nextSlot(online) }), flowControlSettings })
    expect(errorCode(await book({}))).toBe('VALIDATION_FAILURE')
    expect((await book({ skipSelectedPaymentOptionValidation: true })).body.booking.selectedPaymentOption).toBe('OFFLINE')
  },
  'ignoreReschedulePolicy, ignoreCancellationPolicy': async () => {
    const limited = { reschedulePolicy: { enabled: false }, cancellationPolicy: { enabled: false } }
    const massage = await studio.service({ rules: limited })
    const { id } = await steps.inState('CONFIRMED', massage)
    const slot = steps.nextSlot(massage)
    expect(errorCode(await steps.actNow(id, 'cancel'))).toBe('BOOKING_POLICY_VIOLATION')
    expect((await steps.actNow(id, 'reschedule', { slot, flowControlSettings: { ignoreReschedulePolicy: true } })).status).toBe(200)
    expect((await steps.actNow(id, 'cancel', { flowControlSettings: { ignoreCancellationPolicy: true } })).status).toBe(200)
  },
  'checkAvailabilityValidation (confirm)': async () => {
    const massage = await studio.service({ approval: true, multipleRequests: true })
    const slot = steps.nextSlot(massage)
    const ask = async () => {
      const { id } = await steps.hold(steps.toBody({ slot }))
      steps.made(await steps.act(id, 'mark_booking_as_pending', { revision: '1' }))
      return id
    }
    const [first, second] = [await ask(), await ask()]
    const checked = { flowControlSettings: { checkAvailabilityValidation: true } }
    expect((await steps.actNow(first, 'confirm', checked)).body.booking).not.toHaveProperty('doubleBooked')
    expect((await steps.actNow(second, 'confirm', checked)).body.booking).toMatchObject({ status: 'CONFIRMED', doubleBooked: true })
  },
  waiveCancellationFee: async () => {
    const cancellationFeePolicy = { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 999_999 }], autoCollectFeeEnabled: true }
    const massage = await studio.service({ rules: { cancellationFeePolicy, saveCreditCardPolicy: { enabled: true } } })
    const feeAfter = async (waiveCancellationFee?: boolean) => {
      const { id } = await studio.book({ slot: steps.nextSlot(massage), paymentOption: 'OFFLINE', card, contactDetails: guest() })
      steps.made(await steps.actNow(id, 'cancel', { flowControlSettings: { waiveCancellationFee } }))
      await server.runner.drain()
      return (await server.ok('GET', '/v1/booking-fees', { as: studio.site, query: { bookingIds: id } })).bookingFees.length
    }
    expect([await feeAfter(), await feeAfter(true), await feeAfter(false)]).toEqual([0, 0, 1])
  },
}
describeRows('what a flag does (§6.1)', tableAt('bookings', '### 6.1', 2), effects, [
  // `plan-credits.test.ts`.
  'withRefund',
  // `extras.test.ts`.
  'allowAddOnChanges',
])
