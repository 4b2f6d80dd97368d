/** A dry run changes nothing and says what the action then does: who, how much, which emails. Through HTTP, action by action. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BOOKINGS_APP } from '#domains/bookings/events.ts'
import { errorCode } from './auth-helpers.ts'
import { card, createBookingStudio, type BookingStudio } from './factories/booking-studio.ts'
import { changedTables, tableChecksums } from './fingerprint.ts'
import { startTestServer, type TestServer } from './test-server.ts'

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

/** A member with a plan of five sessions, one of them used for a booking; the plan is paid by hand. */
async function createHolder(onPlanEnd: 'keep' | 'cancel' = 'cancel') {
  await server.ok('PATCH', '/api/money/terms', { as: studio.site, body: { onPlanEnd } })
  const yoga = await studio.service({ type: 'CLASS', name: 'Yoga', capacity: 20, options: { online: true, inPerson: true, pricingPlan: true } })
  const pricing = { price: { value: '30' }, subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 } }
  const { plan } = (await studio.owner('/v2/plans', { plan: { name: 'Pack', pricing, public: true } })).body
  await server.ok('PUT', `/api/plans/${plan.id}/benefit`, { as: studio.site, body: { benefit: { credits: 5 }, serviceIds: [yoga.id] } })
  const who = await server.registerMember(studio.site)
  const { order } = (await studio.owner('/v2/checkout/orders/offline', { planId: plan.id, memberId: who.memberId, paid: true })).body
  const eventId = await studio.session(yoga)
  const booking = { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, contactDetails: { firstName: 'Mia', email: who.email } }
  const body = { booking: { ...booking, totalParticipants: 1, selectedPaymentOption: 'MEMBERSHIP' } }
  const { booking: made } = await server.ok('POST', '/v2/bookings', { token: who.token, body })
  const lineItems = [{ quantity: 1, catalogReference: { catalogItemId: made.id, appId: BOOKINGS_APP } }]
  const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', { token: who.token, body: { lineItems } })
  await server.ok('POST', `/ecom/v1/checkouts/${checkout.id}/create-order`, { token: who.token, body: {} })
  const { invoices } = await server.ok('GET', `/api/plan-orders/${order.id}/invoices`, { as: studio.site })
  await server.runner.drain()
  return { ...who, orderId: order.id as string, bookingId: made.id as string, invoiceId: invoices[0].id as string, yoga }
}
type Holder = Awaited<ReturnType<typeof createHolder>>

interface Action {
  name: string
  onPlanEnd?: 'keep' | 'cancel'
  method?: 'POST' | 'DELETE' | 'PATCH'
  path: (holder: Holder) => string
  body?: (holder: Holder) => Record<string, unknown>
  /** Kind, and amount or count, in any order. */
  effects: readonly string[]
}
const actions: readonly Action[] = [
  {
    name: 'a plan that ends at once takes its sessions and bookings with it',
    path: ({ orderId }) => `/v2/orders/${orderId}/cancel`,
    body: () => ({ effectiveAt: 'IMMEDIATELY' }),
    effects: ['BOOKING_CANCELED', 'PLAN_ENDED', 'PLAN_SESSIONS -4'],
  },
  {
    name: 'where the site keeps them, bookings stay',
    onPlanEnd: 'keep',
    path: ({ orderId }) => `/v2/orders/${orderId}/cancel`,
    body: () => ({ effectiveAt: 'IMMEDIATELY' }),
    effects: ['PLAN_ENDED', 'PLAN_SESSIONS -4'],
  },
  {
    name: 'a plan that is not renewed',
    path: ({ orderId }) => `/v2/orders/${orderId}/cancel`,
    body: () => ({ effectiveAt: 'NEXT_PAYMENT_DATE' }),
    effects: ['PLAN_NOT_RENEWED'],
  },
  { name: 'a pause', path: ({ orderId }) => `/v2/orders/${orderId}/pause`, effects: ['PLAN_PAUSED'] },
  {
    name: 'a refund in part',
    path: ({ orderId }) => `/api/plan-orders/${orderId}/refunds`,
    body: ({ invoiceId }) => ({ invoiceId, amount: '12.50' }),
    effects: ['REFUND_BY_HAND 12.50'],
  },
  {
    name: 'a refund that ends the plan',
    path: ({ orderId }) => `/api/plan-orders/${orderId}/refunds`,
    body: ({ invoiceId }) => ({ invoiceId, cancel: true }),
    effects: ['BOOKING_CANCELED', 'PLAN_ENDED', 'PLAN_SESSIONS -4', 'REFUND_BY_HAND 30.00'],
  },
  {
    name: 'a booking that the business cancels',
    path: ({ bookingId }) => `/v2/bookings/${bookingId}/cancel`,
    body: () => ({ revision: '2', participantNotification: { notifyParticipants: true }, flowControlSettings: { withRefund: true } }),
    effects: ['BOOKING_CANCELED', 'PLAN_SESSIONS 1'],
  },
  {
    name: 'a member who is deleted with the plans',
    method: 'DELETE',
    path: ({ memberId }) => `/api/members/${memberId}/with-plans`,
    effects: ['BOOKING_CANCELED', 'PLAN_ENDED', 'PLAN_SESSIONS -5', 'PLAN_SESSIONS 1'],
  },
  {
    name: 'a member who is blocked keeps a plan that is paid by hand',
    path: ({ memberId }) => `/api/members/${memberId}/block-with-plans`,
    effects: [],
  },
]

