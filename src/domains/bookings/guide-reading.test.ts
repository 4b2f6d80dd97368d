/** Fees, attendance, lists, reports and jobs as the guide's tables say, each row driven through HTTP. Source: guide bookings §14, §15, §18, §20.5, §20.6, §22. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, errorData, guest, type BookingStudio, type ServiceOptions } from '../../../test/factories/booking-studio.ts'
import { createGuideBookings, NOW, type GuideBookings } from '../../../test/factories/guide-bookings.ts'
import { codesIn, describeRows, readGuideLine, stripMarkdown, tableAt } from '../../../test/guide-tables.ts'
import { startTestServer, type TestReply, type TestServer } from '../../../test/test-server.ts'
import { waitlistSchedules } from '#domains/waitlist/schedules.ts'
import { bookingsSchedules } from './schedules.ts'

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
const minutesBefore = (start: string, minutes: number): string => new Date(Date.parse(start) - minutes * 60_000).toISOString()
const get = (path: string, query: Record<string, string> = {}) => server.call('GET', path, { as: studio.site, query })

describe('fees (§14)', () => {
  /** Both windows of the example. */
  const windows = [
    { percentage: '50', startInMinutes: 2880 },
    { percentage: '100', startInMinutes: 1440 },
  ]
  const rulesWith = (cancellationWindows: object[], autoCollectFeeEnabled = false) => ({
    cancellationFeePolicy: { enabled: true, cancellationWindows, autoCollectFeeEnabled },
    saveCreditCardPolicy: { enabled: true },
  })
  async function bookWithFee(options: ServiceOptions = {}, more: object = {}) {
    const { token, email } = await server.registerMember(studio.site)
    const massage = await studio.service({ rules: rulesWith(windows), ...options })
    const contactDetails = { firstName: 'Mia', email }
    const booking = await studio.book({ slot: steps.nextSlot(massage), contactDetails, paymentOption: 'OFFLINE', card, ...more }, token)
    return { ...booking, massage, token }
  }
  const listFees = async (id: string) => (await get('/v1/booking-fees', { bookingIds: id })).body.bookingFees
  const readAmount = async (id: string) => (await listFees(id))[0]?.cancellationFee.price.value
  const cancelAt = async ({ id, token, startDate, revision }: Awaited<ReturnType<typeof bookWithFee>>, minutes: number) => {
    server.freezeClock(minutesBefore(startDate, minutes))
    steps.made(await server.call('POST', `/v2/bookings/${id}/cancel`, { token, body: { revision } }))
  }

  describeRows('moments', tableAt('bookings', '## 14.'), {
    'customer cancels, lead = start − now': async () => {
      const owed = []
      for (const minutes of [3000, 2880, 1441, 1440]) {
        const booking = await bookWithFee()
        await cancelAt(booking, minutes)
        owed.push(await readAmount(booking.id))
      }
      expect(owed).toEqual([undefined, '20.00', '20.00', '40.00'])
      const fixed = await bookWithFee({ rules: rulesWith([{ amount: { value: '99' }, startInMinutes: 2880 }]) })
      await cancelAt(fixed, 10)
      expect(await readAmount(fixed.id)).toBe('40.00')
    },
    'owner cancels': async () => {
      const [free, charged] = [await bookWithFee(), await bookWithFee()]
      steps.made(await steps.actNow(free.id, 'cancel', { flowControlSettings: { ignoreCancellationPolicy: true } }))
      server.freezeClock(minutesBefore(charged.startDate, 1440))
      steps.made(await steps.actNow(charged.id, 'cancel', { flowControlSettings: { ignoreCancellationPolicy: true, waiveCancellationFee: false } }))
      expect([await readAmount(free.id), await readAmount(charged.id)]).toEqual([undefined, '40.00'])
    },
    reschedule: async () => {
      const { id, massage, startDate, token, revision } = await bookWithFee()
      const slot = steps.nextSlot(massage)
      server.freezeClock(minutesBefore(startDate, 60))
      steps.made(await server.call('POST', `/v2/bookings/${id}/reschedule`, { token, body: { revision, slot } }))
      expect((await listFees(id)).filter((fee: { id?: string }) => fee.id)).toEqual([])
    },
    'owner marks NOT_ATTENDED': async () => {
      const { id, startDate } = await bookWithFee()
      server.freezeClock(minutesBefore(startDate, -30))
      await studio.owner('/v2/attendance/set', { attendance: { bookingId: id, status: 'NOT_ATTENDED' } })
      expect(await listFees(id)).toMatchObject([
        { cancellationFee: { price: { value: '40.00' }, trigger: 'NOT_ATTENDED', status: 'NOT_YET_APPLIED_TO_ORDER' } },
      ])
    },
    'price 0, CUSTOM, plan-paid, EXEMPT': async () => {
      const percent = await bookWithFee({ rate: 'CUSTOM' }, { paymentOption: undefined })
      await cancelAt(percent, 10)
      expect(await listFees(percent.id)).toEqual([])
    },
  })

  describeRows('calls', tableAt('bookings', '## 14.', 2), {
    list: async ([, rule]) => {
      refusesWith(await get('/v1/booking-fees'), rule)
      expect((await get('/v1/booking-fees', { bookingIds: Array.from({ length: 6 }, () => randomUUID()).join() })).status).toBe(400)
      const { id, token, startDate } = await bookWithFee()
      expect(await listFees(id)).toEqual([])
      server.freezeClock(minutesBefore(startDate, 1440))
      const other = await server.registerMember(studio.site)
      const listFor = async (as: string) => (await server.ok('GET', '/v1/booking-fees', { token: as, query: { bookingIds: id } })).bookingFees
      expect([(await listFor(token))[0].cancellationFee.status, await listFor(other.token)]).toEqual(['PREVIEW', []])
    },
    apply: async ([, rule]) => {
      const booking = await bookWithFee()
      const apply = (body: object) => studio.owner('/v1/booking-fees/apply', { bookingIds: [booking.id], ...body })
      refusesWith(await apply({}), rule)
      await cancelAt(booking, 1440)
      refusesWith(await apply({ priceOverride: { value: '41.00', currency: 'USD' } }), rule)
      const applied = (await apply({ priceOverride: { value: '30.00', currency: 'USD' } })).body
      expect(applied).toMatchObject({
        bookingFees: [{ cancellationFee: { status: 'APPLIED_TO_ORDER' } }],
        ecomOrderInfo: { additionalFeePrice: { amount: '30.00' } },
      })
      refusesWith(await apply({}), rule)
      expect((await apply({ bookingIds: Array.from({ length: 6 }, () => randomUUID()) })).status).toBe(400)
    },
    collect: async ([, rule]) => {
      const booking = await bookWithFee()
      await cancelAt(booking, 1440)
      const { ecomOrderInfo } = (await studio.owner('/v1/booking-fees/apply', { bookingIds: [booking.id] })).body
      const { orderId, additionalFeeId } = ecomOrderInfo
      const collect = (body: object) => studio.owner('/v1/booking-fees/collect', { orderId, additionalFeeId, ...body })
      refusesWith(await collect({ orderId: randomUUID() }), rule)
      refusesWith(await collect({ additionalFeeId: randomUUID() }), rule)
      expect((await collect({})).body.collectedPrice.amount).toBe('40.00')
      refusesWith(await collect({}), rule)
    },
    'charge in one step (ours)': async ([, rule]) => {
      const booking = await bookWithFee()
      await cancelAt(booking, 1440)
      const charge = () => studio.owner(`/api/bookings/${booking.id}/charge-fee`)
      expect((await charge()).body).toMatchObject({ collectedPrice: { amount: '40.00' }, isDeclined: false })
      refusesWith(await charge(), rule)
    },
    waive: async ([, rule]) => {
      const booking = await bookWithFee()
      const waive = () => studio.owner(`/api/bookings/${booking.id}/waive-fee`)
      refusesWith(await waive(), rule)
      await cancelAt(booking, 1440)
      for (const _ of [1, 2]) expect((await waive()).body.bookingFee.cancellationFee.status).toBe('WAIVED')
    },
  })

  const ask = async (options: ServiceOptions, more: object) => {
    const massage = await studio.service({ rules: rulesWith(windows), ...options })
    return server.call('POST', '/api/checkout/bookings', {
      token: await server.visitorToken(studio.site),
      body: { slot: steps.nextSlot(massage), contactDetails: guest(), paymentOption: 'OFFLINE', card, ...more },
    })
  }
  describeRows(
    'consent (§14.4)',
    tableAt('bookings', '### 14.4'),
    {
      amounts: async () => {
        const consent = errorData(await ask({}, {}))?.consent
        expect(consent).toMatch(/\$20\.00.*\$40\.00/)
        // A percentage of nothing asks for nothing.
        expect((await ask({ rate: 'CUSTOM' }, { paymentOption: undefined })).status).toBe(200)
      },
      asked: async ([, rule]) => {
        refusesWith(await ask({}, {}), rule)
        expect((await ask({}, { acceptsFees: true })).status).toBe(200)
      },
      text: async () => {
        const massage = await studio.service({ rules: rulesWith(windows) })
        const body = { slot: steps.nextSlot(massage), contactDetails: guest(), paymentOption: 'OFFLINE', card }
        const token = await server.visitorToken(studio.site)
        const german = await server.call('POST', '/api/checkout/bookings', { token, body, headers: { 'accept-language': 'de' } })
        expect(errorData(german)?.consent).toMatch(/Karte/)
      },
      stored: async () => {
        const { id } = await bookWithFee()
        const { feeConsent } = (await get(`/api/bookings/${id}/money`)).body.money
        expect(feeConsent).toEqual({ text: expect.stringContaining('$40.00'), date: '2027-05-01T10:00:00.000Z' })
      },
    },
    // `rules/fee-consent.test.ts`: the sentence is made of the price as it is paid.
    ['another price or way to pay'],
  )
})

