/** Every call that public storefronts make, in the way they make it. Source: contract storefronts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSdkServer, type SdkServer } from './clients.ts'

let sdk: SdkServer
beforeAll(async () => {
  sdk = await startSdkServer()
})
afterAll(() => sdk.close())

const day = 86_400_000
const visitor = async () => {
  const client = sdk.storefront()
  client.auth.setTokens(await client.auth.generateVisitorTokens())
  return client
}
const plain = (path: string, token?: string, init: RequestInit = {}) =>
  fetch(sdk.base + path, { ...init, headers: { 'content-type': 'application/json', ...(token && { authorization: token }), ...init.headers } })

describe('a visitor', () => {
  test('gets three tokens at once, and renews one that stays good', async () => {
    const client = sdk.storefront()
    const tokens = await Promise.all([1, 2, 3].map(() => client.auth.generateVisitorTokens()))
    expect(new Set(tokens.map(({ accessToken }) => accessToken.value)).size).toBe(3)
    const [first] = tokens
    for (let at = 0; at < 3; at++) {
      const renewed = await client.auth.renewToken(first?.refreshToken as never)
      expect(renewed.accessToken.value).not.toBe(first?.accessToken.value)
      expect(renewed.refreshToken.value).toBe(first?.refreshToken.value)
    }
    expect((first?.accessToken.value.length ?? 0) + (first?.refreshToken.value.length ?? 0)).toBeLessThan(3500)
  })

  test('reads services by slug, type and category, and one by id with every field the pages read', async () => {
    const client = await visitor()
    const bySlug = (await client.services.queryServices().eq('mainSlug.name', 'morning-flow').find()).items
    expect(bySlug).toHaveLength(1)
    const classes = (await client.services.queryServices().in('type', ['CLASS']).limit(2).skip(1).find()).items
    expect(classes.map(({ type }) => type)).toEqual(['CLASS', 'CLASS'])
    const [flow] = bySlug
    const inCategory = (
      await client.services
        .queryServices()
        .eq('category.id', flow?.category?._id as string)
        .find()
    ).items
    expect(inCategory.map(({ _id }) => _id)).toContain(flow?._id)
    expect(await client.services.getService(flow?._id as string)).toMatchObject({
      _id: flow?._id,
      name: 'Morning Flow',
      tagLine: expect.any(String),
      description: expect.any(String),
      mainSlug: { name: 'morning-flow' },
      category: { _id: expect.any(String), name: 'Classes' },
      schedule: { _id: expect.any(String) },
      payment: { rateType: 'FIXED', fixed: { price: { value: '16.00', currency: 'USD' } }, options: { online: true, inPerson: true, pricingPlan: true } },
    })
  })

  test('asks for a week of a class, a month with one slot a day of several services, and plans by id', async () => {
    const client = await visitor()
    const services = (await client.services.queryServices().in('type', ['CLASS', 'APPOINTMENT']).find()).items
    const start = new Date()
    const ask = (days: number, more: object, serviceId: unknown) =>
      client.availabilityCalendar.queryAvailability(
        { filter: { serviceId, startDate: start.toISOString(), endDate: new Date(start.getTime() + days * day).toISOString() } } as never,
        { timezone: 'Europe/Berlin', ...more },
      )
    const flow = services.find(({ name }) => name === 'Morning Flow')
    const { availabilityEntries: week = [] } = await ask(7, {}, [flow?._id])
    expect(week.length).toBeGreaterThan(0)
    for (const entry of week)
      expect(entry).toMatchObject({
        slot: { startDate: expect.stringMatching(/[+-]\d\d:\d\d$/), endDate: expect.any(String), serviceId: flow?._id, timezone: 'Europe/Berlin' },
        bookable: expect.any(Boolean),
        openSpots: expect.any(Number),
        totalSpots: expect.any(Number),
      })
    const lesson = services.find(({ type }) => type === 'APPOINTMENT')
    const { availabilityEntries: month = [] } = await ask(30, { slotsPerDay: 1 }, [lesson?._id])
    const days = month.map(({ slot }) => slot?.startDate?.slice(0, 10))
    expect(new Set(days).size).toBe(days.length)
    const all = (await client.plans.queryPublicPlans().limit(100).find()).items
    const ids = all.slice(0, 2).map(({ _id }) => _id as string)
    const some = (await client.plans.queryPublicPlans().in('_id', ids).limit(100).find()).items
    expect(some.map(({ _id }) => _id).sort()).toEqual([...ids].sort())
  })

  test('is led to sign-in, to a plan and to a booking, and out again', async () => {
    const client = await visitor()
    const callbacks = { postFlowUrl: 'http://localhost:5173/' }
    const flow = (await client.services.queryServices().eq('mainSlug.name', 'morning-flow').find()).items[0]
    const { availabilityEntries } = await client.availabilityCalendar.queryAvailability(
      {
        filter: { serviceId: [flow?._id], bookable: true, startDate: new Date().toISOString(), endDate: new Date(Date.now() + 12 * day).toISOString() },
      } as never,
      { timezone: 'Europe/Berlin' },
    )
    const plan = (await client.plans.queryPublicPlans().find()).items[0]
    const requests = [
      { paidPlansCheckout: { planId: plan?._id as string }, callbacks },
      { bookingsCheckout: { slotAvailability: availabilityEntries?.[0] as never, timezone: 'Europe/Berlin' }, callbacks },
    ]
    for (const request of requests) {
      const { redirectSession } = await client.redirects.createRedirectSession(request)
      const page = await fetch(redirectSession?.fullUrl as string, { redirect: 'manual' })
      expect([200, 302, 303]).toContain(page.status)
    }
    const { authUrl } = await client.auth.getAuthUrl(client.auth.generateOAuthData('http://localhost:5173/callback'))
    expect([200, 302, 303]).toContain((await fetch(authUrl, { redirect: 'manual' })).status)
    const { logoutUrl } = await client.auth.logout('http://localhost:5173/')
    expect([200, 302, 303]).toContain((await fetch(logoutUrl, { redirect: 'manual' })).status)
  })
})

describe('a member', () => {
  test('reads the own record and orders; who cancels in the trial keeps it to its end', async () => {
    const { client, memberId, email } = await sdk.signedUp()
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL' as never] })
    expect(member).toMatchObject({
      _id: memberId,
      loginEmail: email,
      profile: { nickname: expect.any(String), slug: expect.any(String) },
      contact: { firstName: 'Sda' },
    })
    const monthly = (await client.plans.queryPublicPlans().find()).items.find(({ name }) => name === 'Unlimited Monthly')
    const { order } = await client.orders.createOnlineOrder(monthly?._id as string)
    await sdk.server.ok('POST', '/_test/payments/pay', { body: { metaSiteId: sdk.site.metaSiteId, orderId: order?._id, card: '4242424242424242' } })
    const { orders } = await client.orders.memberListOrders()
    expect(orders).toMatchObject([{ _id: order?._id, planName: 'Unlimited Monthly', status: 'ACTIVE', startDate: expect.any(Date) }])
    await client.orders.requestCancellation(order?._id as string, 'IMMEDIATELY' as never)
    expect(await client.orders.memberGetOrder(order?._id as string)).toMatchObject({
      _id: order?._id,
      status: 'ACTIVE',
      autoRenewCanceled: true,
    })
  })

  test('finds only the own bookings, with what may be done, and cancels', async () => {
    const { client, email } = await sdk.signedUp()
    const flow = (await client.services.queryServices().eq('mainSlug.name', 'yin-rest').find()).items[0]
    const { availabilityEntries } = await client.availabilityCalendar.queryAvailability(
      {
        filter: {
          serviceId: [flow?._id],
          bookable: true,
          startDate: new Date(Date.now() + 2 * day).toISOString(),
          endDate: new Date(Date.now() + 14 * day).toISOString(),
        },
      } as never,
      { timezone: 'Europe/Berlin' },
    )
    const { booking } = await client.bookings.createBooking({
      bookedEntity: { slot: availabilityEntries?.[0]?.slot as never },
      contactDetails: { firstName: 'Sda', email },
      totalParticipants: 1,
      selectedPaymentOption: 'OFFLINE' as never,
    })
    const { extendedBookings } = await client.extendedBookings.queryExtendedBookings(
      { filter: { startDate: { $gte: new Date().toISOString() } }, sort: [{ fieldName: 'startDate', order: 'ASC' as never }] } as never,
      { withBookingAllowedActions: true },
    )
    expect(extendedBookings).toMatchObject([
      {
        booking: {
          _id: booking?._id,
          revision: expect.any(String),
          status: expect.any(String),
          startDate: expect.any(Date),
          bookedEntity: { title: 'Yin & Rest' },
        },
        allowedActions: { cancel: expect.any(Boolean) },
      },
    ])
    const canceled = await client.bookings.cancelBooking(booking?._id as string, { revision: extendedBookings?.[0]?.booking?.revision as string })
    expect(canceled.booking?.status).toBe('CANCELED')
  })
})

describe('the surroundings', () => {
  test('scripts of a site, probes for other products, and a preflight for all of it', async () => {
    const scripts = await plain('/assets/scripts/v1/site-scripts?pageUrl=http%3A%2F%2Flocalhost%3A5173%2F')
    expect([scripts.status, await scripts.json()]).toEqual([200, { siteScripts: [] }])
    for (const [method, path] of [
      ['GET', '/stores-reader/v1/products/query-platformized?.r=e30'],
      ['POST', '/events/v3/events/query'],
    ] as const) {
      const probe = await plain(path, undefined, method === 'POST' ? { method, body: '{}' } : { method })
      expect([probe.status, probe.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
    }
    for (const path of [
      '/oauth2/token',
      '/_api/redirects-api/v1/redirect-session',
      '/_api/bookings/v2/services/query',
      '/members/v1/members/my',
      '/ecom/v1/checkouts',
    ]) {
      const preflight = await fetch(sdk.base + path, {
        method: 'OPTIONS',
        headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
      })
      const allowed = preflight.headers.get('access-control-allow-headers') ?? ''
      for (const header of ['authorization', 'content-type', 'x-wix-bi-gateway', 'x-wix-linguist', 'x-wix-consistent']) expect(allowed).toContain(header)
      expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(600)
    }
    const refused = await plain('/members/v1/members/my', 'nonsense')
    expect([refused.status, refused.headers.get('access-control-allow-origin'), refused.headers.get('x-wix-request-id')]).toEqual([
      401,
      '*',
      expect.any(String),
    ])
  })
})