const outbox = () => server.sentEmails(studio.site)
const toText = ({ to, template }: { to: string; template: string }) => `${template} ${to}`
const checksums = () => tableChecksums(server.open.db, studio.site.metaSiteId)

test.each(actions)('$name: the preview changes nothing, and then it happens so', async ({ onPlanEnd, method = 'POST', path, body, effects }) => {
  const holder = await createHolder(onPlanEnd)
  const given = { as: studio.site, ...(method !== 'DELETE' && { body: body?.(holder) ?? {} }) }
  const [before, sentBefore] = [await checksums(), (await outbox()).map(toText)]
  const run = await server.ok(method, path(holder), { ...given, headers: { 'dry-run': 'true' } })
  await server.runner.drain()
  expect(changedTables(before, await checksums())).toEqual([])
  const said = run.effects.map(({ kind, amount, count }: Record<string, unknown>) => [kind, amount ?? count].filter((part) => part !== undefined).join(' '))
  expect(said.toSorted()).toEqual(effects)

  const state = () => server.ok('GET', `/api/plan-orders/${holder.orderId}/credits`, { as: studio.site })
  const balance = (await state()).balance
  await server.ok(method, path(holder), given)
  await server.runner.drain()
  const moved = run.effects.reduce((sum: number, { kind, count }: { kind: string; count: number }) => sum + (kind === 'PLAN_SESSIONS' ? count : 0), 0)
  expect((await state()).balance).toBe(balance + moved)
  // Those of one instant have no order: what was there before is taken out one by one.
  const sent = (await outbox()).map(toText)
  for (const one of sentBefore) sent.splice(sent.indexOf(one), 1)
  expect(run.emails.map(toText).toSorted()).toEqual(sent.toSorted())
  expect(run.emailCount).toBe(sent.length)
})

interface Prepared {
  method?: string
  path: string
  body?: unknown
}
interface DeskAction {
  name: string
  prepare: () => Promise<Prepared>
  effects: readonly string[]
}
const notified = { participantNotification: { notifyParticipants: true } }
const feeRules = {
  cancellationFeePolicy: { enabled: true, cancellationWindows: [{ startInMinutes: 1440, percentage: '100' }], autoCollectFeeEnabled: false },
  saveCreditCardPolicy: { enabled: true },
}
/** A massage of Mia that is paid on site; with a card on file when the rules ask for one. */
async function bookMassage(options: Parameters<BookingStudio['service']>[0] = {}) {
  const massage = await studio.service(options)
  const body = { slot: studio.slotFor(massage), contactDetails: { firstName: 'Mia', email: 'mia.desk@example.org' }, paymentOption: 'OFFLINE', card }
  const booking = await studio.book(body)
  await server.runner.drain()
  return { massage, booking }
}
async function missMassage() {
  const { booking } = await bookMassage({ rules: feeRules })
  server.freezeClock('2027-05-10T12:00:00Z')
  await studio.owner('/v2/attendance/set', { attendance: { bookingId: booking.id, status: 'NOT_ATTENDED' } })
  return booking
}
async function createMonthly(price = '30') {
  const pricing = { price: { value: price }, subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 } }
  const { plan } = (await studio.owner('/v2/plans', { plan: { name: 'Pack', pricing, public: true } })).body
  return { planId: plan.id as string, memberId: (await server.registerMember(studio.site)).memberId }
}
async function openYoga() {
  const yoga = await studio.service({ type: 'CLASS', name: 'Yoga', capacity: 20, options: { online: true, inPerson: true, pricingPlan: true } })
  const eventId = await studio.session(yoga)
  return { eventId, booking: { bookedEntity: { slot: { serviceId: yoga.id, eventId } }, totalParticipants: 1, status: 'CONFIRMED' } }
}