describe('attendance (§15)', () => {
  const set = (attendance: object, more: object = {}) => studio.owner('/v2/attendance/set', { attendance, ...more })
  const mark = async (status = 'ATTENDED') => {
    const booking = await steps.inState('CONFIRMED')
    return { booking, attendance: (await set({ bookingId: booking.id, status })).body.attendance }
  }
  describeRows('rules', tableAt('bookings', '## 15.'), {
    set: async ([, rule]) => {
      const { booking, attendance } = await mark()
      expect([attendance.eventId, attendance.numberOfAttendees]).toEqual([booking.bookedEntity.slot.eventId, 1])
      expect((await set({ bookingId: booking.id, status: 'NOT_ATTENDED' })).body.attendance.id).toBe(attendance.id)
      const course = await steps.addCourse()
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.toBody({ schedule: { serviceId: course.id } }, { status: 'CONFIRMED' })))
      refusesWith(await set({ bookingId: id, status: 'ATTENDED' }), rule)
      expect((await set({ bookingId: booking.id, eventId: randomUUID(), status: 'ATTENDED' })).status).toBe(400)
    },
    numberOfAttendees: async () => {
      const { id } = await steps.inState('CONFIRMED')
      const count = async (body: object) => set({ bookingId: id, ...body })
      expect([(await count({ status: 'ATTENDED', numberOfAttendees: -1 })).status, (await count({ status: 'ATTENDED', numberOfAttendees: 0 })).status]).toEqual(
        [400, 400],
      )
      expect((await count({ status: 'ATTENDED', numberOfAttendees: 7 })).body.attendance.numberOfAttendees).toBe(7)
      expect((await count({ status: 'NOT_ATTENDED', numberOfAttendees: 7 })).body.attendance.numberOfAttendees).toBe(0)
    },
    'booking status': async ([, rule]) => {
      for (const state of ['CREATED', 'PENDING', 'CANCELED'] as const)
        expect((await set({ bookingId: (await steps.inState(state)).id, status: 'ATTENDED' })).status).toBe(Number(/\d{3}/.exec(rule ?? '')?.[0]))
      expect((await mark()).attendance.status).toBe('ATTENDED')
    },
    NOT_ATTENDED: async ([, rule]) => {
      const { booking } = await mark('NOT_ATTENDED')
      expect(rule).toContain('attendance_marked_as_not_attended')
      const events = await server.emittedEvents(studio.site)
      expect(events.filter(({ slug, body }) => slug.endsWith('marked_as_not_attended') && JSON.stringify(body).includes(booking.id)).length).toBe(1)
    },
    'bulk set': async ([, rule]) => {
      refusesWith(await studio.owner('/v2/bulk/attendance/set', { attendanceDetails: [] }), rule)
      const one = { attendance: { bookingId: (await steps.inState('CONFIRMED')).id, status: 'ATTENDED' } }
      expect((await studio.owner('/v2/bulk/attendance/set', { attendanceDetails: Array.from({ length: 9 }, () => one) })).status).toBe(400)
      expect((await studio.owner('/v2/bulk/attendance/set', { attendanceDetails: [one] })).body.bulkActionMetadata.totalSuccesses).toBe(1)
    },
    query: async ([, rule = '']) => {
      const { booking, attendance } = await mark()
      const values: Record<string, unknown> = {
        id: attendance.id,
        bookingId: booking.id,
        sessionId: attendance.eventId,
        eventId: attendance.eventId,
        status: 'ATTENDED',
      }
      for (const [field, value] of Object.entries(values)) {
        expect(rule).toContain(field)
        for (const [operator, sent] of [
          ['$eq', value],
          ['$ne', value],
          ['$in', [value]],
          ['$nin', [value]],
        ] as const) {
          const filter = { [field]: { [operator]: sent } }
          expect([field, operator, (await studio.owner('/v2/attendance/query', { query: { filter } })).status]).toEqual([field, operator, 200])
        }
      }
      const found = await studio.owner('/v2/attendance/query', { query: { filter: { bookingId: booking.id, numberOfAttendees: { $gte: 1 } } } })
      expect(found.body.attendances.map(({ id }: { id: string }) => id)).toEqual([attendance.id])
      expect((await studio.owner('/v2/attendance/query', { query: { cursorPaging: { limit: 1001 } } })).status).toBe(400)
    },
    'get, delete': async ([, rule]) => {
      const { booking, attendance } = await mark()
      expect((await get(`/v2/attendance/${attendance.id}`)).body.attendance).toEqual(attendance)
      await server.ok('DELETE', `/v2/attendance/${attendance.id}`, { as: studio.site })
      refusesWith(await get(`/v2/attendance/${attendance.id}`), rule)
      refusesWith(await server.call('DELETE', `/v2/attendance/${attendance.id}`, { as: studio.site }), rule)
      const events = await server.emittedEvents(studio.site)
      expect(events.some(({ eventType }) => eventType.includes('attendance_deleted'))).toBe(true)
      expect((await steps.readBooking(booking.id)).revision).toBe(booking.revision)
    },
  })
})

