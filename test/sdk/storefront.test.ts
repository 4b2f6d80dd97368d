/** The whole story through the unmodified public client packages; only the two API hosts are rewritten to this server. */
import { randomBytes } from 'node:crypto'
import { availabilityCalendar, bookings, extendedBookings, services } from '@wix/bookings'
import { members } from '@wix/members'
import { orders, plans } from '@wix/pricing-plans'
import { redirects } from '@wix/redirects'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type TestSite, type World } from '../world.ts'

let world: World
let site: TestSite
let base: string
const realFetch = globalThis.fetch

beforeAll(async () => {
  world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  globalThis.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const rewritten = url.replace(/^https:\/\/(www|edge)\.wixapis\.com/, base)
    return typeof input === 'object' && 'url' in input ? realFetch(new Request(rewritten, input), init) : realFetch(rewritten, init)
  }
  site = await world.site({ sample: true, timeZone: 'Europe/Berlin', redirectUris: ['http://localhost:5173/callback'] })
}, 120_000)

afterAll(async () => {
  globalThis.fetch = realFetch
  await world.close()
})

const storefront = () =>
  createClient({
    modules: { services, availabilityCalendar, bookings, extendedBookings, members, plans, orders, redirects },
    auth: OAuthStrategy({ clientId: site.clientId }),
  })
const office = () =>
  createClient({
    modules: { services, bookings, members, plans, orders, extendedBookings },
    auth: ApiKeyStrategy({ apiKey: site.apiKey, siteId: site.metaSiteId }),
  })

/** Signs up through the strategy and trades the session token for member tokens as the direct login does, without a browser. */
async function signedUp(email = `sdk-${randomBytes(4).toString('hex')}@example.org`) {
  const client = storefront()
  const tokens = await client.auth.generateVisitorTokens()
  client.auth.setTokens(tokens)
  const state = await client.auth.register({ email, password: 'a calm long evening', profile: { firstName: 'Sda', lastName: 'Kit' } })
  expect(state.loginState).toBe('SUCCESS')
  const { identity } = await world.ok('POST', '/v2/login', { token: tokens.accessToken.value, body: { loginId: { email }, password: 'a calm long evening' } })
  const member = await world.ok('POST', '/oauth2/token', {
    headers: { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId },
    body: { grant_type: 'authorized_client', member_id: identity.id, scope: 'offline_access' },
  })
  client.auth.setTokens({
    accessToken: { value: member.access_token, expiresAt: Math.floor(Date.now() / 1000) + member.expires_in },
    refreshToken: { value: member.refresh_token, role: 'member' as never },
  })
  return { client, memberId: identity.id as string, email }
}

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
  const client = office()
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