const deskActions: readonly DeskAction[] = [
  {
    name: 'a plan sold and paid at the desk',
    prepare: async () => ({ path: '/v2/checkout/orders/offline', body: { ...(await createMonthly()), paid: true } }),
    effects: ['PAYMENT_BY_HAND 30.00', 'PLAN_SOLD'],
  },
  {
    name: 'a plan sold that is paid later',
    prepare: async () => ({ path: '/v2/checkout/orders/offline', body: await createMonthly() }),
    effects: ['PLAN_SOLD'],
  },
  {
    name: 'a plan marked as paid',
    prepare: async () => {
      const { order } = (await studio.owner('/v2/checkout/orders/offline', await createMonthly())).body
      return { path: `/v2/orders/${order.id}/mark-as-paid` }
    },
    effects: ['PAYMENT_BY_HAND 30.00', 'PLAN_PAID'],
  },
  {
    name: 'a booking that the business makes with a plan of the member',
    prepare: async () => {
      const { orderId, email, yoga } = await createHolder()
      const slot = { serviceId: yoga.id, eventId: await studio.session(yoga, '2027-05-12T16:00:00Z', '2027-05-12T17:00:00Z') }
      const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email }, totalParticipants: 2, status: 'CONFIRMED' }
      const flowControlSettings = { skipSelectedPaymentOptionValidation: true }
      return {
        path: '/v2/bookings',
        body: { booking: { ...booking, selectedPaymentOption: 'MEMBERSHIP' }, planOrderId: orderId, flowControlSettings, ...notified },
      }
    },
    effects: ['BOOKING_CREATED', 'PLAN_SESSIONS -2'],
  },
  {
    name: 'a visit of two services',
    prepare: async () => {
      const slots = [
        studio.slotFor(await studio.service()),
        studio.slotFor(await studio.service({ name: 'Facial' }), '2027-05-10T11:00:00Z', '2027-05-10T12:00:00Z'),
      ]
      const of = { contactDetails: { firstName: 'Mia', email: 'mia.desk@example.org' }, totalParticipants: 1, status: 'CONFIRMED' }
      const bookings = slots.map((slot) => ({ bookedEntity: { slot }, ...of, selectedPaymentOption: 'OFFLINE' }))
      const more = { multiServiceBookingType: 'SEQUENTIAL_BOOKINGS', flowControlSettings: { skipSelectedPaymentOptionValidation: true } }
      return { path: '/v2/multi_service_bookings', body: { bookings, ...more, ...notified } }
    },
    effects: ['BOOKING_CREATED', 'BOOKING_CREATED'],
  },
  {
    name: 'a request that is confirmed',
    prepare: async () => {
      const { booking } = await bookMassage({ approval: true })
      return { path: `/v2/bookings/${booking.id}/confirm`, body: { revision: booking.revision, ...notified } }
    },
    effects: ['BOOKING_CONFIRMED'],
  },
  {
    name: 'a request that is declined',
    prepare: async () => {
      const { booking } = await bookMassage({ approval: true })
      return { path: `/v2/bookings/${booking.id}/decline`, body: { revision: booking.revision, ...notified } }
    },
    effects: ['BOOKING_DECLINED'],
  },
  {
    name: 'a booking that is moved',
    prepare: async () => {
      const { massage, booking } = await bookMassage()
      const slot = studio.slotFor(massage, '2027-05-11T10:00:00Z', '2027-05-11T11:00:00Z')
      const body = { slot, revision: booking.revision, flowControlSettings: { ignoreReschedulePolicy: true }, ...notified }
      return { path: `/v2/bookings/${booking.id}/reschedule`, body }
    },
    effects: ['BOOKING_MOVED'],
  },
  {
    name: 'a session that is moved with those who booked it',
    prepare: async () => {
      const { eventId, booking } = await openYoga()
      for (const firstName of ['Mia', 'Noah'])
        await studio.owner('/v2/bookings', { booking: { ...booking, contactDetails: { firstName, email: `${firstName}.desk@example.org` } } })
      const at = (localDate: string) => ({ localDate })
      const event = { start: at('2027-05-11T10:00:00'), end: at('2027-05-11T11:00:00') }
      return { method: 'PATCH', path: `/calendar/v3/events/${eventId}`, body: { event, ...notified } }
    },
    effects: ['BOOKING_MOVED', 'BOOKING_MOVED'],
  },
  {
    name: 'a booking marked as paid',
    prepare: async () => ({ path: `/api/bookings/${(await bookMassage()).booking.id}/mark-paid` }),
    effects: ['PAYMENT_BY_HAND 40.00'],
  },
  {
    name: 'a booking free of charge',
    prepare: async () => ({ method: 'PUT', path: `/api/bookings/${(await bookMassage()).booking.id}/free-of-charge`, body: { isFree: true } }),
    effects: ['BOOKING_FREE 40.00'],
  },
  {
    name: 'the fee of a no-show charged to the card on file',
    prepare: async () => ({ path: `/api/bookings/${(await missMassage()).id}/charge-fee` }),
    effects: ['CHARGE 40.00'],
  },
  {
    name: 'the fee of a no-show without a card',
    prepare: async () => {
      const { id } = await missMassage()
      await server.open.db.deleteFrom('bookingCard').where('bookingId', '=', id).execute()
      return { path: `/api/bookings/${id}/charge-fee` }
    },
    effects: ['CHARGE_DECLINED 40.00'],
  },
  {
    name: 'the fee of a no-show waived',
    prepare: async () => ({ path: `/api/bookings/${(await missMassage()).id}/waive-fee` }),
    effects: ['FEE_WAIVED 40.00'],
  },
  {
    name: 'sessions given by hand',
    prepare: async () => ({ path: `/api/plan-orders/${(await createHolder()).orderId}/credits`, body: { amount: 3, note: 'Sorry' } }),
    effects: ['PLAN_SESSIONS 3'],
  },
]