describe('reading (§18)', () => {
  const query = (body: object = {}) => studio.owner('/v2/extended-bookings/query', body)
  describeRows(
    'lists (§18.1)',
    tableAt('bookings', '### 18.1'),
    {
      paging: async () => {
        for (let n = 0; n < 2; n++) await steps.inState('CONFIRMED')
        const first = (await query({ query: { cursorPaging: { limit: 1 } }, withBookingAllowedActions: true })).body
        expect((await query({ query: { cursorPaging: { limit: 101 } } })).status).toBe(400)
        const next = (await query({ query: { cursorPaging: { limit: 1, cursor: first.pagingMetadata.cursors.next } } })).body
        expect([next.extendedBookings.length, next.extendedBookings[0].booking.id === first.extendedBookings[0].booking.id]).toEqual([1, false])
        expect(next.extendedBookings[0]).toHaveProperty('allowedActions')
      },
      'default sort': async () => {
        await steps.inState('CREATED')
        server.freezeClock('2027-05-01T10:05:00Z')
        const { id } = await steps.inState('CREATED')
        // Other cases of this file book later.
        const filter = { createdDate: { $lte: '2027-05-01T10:05:00Z' } }
        expect((await query({ query: { filter, cursorPaging: { limit: 1 } } })).body.extendedBookings[0].booking.id).toBe(id)
      },
      'sort fields': async ([, rule = '']) => {
        const fields = (rule.split(';')[0] ?? '').split(', ')
        for (const fieldName of [...fields, '_createdDate'])
          for (const order of ['ASC', 'DESC']) expect([fieldName, (await query({ query: { sort: [{ fieldName, order }] } })).status]).toEqual([fieldName, 200])
        expect((await query({ query: { sort: [{ fieldName: 'colour' }] } })).status).toBe(400)
      },
      abandoned: async () => {
        const { token, email } = await server.registerMember(studio.site)
        const body = steps.toBody({ slot: steps.nextSlot(await studio.service()) }, { contactDetails: { firstName: 'Mia', email } })
        const { id } = await steps.hold(body, token)
        const idsFor = async (as: object, filter?: object) => {
          const { extendedBookings } = await server.ok('POST', '/v2/extended-bookings/query', { ...as, body: { query: { filter } } })
          return (extendedBookings as { booking: { id: string } }[]).map(({ booking }) => booking.id).filter((one) => one === id)
        }
        expect(await idsFor({ token })).toEqual([id])
        server.freezeClock('2027-05-01T10:11:00Z')
        expect([await idsFor({ token }), await idsFor({ token }, { id }), await idsFor({ token }, { status: 'CREATED' })]).toEqual([[], [id], [id]])
        expect(await idsFor({ as: studio.site }, { id })).toEqual([id])
      },
      counts: async () => {
        const count = async (body: object) => (await studio.owner('/v2/extended-bookings/count', body)).body.count
        expect([(await count({})) > 2, await count({ upTo: 2 })]).toEqual([true, 2])
        for (const upTo of [0, 100_001]) expect((await studio.owner('/v2/extended-bookings/count', { upTo })).status).toBe(400)
      },
    },
    // `reading.test.ts`, `long-lists.test.ts`.
    ['who', 'totals'],
  )

  describeRows('the extra parts (§18.2)', tableAt('bookings', '### 18.2'), {
    allowedActions: async ([, only]) => {
      const { id } = await steps.inState('CONFIRMED')
      expect(await withPart(id, only)).toMatchObject({ allowedActions: { cancel: true, reschedule: true } })
    },
    attendance: async ([, only]) => {
      const { id } = await steps.inState('CONFIRMED')
      expect((await withPart(id, only)).attendance).toEqual({ status: 'NOT_SET', numberOfAttendees: 0 })
      await studio.owner('/v2/attendance/set', { attendance: { bookingId: id, status: 'ATTENDED' } })
      expect((await withPart(id, only)).attendance).toEqual({ id: expect.any(String), status: 'ATTENDED', numberOfAttendees: 1 })
    },
    conferencingDetails: async ([, only]) => {
      const { service } = await server.ok('POST', '/v2/services', {
        as: studio.site,
        body: {
          service: {
            type: 'CLASS',
            name: 'Online',
            defaultCapacity: 3,
            onlineBooking: { enabled: true },
            payment: { rateType: 'NO_FEE' },
            conferencing: { enabled: true, guestUrl: 'https://meet.example/room' },
          },
        },
      })
      const yoga = { id: service.id, scheduleId: service.schedule.id }
      const session = { yoga, eventId: await studio.session(yoga, ...steps.nextHour()) }
      const { id } = steps.made(await studio.owner('/v2/bookings', steps.inClass(session)))
      expect(await withPart(id, only)).not.toHaveProperty('conferencingDetails.guestUrl')
      steps.made(await steps.actNow(id, 'confirm'))
      expect((await withPart(id, only)).conferencingDetails).toEqual({ guestUrl: 'https://meet.example/room' })
    },
    bookingPolicySettings: async ([, only]) => {
      const { id } = await steps.inState('CONFIRMED')
      expect((await withPart(id, only)).bookingPolicySettings).toEqual({ cancellationFeeEnabled: false })
    },
    bookingFeeDetails: async ([, only]) => {
      const { id } = await steps.inState('CONFIRMED')
      expect(await withPart(id, only)).not.toHaveProperty('bookingFeeDetails')
    },
    order: async ([, only]) => {
      const { id } = await steps.inState('CONFIRMED')
      expect(await withPart(id, only)).not.toHaveProperty('order')
      const asked = await studio.book({ slot: steps.nextSlot(await studio.service({ rate: 'CUSTOM' })), contactDetails: guest() })
      const fields = ['id', 'number', 'status', 'paymentStatus', 'totalPrice', 'bookingPrice', 'bookingPriceDescription', 'balance', 'currency']
      expect(Object.keys((await withPart(asked.id, only)).order).toSorted()).toEqual(fields.toSorted())
    },
    'transactions, formSubmissions ≤ 100': async () => {
      const body = {
        ...steps.toBody({ slot: steps.nextSlot(await studio.service()) }, { contactDetails: {} }),
        formSubmission: { first_name: 'Ida', email: guest().email, note: 'by the window' },
      }
      const { id } = steps.made(await studio.owner('/v2/bookings', body))
      const { formSubmissions, transactions } = await steps.read(id, { withFormSubmissions: true, withEcomTransactions: true })
      expect([formSubmissions.length, transactions]).toEqual([1, expect.anything()])
    },
    price: async ([, only]) => {
      const { id } = await steps.inState('CONFIRMED')
      expect((await withPart(id, only)).price).toMatchObject({ total: '40.00', paid: '0.00', currency: 'USD' })
    },
    timeTaken: async ([, only]) => expect(await withPart((await steps.inState('PENDING')).id, only)).not.toHaveProperty('timeTaken'),
    'waiver, subscriptionInfo': async () => {
      const all = Object.fromEntries(tableAt('bookings', '### 18.2').flatMap(([, only = '']) => (only.startsWith('with') ? [[only, true]] : [])))
      const part = await steps.read((await steps.inState('CONFIRMED')).id, { ...all, withWaiver: true })
      expect([part.waiver, part.subscriptionInfo]).toEqual([undefined, undefined])
    },
  })
  const withPart = (id: string, only = '') => steps.read(id, { [only]: true })

  // The figures themselves: `reports/insights.test.ts`, `reports/session-statistics.test.ts`.
  describe('insights (§18.5)', () => {
    const rows = tableAt('bookings', '### 18.5')
    test('there are four', () => expect(rows.length).toBe(4))
    test.each(rows)('%s with the permission to %s', async (call = '', permission = '') => {
      const path = stripMarkdown(call).replace('GET ', '')
      const right = { 'read bookings': 'BOOKINGS.BOOKING_READ', 'read orders': 'PRICING_PLANS.READ_ORDERS' }[permission] ?? ''
      for (const months of ['1', '24']) expect((await get(path, { months })).status).toBe(200)
      for (const months of ['0', '25']) expect((await get(path, { months })).status).toBe(400)
      const none = await server.inviteCollaborator(studio.site, [])
      expect((await server.call('GET', path, none)).status).toBe(403)
      expect([right, (await server.call('GET', path, await server.inviteCollaborator(studio.site, [right]))).status]).toEqual([right, 200])
    })
  })
})

