/** A site with one teacher and whatever services a test about bookings needs. */
import { randomUUID } from 'node:crypto'
import { insertEvent } from '#domains/availability/store/events.ts'
import { defaultPolicyRules } from '#domains/services/rules/policy.ts'
import { insertPolicy } from '#domains/services/store/policies.ts'
import { insertService } from '#domains/services/store/services.ts'
import { insertSchedule } from '#domains/staff/store/hours.ts'
import { insertResource, insertResourceType } from '#domains/staff/store/resources.ts'
import { insertStaff } from '#domains/staff/store/staff.ts'
import { json } from '#kit/db/open.ts'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import type { TestReply, TestSite, TestServer } from '../test-server.ts'

export interface ServiceOptions {
  type?: string
  price?: string
  rate?: string
  approval?: boolean
  multipleRequests?: boolean
  options?: Record<string, boolean>
  deposit?: string
  /** Who would pay a deposit may pay all of it at once. */
  fullUpfront?: boolean
  /** Where add-ons are paid that go with a plan: ONLINE or IN_PERSON. */
  addOnOption?: string
  rules?: Record<string, unknown>
  capacity?: number
  buffer?: number
  name?: string
  durations?: number[]
  staff?: string[]
  rooms?: { type: string; ids: string[] }
  formId?: string
}
export interface CreatedService {
  id: string
  scheduleId: string
}
export interface BookingStudio {
  server: TestServer
  site: TestSite
  staff: string
  /** With `email` it is a member of the staff who gets emails there. */
  resource(name: string, typeId?: string, email?: string): Promise<{ id: string; typeId: string }>
  service(options?: ServiceOptions): Promise<CreatedService>
  session(of: CreatedService, start?: string, end?: string, type?: string): Promise<string>
  slotFor(service: CreatedService, start?: string, end?: string): Record<string, unknown>
  owner(path: string, body?: unknown, method?: string): Promise<TestReply>
  create(body: unknown, token?: string): Promise<TestReply>
  /** What the owner does with a booking: `confirm`, `decline`, `cancel`, `reschedule` … */
  act(bookingId: string, action: string, body: object): Promise<TestReply>
  /** What a booking costs and what was paid for it, as the dashboard shows it. */
  money(bookingId: string): Promise<TestReply['body']['money']>
  setTax(tax: object | null): Promise<unknown>
  /** Books on the hosted page and answers the booking. */
  book(body: Record<string, unknown>, token?: string): Promise<TestReply['body']['booking']>
  emittedSlugs(id: string): Promise<string[]>
  sentTemplates(to: string): Promise<string[]>
}

export const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
export const mia = { firstName: 'Mia', email: 'mia@example.org' }
export const guest = () => ({ firstName: 'Guest', email: `${randomUUID()}@example.org` })
export const errorData = (answer: TestReply): Record<string, unknown> => answer.body?.details?.applicationError?.data

const stamp = { createdAt: '2027-01-01T00:00:00Z', updatedAt: '2027-01-01T00:00:00Z' }

/** What a service costs and how it may be paid, as the services keep it. */
function toPayment({
  price = '40.00',
  rate = price === '0' ? 'NO_FEE' : 'FIXED',
  options = { online: true, inPerson: true },
  deposit,
  addOnOption,
  fullUpfront,
}: ServiceOptions): object {
  const money = (value: string) => ({ value, currency: 'USD' })
  if (rate === 'NO_FEE') return { rateType: 'NO_FEE', options: { inPerson: true, ...options, online: false } }
  if (rate === 'CUSTOM') return { rateType: 'CUSTOM', custom: { description: 'Ask us' }, options: { inPerson: true } }
  if (rate === 'VARIED') return { rateType: rate, varied: { defaultPrice: money(price) }, options }
  return {
    rateType: rate,
    fixed: { price: money(price), ...(deposit && { deposit: money(deposit) }), ...(fullUpfront && { fullUpfrontPaymentAllowed: true }) },
    options: { ...options, ...(deposit && { deposit: true }) },
    ...(addOnOption && { addOnOption }),
  }
}

