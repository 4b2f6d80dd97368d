/** A site with one teacher and whatever services a test about bookings needs. */
import { randomUUID } from 'node:crypto'
import { defaultPolicyRules } from '#domains/services/rules/policy.ts'
import type { TestReply, TestSite, TestServer } from '../test-server.ts'

export interface ServiceOptions {
  type?: string
  price?: string
  rate?: string
  approval?: boolean
  multipleRequests?: boolean
  options?: Record<string, boolean>
  deposit?: string
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

export async function createBookingStudio(server: TestServer): Promise<BookingStudio> {
  const site = await server.createSite({})
  const insert = (table: string, row: Record<string, unknown>) =>
    server.open.db
      .insertInto(table as 'service')
      .values({ siteId: site.metaSiteId, ...row } as never)
      .execute()

  const resource: BookingStudio['resource'] = async (name, typeId = randomUUID(), email) => {
    const [hours, id] = [randomUUID(), randomUUID()]
    await server.open.db
      .insertInto('resourceType')
      .values({ siteId: site.metaSiteId, id: typeId, name: `Type ${typeId.slice(0, 8)}`, ...stamp } as never)
      .onConflict((oc) => oc.doNothing())
      .execute()
    await insert('hoursSchedule', { id: hours, owner: 'RESOURCE' })
    await insert('resource', { id, typeId, name, eventsScheduleId: hours, locationOptions: '{}', ...stamp })
    if (email) await insert('staffMember', { id: randomUUID(), resourceId: id, name, email, ...stamp })
    return { id, typeId }
  }
  const { id: staff } = await resource('Ana')

  const studio: BookingStudio = {
    server,
    site,
    staff,
    resource,
    async service(input = {}) {
      const { type = 'APPOINTMENT', price = '40.00', rate = price === '0' ? 'NO_FEE' : 'FIXED', options = { online: true, inPerson: true } } = input
      const [id, scheduleId, policyId] = [randomUUID(), randomUUID(), randomUUID()]
      const rules = { ...defaultPolicyRules, cancellationPolicy: { enabled: true }, reschedulePolicy: { enabled: true }, ...input.rules }
      await insert('bookingPolicy', { id: policyId, name: 'Ours', rules: JSON.stringify(rules), ...stamp })
      const money = (value: string) => ({ value, currency: 'USD' })
      const priced = { price: money(price), ...(input.deposit && { deposit: money(input.deposit) }) }
      const payment =
        rate === 'NO_FEE'
          ? { rateType: 'NO_FEE', options: { inPerson: true, ...options, online: false } }
          : rate === 'CUSTOM'
            ? { rateType: 'CUSTOM', custom: { description: 'Ask us' }, options: { inPerson: true } }
            : { rateType: rate, [rate === 'VARIED' ? 'varied' : 'fixed']: rate === 'VARIED' ? { defaultPrice: money(price) } : priced, options }
      await insert('service', {
        id,
        type,
        name: input.name ?? 'Massage',
        appId: randomUUID(),
        defaultCapacity: input.capacity ?? 1,
        formId: input.formId ?? randomUUID(),
        policyId,
        scheduleId,
        mainSlug: id,
        sessionDurations: `{${(input.durations ?? [60]).join(',')}}`,
        timeBetweenSessions: input.buffer ?? 0,
        staffIds: `{${(input.staff ?? [staff]).join(',')}}`,
        serviceResources: JSON.stringify(input.rooms ? [{ resourceType: { id: input.rooms.type }, resourceIds: { values: input.rooms.ids } }] : []),
        payment: JSON.stringify({ ...payment, ...(input.deposit && { options: { ...options, deposit: true } }) }),
        onlineBooking: JSON.stringify({
          enabled: true,
          requireManualApproval: input.approval ?? false,
          allowMultipleRequests: input.multipleRequests ?? false,
        }),
        conferencing: '{}',
        locations: '[]',
        ...stamp,
      })
      return { id, scheduleId }
    },
    async session(of, start = '2027-05-10T10:00:00Z', end = '2027-05-10T11:00:00Z', type = 'CLASS') {
      const id = randomUUID()
      await insert('calendarEvent', {
        id,
        scheduleId: of.scheduleId,
        serviceId: of.id,
        type,
        localStart: start.slice(0, 16),
        localEnd: end.slice(0, 16),
        startAt: start,
        endAt: end,
        recurrenceType: 'NONE',
        ...stamp,
      })
      return id
    },
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