describe('emails that time causes (§20.5)', () => {
  const rows = tableAt('bookings', '### 20.5')
  const kinds = async () => (await get('/api/email-automations')).body.automations as { kind: string; isOn: boolean; amount?: number }[]
  test('are those of the table', async () => expect((await kinds()).map(({ kind }) => kind).toSorted()).toEqual(rows.map(([kind]) => kind).toSorted()))
  test.each(rows)('%s: %s, standard %s, bounds %s', async (kind = '', _when, standard = '', bounds = '') => {
    const found = (await kinds()).find((one) => one.kind === kind)
    const [, amount] = /(\d+)/.exec(standard) ?? []
    expect([found?.isOn, amount ? found?.amount : 0]).toEqual([standard.startsWith('on'), Number(amount ?? 0)])
    const set = (amount?: number, isOn = true) =>
      server.call('PUT', `/api/email-automations/${kind}`, { as: studio.site, body: { isOn, ...(amount !== undefined && { amount }) } })
    const [, low, high] = /(\d+)–(\d+)/.exec(bounds) ?? []
    if (low && high) {
      for (const wrong of [Number(low) - 1, Number(high) + 1]) expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400])
      for (const right of [low, high]) expect([right, (await set(Number(right))).status]).toEqual([right, 200])
    }
    for (const isOn of [false, true]) expect((await set(undefined, isOn)).status).toBe(200)
  })
})