/** The rows come by the stores of their domains, each thing in one transaction, without the hours and slugs that the calls of an owner bring along. */
export async function createBookingStudio(server: TestServer, options: Record<string, unknown> = {}): Promise<BookingStudio> {
  const site = await server.createSite(options)
  const { metaSiteId: siteId } = site
  const { transaction } = createOwnContext(server.deps, createSystemMeta(siteId, ''))

  const resource: BookingStudio['resource'] = (name, typeId = randomUUID(), email) =>
    transaction(async (ctx) => {
      const [hours, id] = [randomUUID(), randomUUID()]
      await insertResourceType(ctx, typeId, `Type ${typeId.slice(0, 8)}`)
      await insertSchedule(ctx, hours, 'RESOURCE')
      await insertResource(ctx, { siteId, id, typeId, name, eventsScheduleId: hours, locationOptions: '{}', ...stamp })
      if (email) await insertStaff(ctx, { siteId, id: randomUUID(), resourceId: id, name, email, ...stamp })
      return { id, typeId }
    })
  const { id: staff } = await resource('Ana')

  const studio: BookingStudio = {
    server,
    site,
    staff,
    resource,
    service: (input = {}) =>
      transaction(async (ctx) => {
        const [id, scheduleId, policyId] = [randomUUID(), randomUUID(), randomUUID()]
        const rules = { ...defaultPolicyRules, cancellationPolicy: { enabled: true }, reschedulePolicy: { enabled: true }, ...input.rules }
        await insertPolicy(ctx, { siteId, id: policyId, name: 'Ours', rules: json(rules), ...stamp })
        await insertService(ctx, {
          siteId,
          id,
          type: input.type ?? 'APPOINTMENT',
          name: input.name ?? 'Massage',
          appId: randomUUID(),
          defaultCapacity: input.capacity ?? 1,
          formId: input.formId ?? randomUUID(),
          policyId,
          scheduleId,
          mainSlug: id,
          sessionDurations: input.durations ?? [60],
          timeBetweenSessions: input.buffer ?? 0,
          staffIds: input.staff ?? [staff],
          serviceResources: json(input.rooms ? [{ resourceType: { id: input.rooms.type }, resourceIds: { values: input.rooms.ids } }] : []),
          payment: json(toPayment(input)),
          onlineBooking: json({ enabled: true, requireManualApproval: input.approval ?? false, allowMultipleRequests: input.multipleRequests ?? false }),
          conferencing: '{}',
          locations: '[]',
          ...stamp,
        })
        return { id, scheduleId }
      }),
    session: (of, start = '2027-05-10T10:00:00Z', end = '2027-05-10T11:00:00Z', type = 'CLASS') =>
      transaction(async (ctx) => {
        const times = { localStart: start.slice(0, 16), localEnd: end.slice(0, 16), startAt: start, endAt: end }
        const event = { siteId, id: randomUUID(), scheduleId: of.scheduleId, serviceId: of.id, type, ...times, recurrenceType: 'NONE', ...stamp }
        return (await insertEvent(ctx, event)).id
      }),
    slotFor: (service, start = '2027-05-10T10:00:00Z', end = '2027-05-10T11:00:00Z') => ({
      serviceId: service.id,
      scheduleId: service.scheduleId,
      startDate: start,
      endDate: end,
      timezone: 'Europe/Berlin',
      resource: { id: staff },
      location: { locationType: 'OWNER_BUSINESS' },
    }),
    owner: (path, body = {}, method = 'POST') => server.call(method, path, method === 'GET' || method === 'DELETE' ? { as: site } : { as: site, body }),
    act: (bookingId, action, body) => studio.owner(`/v2/bookings/${bookingId}/${action}`, body),
    money: async (bookingId) => (await server.ok('GET', `/api/bookings/${bookingId}/money`, { as: site })).money,
    setTax: (tax) => server.ok('POST', '/_test/settings', { body: { metaSiteId: site.metaSiteId, tax } }),
    create: async (body, token) => server.call('POST', '/v2/bookings', { body, token: token ?? (await server.visitorToken(site)) }),
    book: async (body, token) =>
      (
        await server.ok('POST', '/api/checkout/bookings', {
          token: token ?? (await server.visitorToken(site)),
          body: { contactDetails: mia, acceptsFees: true, ...body },
        })
      ).booking,
    emittedSlugs: async (id) => (await server.emittedEvents(site, id)).map((event) => event.slug),
    sentTemplates: async (to) => (await server.sentEmails(site, to)).map((sent) => sent.template).sort(),
  }
  return studio
}
