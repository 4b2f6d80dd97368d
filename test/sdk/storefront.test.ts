/** The whole story through the unmodified public client packages; only the two API hosts are rewritten to this server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSdkServer, type SdkServer } from './clients.ts'

let sdk: SdkServer
beforeAll(async () => {
  sdk = await startSdkServer()
})
afterAll(() => sdk.close())

const storefront = () => sdk.storefront()
const ownerClient = () => sdk.ownerClient()
const signedUp = () => sdk.signedUp()

test('a visitor reads services, plans and free times', async () => {
  const client = storefront()
  const { items } = await client.services.queryServices().find()
  expect(items.length).toBeGreaterThanOrEqual(7)
  const flow = items.find((service) => service.name === 'Morning Flow')
  expect(flow).toMatchObject({ type: 'CLASS', mainSlug: { name: 'morning-flow' }, category: { name: 'Classes' } })
  const shown = await client.plans.queryPublicPlans().find()
  expect(shown.items.map((plan) => plan.name)).toContain('Unlimited Monthly')
  const start = new Date()
  const { availabilityEntries } = await client.availabilityCalendar.queryAvailability(
    { filter: { serviceId: [flow?._id], startDate: start.toISOString(), endDate: new Date(start.getTime() + 14 * 86_400_000).toISOString() } } as never,
    { timezone: 'Europe/Berlin' },
  )
  expect(availabilityEntries?.length).toBeGreaterThan(2)
})

test('wrong passwords and used addresses come back as the strategy words them', async () => {
  const { client, email } = await signedUp()
  expect(await client.auth.login({ email, password: 'not the password' })).toMatchObject({ loginState: 'FAILURE', errorCode: 'invalidPassword' })
  expect(await client.auth.register({ email, password: 'a calm long evening' })).toMatchObject({ loginState: 'FAILURE', errorCode: 'emailAlreadyExists' })
  expect(await client.auth.register({ email: 'no address', password: 'a calm long evening' })).toMatchObject({
    loginState: 'FAILURE',
    errorCode: 'invalidEmail',
  })
})

test('a member reads the own record, takes the free plan, books a class with it and cancels', async () => {
  const { client, memberId } = await signedUp()
  const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL' as never] })
  expect(member?._id).toBe(memberId)
  const intro = (await client.plans.queryPublicPlans().find()).items.find((plan) => plan.name === 'Free Intro')
  const { order } = await client.orders.createOnlineOrder(intro?._id as string)
  expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE' })
  const mine = await client.orders.memberListOrders()
  expect(mine.orders?.map((found) => found._id)).toContain(order?._id)

  const flow = (await client.services.queryServices().eq('mainSlug.name', 'yin-rest').find()).items[0]
  const start = new Date()
  const { availabilityEntries } = await client.availabilityCalendar.queryAvailability(
    {
      filter: { serviceId: flow?._id, bookable: true, startDate: start.toISOString(), endDate: new Date(start.getTime() + 14 * 86_400_000).toISOString() },
    } as never,
    { timezone: 'Europe/Berlin' },
  )
  const entry = availabilityEntries?.[0]
  const { booking } = await client.bookings.createBooking({
    bookedEntity: { slot: entry?.slot as never },
    contactDetails: { firstName: 'Sda', email: 'sda@example.org' },
    totalParticipants: 1,
    selectedPaymentOption: 'MEMBERSHIP' as never,
  })
  expect(booking?.status).toBe('CREATED')
  const { extendedBookings: found } = await client.extendedBookings
    .queryExtendedBookings({ filter: { status: ['CREATED', 'CONFIRMED'] } } as never, { withBookingAllowedActions: true })
    .catch(async () => ({ extendedBookings: [] as never[] }))
  expect(Array.isArray(found)).toBe(true)
  const canceled = await client.bookings.cancelBooking(booking?._id as string, { revision: booking?.revision as string })
  expect(canceled.booking?.status).toBe('CANCELED')
  await client.orders
    .requestCancellation(order?._id as string, 'IMMEDIATELY' as never)
    .catch((error: { details: { applicationError: { code: string } } }) => expect(error.details.applicationError.code).toBe('BUYER_CANCELLATION_NOT_ALLOWED'))
})

test('a redirect session leads to our pages', async () => {
  const client = storefront()
  const plan = (await client.plans.queryPublicPlans().find()).items[0]
  const { redirectSession } = await client.redirects.createRedirectSession({
    paidPlansCheckout: { planId: plan?._id as string },
    callbacks: { postFlowUrl: 'http://localhost:5173/' },
  })
  expect(redirectSession?.fullUrl).toContain('/enter?')
  const oauth = client.auth.generateOAuthData('http://localhost:5173/callback')
  const { authUrl } = await client.auth.getAuthUrl(oauth)
  expect(authUrl).toContain('codeChallenge')
})

test('the owner works with an API key', async () => {
  const client = ownerClient()
  const { items } = await client.members
    .queryMembers({ fieldsets: ['FULL' as never] })
    .limit(10)
    .find()
  expect(items).toHaveLength(10)
  const { memberId } = await signedUp()
  await client.members.blockMember(memberId)
  expect(await client.members.getMember(memberId, { fieldsets: ['FULL' as never] })).toMatchObject({ status: 'BLOCKED' })
  await client.members.approveMember(memberId)
  const plan = await client.plans.createPlan({ name: 'Ten at once', pricing: { singlePaymentUnlimited: true, price: { value: '20' } } as never })
  expect(plan.pricing?.price?.value).toBe('20')
  const { order } = await client.orders.createOfflineOrder(plan._id as string, memberId, { paid: false })
  await client.orders.markAsPaid(order?._id as string)
  const read = await client.orders.managementGetOrder(order?._id as string)
  expect(read.order?.lastPaymentStatus).toBe('PAID')
})