describe('text messages (§20.6)', () => {
  test('are those of the table, switched as it says', async () => {
    const rows = tableAt('bookings', '### 20.6').flatMap(([templates = '', , standard = '']) =>
      templates.split(', ').map((template) => [template, standard === 'on']),
    )
    const { templates } = (await get('/api/text-settings')).body.settings
    expect(templates.map(({ template, isOn }: { template: string; isOn: boolean }) => [template, isOn]).toSorted()).toEqual(rows.toSorted())
  })
})

test('each job of §22 that bookings and waitlists own runs as often as its row says', () => {
  const seconds: Record<string, number> = { '15 s': 15, '1 min': 60, daily: 86_400 }
  const own: Record<string, string> = {
    'hold schedule': 'bookings.holds',
    'offer schedule': 'bookings.waitlists',
    reminders: 'bookings.reminders',
    'unanswered requests': 'bookings.unanswered',
    'clean-up': 'bookings.clean-up',
  }
  // Of payments: `payments/schedules.ts`.
  const others = new Set(['payment follow-up', 'refund follow-up', 'consistency'])
  const rows = tableAt('bookings', '## 22.').filter(([job = '']) => !others.has(job))
  const every = Object.fromEntries([...bookingsSchedules, ...waitlistSchedules].map(({ name, everySeconds }) => [name, everySeconds]))
  expect(rows.map(([job = '', period = '']) => [job, every[own[job] ?? ''], seconds[period]])).toEqual(
    rows.map(([job = '', period = '']) => [job, seconds[period], seconds[period]]),
  )
  expect(rows.length).toBe(Object.keys(own).length)
})

test('what was never finished is deleted thirty days later, without an event (§22); what was confirmed stays', async () => {
  expect(readGuideLine('bookings', '| clean-up | daily')).toContain('30 days after creation (no event)')
  const [held, booked] = [await steps.inState('CREATED'), await steps.inState('CONFIRMED')]
  const exists = async ({ id }: { id: string }) => (await server.open.db.selectFrom('booking').select('id').where('id', '=', id).execute()).length
  const afterDays = async (days: number) => {
    server.freezeClock(new Date(Date.parse(NOW) + days * 86_400_000).toISOString())
    await server.runner.runSchedules()
    return [await exists(held), await exists(booked)]
  }
  expect([await afterDays(29), await afterDays(31)]).toEqual([
    [1, 1],
    [0, 1],
  ])
  expect(await studio.emittedSlugs(held.id)).toEqual(['created'])
})
