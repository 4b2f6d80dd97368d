/** A dry run changes nothing and says what the action then does: who, how much, which emails. Through HTTP, action by action. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changedTables, tableChecksums } from '../../../test/fingerprint.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

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
  const lineItems = [{ quantity: 1, catalogReference: { catalogItemId: made.id, appId: randomUUID() } }]
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