test.each(deskActions)('$name: the preview changes nothing, and the emails are those that are sent', async ({ prepare, effects }) => {
  const { method = 'POST', path, body = {} } = await prepare()
  await server.runner.drain()
  const [before, sentBefore] = [await checksums(), (await outbox()).map(toText)]
  const run = await server.ok(method, path, { as: studio.site, body, headers: { 'dry-run': 'true' } })
  expect(changedTables(before, await checksums())).toEqual([])
  const said = run.effects.map(({ kind, amount, count }: Record<string, unknown>) => [kind, amount ?? count].filter((part) => part !== undefined).join(' '))
  expect(said.toSorted()).toEqual(effects)
  await server.ok(method, path, { as: studio.site, body })
  await server.runner.drain()
  const sent = (await outbox()).map(toText)
  for (const one of sentBefore) sent.splice(sent.indexOf(one), 1)
  expect(run.emails.map(toText).toSorted()).toEqual(sent.toSorted())
})

test('a fee is charged once: a second time, without a fee, and on another site it is refused', async () => {
  const { id } = await missMassage()
  const charge = (of = studio, bookingId = id) => of.owner(`/api/bookings/${bookingId}/charge-fee`)
  expect(errorCode(await charge(await createBookingStudio(server)))).toBe('BOOKING_FEE_NOT_FOUND')
  expect((await charge()).body).toMatchObject({ collectedPrice: { amount: '40.00' }, isDeclined: false })
  expect(errorCode(await charge())).toBe('BOOKING_FEE_ALREADY_APPLIED')
  expect(errorCode(await charge(studio, randomUUID()))).toBe('BOOKING_FEE_NOT_FOUND')
  await server.runner.drain()
  const attempts = await server.open.db.selectFrom('paymentAttempt').select('state').where('siteId', '=', studio.site.metaSiteId).execute()
  expect(attempts.filter(({ state }) => state === 'SUCCEEDED')).toHaveLength(2)
})

test('news that a person does not want is not counted, whether the member turned it off or the address before', async () => {
  const { orderId, memberId, email } = await createHolder()
  const pausedTo = async () => {
    const run = await server.ok('POST', `/v2/orders/${orderId}/pause`, { as: studio.site, body: {}, headers: { 'dry-run': 'true' } })
    return run.emails.flatMap(({ to, template }: { to: string; template: string }) => (template === 'plan-paused' ? [to] : []))
  }
  const turnOff = async (recipient: string) => {
    const of = { siteId: studio.site.metaSiteId, linkId: randomUUID(), createdAt: '2027-01-01T00:00:00Z', updatedAt: '2027-01-01T00:00:00Z' }
    await server.open.db
      .insertInto('emailPreference')
      .values({ ...of, recipient, unsubscribedKinds: ['PLAN_NEWS'] } as never)
      .execute()
    return () => server.open.db.deleteFrom('emailPreference').where('siteId', '=', studio.site.metaSiteId).where('recipient', '=', recipient).execute()
  }
  await server.open.db.deleteFrom('emailPreference').where('siteId', '=', studio.site.metaSiteId).execute()
  expect(await pausedTo()).toEqual([email])
  for (const recipient of [memberId, email.toLowerCase()]) {
    const undo = await turnOff(recipient)
    expect(await pausedTo()).toEqual([])
    await undo()
  }
})

