/** Checkouts and booking forms of the sample studio, as storefronts and their visitors open them. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { desktop, finalScreenshot, type SampleSite } from './browser-server.ts'

const day = 86_400_000

export const requestAsOwner = (sampleSite: SampleSite, method: string, path: string, body?: unknown) =>
  sampleSite.server.ok(method, path, { as: sampleSite.site, ...(body === undefined ? {} : { body }) })
export async function openPage(sampleSite: SampleSite, path: string, size = desktop, more: Parameters<SampleSite['page']>[2] = {}): Promise<Page> {
  const page = await sampleSite.page(size, 'light', more)
  onTestFailed(() => finalScreenshot(page, `failed-checkout-${path.replaceAll(/[/?=]/g, '_').slice(0, 40)}`))
  await page.goto(path)
  return page
}

interface Service {
  id: string
  revision: string
  bookingPolicy: { id: string }
}
export const findService = async (sampleSite: SampleSite, name: string): Promise<Service> =>
  (await requestAsOwner(sampleSite, 'POST', '/v2/services/query', { query: { filter: { name } } })).services[0]
/** Free times of a service from the day after tomorrow on, as a storefront gets them. */
export async function listSlots(sampleSite: SampleSite, name: string): Promise<Record<string, unknown>[]> {
  const { id } = await findService(sampleSite, name)
  const filter = {
    serviceId: [id],
    bookable: true,
    startDate: new Date(Date.now() + 2 * day).toISOString(),
    endDate: new Date(Date.now() + 16 * day).toISOString(),
  }
  const { availabilityEntries } = await requestAsOwner(sampleSite, 'POST', '/v1/availability/query', { query: { filter }, timezone: 'Europe/Berlin' })
  return availabilityEntries.map((entry: { slot: Record<string, unknown> }) => entry.slot)
}
/** Books through the API as a storefront's visitor does, and makes a checkout of it. */
export async function createCheckout(sampleSite: SampleSite, slots: Record<string, unknown>[], option = 'ONLINE', memberToken?: string) {
  const token = memberToken ?? (await sampleSite.server.visitorToken(sampleSite.site))
  const ids: string[] = []
  for (const slot of slots) {
    const booking = {
      bookedEntity: { slot },
      contactDetails: { firstName: 'Vera', email: `vera-${randomUUID().slice(0, 8)}@example.org` },
      totalParticipants: 1,
      selectedPaymentOption: option,
    }
    ids.push((await sampleSite.server.ok('POST', '/v2/bookings', { token, body: { booking } })).booking.id)
  }
  const lineItems = ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId } }))
  const { checkout } = await sampleSite.server.ok('POST', '/ecom/v1/checkouts', { token, body: { lineItems, channelType: 'WEB' } })
  const { checkoutUrl } = await sampleSite.server.ok('GET', `/ecom/v1/checkouts/${checkout.id}/checkout-url`, { token })
  const statuses = async () =>
    (await Promise.all(ids.map((id) => requestAsOwner(sampleSite, 'GET', `/api/bookings/${id}/summary`)))).map(({ booking }) => booking.status as string)
  return { token, ids, checkoutId: checkout.id as string, path: new URL(checkoutUrl).pathname, statuses }
}

/** A redirect session for the next free time of a service, as a storefront with pages of its own begins it. */
export async function openFlow(sampleSite: SampleSite, service: string) {
  const [slot] = await listSlots(sampleSite, service)
  const page = (path: string) => `${sampleSite.base}${path}`
  const { redirectSession } = await sampleSite.server.ok('POST', '/v1/redirect-session', {
    token: await sampleSite.server.visitorToken(sampleSite.site),
    headers: { host: new URL(sampleSite.base).host },
    body: {
      bookingsCheckout: { slotAvailability: { slot } },
      callbacks: { postFlowUrl: page('/'), bookingsServiceListUrl: page('/services'), loginUrl: page('/team'), planListUrl: page('/plans') },
    },
  })
  const { pathname, search } = new URL(redirectSession.fullUrl)
  return { slot: slot as Record<string, unknown>, redirectSession: pathname + search }
}

export async function toBookingFormPath(sampleSite: SampleSite, service: string) {
  const [slot] = (await listSlots(sampleSite, service)) as {
    serviceId: string
    scheduleId: string
    startDate: string
    endDate: string
    sessionId?: string
    resource?: { id: string }
    location?: { locationType: string; id?: string }
  }[]
  if (!slot) throw new Error(`no free time of ${service}`)
  return `/hosted/booking-form?${new URLSearchParams({
    serviceId: slot.serviceId,
    scheduleId: slot.scheduleId,
    start: slot.startDate,
    end: slot.endDate,
    zone: 'Europe/Berlin',
    ...(slot.sessionId ? { eventId: slot.sessionId } : {}),
    ...(slot.resource?.id ? { resourceId: slot.resource.id } : {}),
    ...(slot.location ? { locationType: slot.location.locationType, ...(slot.location.id ? { locationId: slot.location.id } : {}) } : {}),
  })}`
}

/** The owner books every seat of the session that is free, but some. */
export async function fillSession(sampleSite: SampleSite, serviceId: string, eventId: string, left = 0): Promise<void> {
  const { event } = await requestAsOwner(sampleSite, 'GET', `/calendar/v3/events/${eventId}`)
  await requestAsOwner(sampleSite, 'POST', '/v2/bookings', {
    booking: {
      bookedEntity: { slot: { serviceId, eventId } },
      contactDetails: { firstName: 'Group', email: 'group@example.org' },
      totalParticipants: event.remainingCapacity - left,
      selectedPaymentOption: 'OFFLINE',
    },
  })
}

export const createCoupon = (sampleSite: SampleSite, code: string, off: object, namespace: 'bookings' | 'pricingPlans') =>
  requestAsOwner(sampleSite, 'POST', '/stores/v2/coupons', { specification: { name: code, code, startTime: '0', scope: { namespace }, ...off } })