test('merging contacts says what moves', async () => {
  const holder = await createHolder()
  const eventId = await studio.session(holder.yoga, '2027-05-12T16:00:00Z', '2027-05-12T17:00:00Z')
  const contactDetails = { firstName: 'Mia', email: 'mia-other@example.com' }
  const { booking } = (
    await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot: { serviceId: holder.yoga.id, eventId } }, contactDetails, totalParticipants: 1 } })
  ).body
  const { member } = await server.ok('GET', `/v1/members/${holder.memberId}`, { as: studio.site })
  const merge = (headers: Record<string, string>) =>
    server.ok('POST', `/api/contacts/${member.contactId}/merge`, { as: studio.site, body: { otherId: booking.contactDetails.contactId }, headers })
  expect((await merge({ 'dry-run': 'true' })).effects).toEqual([{ kind: 'BOOKINGS_JOINED', id: member.contactId, count: 1 }])
  await merge({})
  const { contactId } = await server.open.db.selectFrom('booking').select('contactId').where('id', '=', booking.id).executeTakeFirstOrThrow()
  expect(contactId).toBe(member.contactId)
})

test('many members at once: what is refused for one is said and leaves nothing behind', async () => {
  await createHolder()
  await server.registerMember(studio.site)
  const block = (headers: Record<string, string>) =>
    server.ok('POST', '/v1/members/bulk/block-by-filter', {
      as: studio.site,
      body: { filter: { status: { $in: ['APPROVED', 'PENDING', 'OFFLINE'] } } },
      headers,
    })
  const before = await checksums()
  const { effects, emailCount } = await block({ 'dry-run': 'true' })
  expect(changedTables(before, await checksums())).toEqual([])
  const { jobId } = await block({})
  await server.runner.drain()
  const job = await server.open.db.selectFrom('memberJob').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  const skipped = effects.filter(({ kind }: { kind: string }) => kind === 'MEMBER_SKIPPED')
  expect([skipped.length, emailCount]).toEqual([job.itemsFailed, 0])
  expect(skipped.length).toBeGreaterThan(0)
  expect(effects.filter(({ kind }: { kind: string }) => kind !== 'MEMBER_SKIPPED')).toMatchObject([{ kind: 'MEMBERS_BLOCKED', count: job.itemsSucceeded }])
})

test('a dry run is refused as the action is, and never where it is not offered', async () => {
  const holder = await createHolder()
  const dry = (path: string, value = 'true') =>
    server.call('POST', path, { as: studio.site, body: { effectiveAt: 'IMMEDIATELY' }, headers: { 'dry-run': value } })
  expect(errorCode(await dry(`/v2/orders/${randomUUID()}/cancel`))).toBe('order_not_found')
  const other = await server.createSite()
  const fromOtherSite = await server.call('POST', `/v2/orders/${holder.orderId}/cancel`, {
    as: other,
    body: { effectiveAt: 'IMMEDIATELY' },
    headers: { 'dry-run': 'true' },
  })
  expect(errorCode(fromOtherSite)).toBe('order_not_found')
  const asMember = await server.call('POST', `/v2/orders/${holder.orderId}/cancel`, {
    token: holder.token,
    body: { effectiveAt: 'IMMEDIATELY' },
    headers: { 'dry-run': 'true' },
  })
  expect(errorCode(asMember)).toBe('PERMISSION_DENIED')
  const before = await checksums()
  for (const reply of [await dry(`/v2/orders/${holder.orderId}/cancel`, 'yes'), await dry(`/v1/members/${holder.memberId}/mute`)]) {
    expect(reply.status).toBe(400)
    expect(reply.body.details.validationError.fieldViolations).toMatchObject([{ field: 'dry-run' }])
  }
  expect(changedTables(before, await checksums())).toEqual([])
})
