/** The refusals, events and invariants of the guide on services and availability, read from its tables. Source: guide services-and-availability §18–20. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardRefusals, type RefusalKind } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { errorCode } from '../../../test/auth-helpers.ts'
import { createTimeSlotStudio, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, type RowCase, tableAt } from '../../../test/guide-tables.ts'

const guide = 'services-and-availability'
let studio: TimeSlotStudio
beforeAll(async () => {
  studio = await createTimeSlotStudio()
})
afterAll(() => studio.testServer.close())
const call = (method: string, path: string, body?: object) => studio.testServer.call(method, path, { as: studio.site, ...(body && { body }) })
const ok = async (method: string, path: string, body?: object) => {
  const answer = await call(method, path, body)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}
const name = () => `N ${randomUUID().slice(0, 8)}`

const modules = import.meta.glob<{ kinds: Record<string, RefusalKind> }>('/src/domains/*/errors.ts', { eager: true })
/** The refusals of a domain, in which its codes are looked for. */
const listKinds = (domain: string): Record<string, RefusalKind> => modules[`/src/domains/${domain}/errors.ts`]?.kinds ?? {}
const families: Record<string, RefusalKind>[] = ['services', 'availability', 'staff', 'connected-calendars', 'bookings'].map(listKinds).concat(standardRefusals)
const findStatuses = (code: string): number[] => families.flatMap((kinds) => kinds[code]?.status ?? [])

const rows = tableAt(guide, '## 19').map(([codes = '', status = '']): [string[], string] => [codes.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [], status])

test('each code of §19 has the status of its row; those that never come have none', () => {
  const never = new Set(rows.filter(([, status]) => status.startsWith('never')).flatMap(([codes]) => codes))
  const counted = rows.filter(([, status]) => /^\d{3}$/.test(status)).flatMap(([codes, status]) => codes.map((code) => ({ code, status: Number(status) })))
  expect(counted.length).toBeGreaterThan(40)
  const found = counted.filter(({ code }) => !never.has(code)).map(({ code, status }) => ({ code, status, statuses: [...new Set(findStatuses(code))] }))
  expect(found.filter(({ status, statuses }) => statuses.length !== 1 || statuses[0] !== status)).toEqual([])
  expect([...never].filter((code) => findStatuses(code).length > 0)).toEqual([])
})

/** `a.b.service_created, _updated; c_made` → whole types: a part that begins with `_` has the entity of the one before. */
function readTypes(cell: string): string[] {
  const types: string[] = []
  let entity = ''
  for (const [part = ''] of cell.replaceAll(/\([^)]*\)/g, '').matchAll(/[\w.]+/g)) {
    if (part.startsWith('_')) types.push(entity + part)
    else if (part.startsWith('wix.')) {
      types.push(part)
      entity = part.slice(0, part.lastIndexOf('_'))
    } else {
      const family = entity.slice(0, entity.lastIndexOf('.') + 1)
      types.push(family + part)
      entity = family + part.slice(0, part.lastIndexOf('_'))
    }
  }
  return types
}

test('apps can ask for each event of §18, except for those of the calendar, which is not part of the public contract', () => {
  const types = tableAt(guide, '## 18').flatMap(([cell = '']) => readTypes(cell))
  expect(types.length).toBeGreaterThan(30)
  const internal = ['created', 'updated', 'cancelled', 'recurring_split'].map((slug) => `wix.calendar.v3.event_${slug}`)
  expect(types.filter((type) => !publicEventTypes.includes(type))).toEqual(internal)
})

/** What a row names was emitted of the entities that the case made, changed and took away. */
const emits =
  (act: () => Promise<string[]>): RowCase =>
  async ([cell = '']) => {
    const found = new Set<string>()
    for (const id of await act()) for (const { eventType } of await studio.testServer.emittedEvents(studio.site, id)) found.add(eventType)
    expect([...found].toSorted()).toEqual(readTypes(cell).toSorted())
  }
/** Makes an entity by the wire, gives it another name, and deletes it. */
async function makeChangeAndDelete(path: string, key: string, body: object, changed: object): Promise<string> {
  const made = (await ok('POST', path, { [key]: body }))[key]
  await ok('PATCH', `${path}/${made.id}`, { [key]: { revision: made.revision, ...changed } })
  await ok('DELETE', `${path}/${made.id}`)
  return made.id
}
const klass = () => ({ type: 'CLASS', name: name(), defaultCapacity: 2, onlineBooking: { enabled: true }, payment: { rateType: 'NO_FEE' } })
const at = (hour: string, day = '10') => ({ localDate: `2027-05-${day}T${hour}:00` })
const toSession = (scheduleId: string, more: object = {}) => ({
  event: { scheduleId, type: 'CLASS', start: at('09:00'), end: at('10:00'), resources: [{ id: studio.ben.resourceId }], ...more },
})
const weekly = { recurrenceRule: { frequency: 'WEEKLY', interval: 1, days: ['MONDAY'] } }

describeRows('events (§18)', tableAt(guide, '## 18'), {
  'wix.bookings.services.v2.service_created, _updated, _deleted': emits(async () => [
    await makeChangeAndDelete('/v2/services', 'service', klass(), { tagLine: 'Slow' }),
  ]),
  'wix.bookings.v1.booking_policy_created, _updated, _deleted, _default_booking_policy_set': emits(async () => {
    const { bookingPolicies } = await ok('POST', '/v1/booking-policies/query', { query: { filter: { default: true } } })
    const { bookingPolicy: next } = await ok('POST', '/v1/booking-policies', { bookingPolicy: { name: name() } })
    await ok('POST', `/v1/booking-policies/${next.id}:setDefault`, {})
    await ok('POST', `/v1/booking-policies/${bookingPolicies[0].id}:setDefault`, {})
    const { revision } = (await ok('GET', `/v1/booking-policies/${next.id}`)).bookingPolicy
    await ok('PATCH', `/v1/booking-policies/${next.id}`, { bookingPolicy: { revision, name: name() } })
    await ok('DELETE', `/v1/booking-policies/${next.id}`)
    return [next.id]
  }),
  'wix.bookings.staff.v1.staff_member_created, _fully_created, _updated, _deleted, _connected_to_user, _disconnected_from_user, _tags_modified': emits(
    async () => {
      const { id } = (await ok('POST', '/v1/staff-members', { staffMember: { name: name() } })).staffMember
      await ok('POST', `/v1/staff-members/${id}/connect-staff-member-to-user`, { email: studio.site.ownerEmail })
      await ok('POST', `/v1/staff-members/${id}/disconnect-staff-member-from-user`, {})
      await ok('POST', '/v1/bulk/staff-members/update-tags', { ids: [id], assignTags: { tags: { tagIds: ['team'] } } })
      const { revision } = (await ok('GET', `/v1/staff-members/${id}`)).staffMember
      await ok('PATCH', `/v1/staff-members/${id}`, { staffMember: { revision, name: name() } })
      await ok('DELETE', `/v1/staff-members/${id}`)
      return [id]
    },
  ),
  'wix.bookings.resources.v2.resource_created, _updated, _deleted; resource_type_created, _updated, _deleted': emits(async () => {
    const { id: typeId } = (await ok('POST', '/v2/resources/resource-types', { resourceType: { name: name() } })).resourceType
    const room = await makeChangeAndDelete('/v2/resources', 'resource', { name: name(), typeId }, { name: name() })
    return [room, await makeChangeAndDelete('/v2/resources/resource-types', 'resourceType', { name: name() }, { name: name() })]
  }),
  'wix.bookings.categories.v2.category_created, _updated, _deleted': emits(async () => [
    await makeChangeAndDelete('/v2/categories', 'category', { name: name() }, { name: name() }),
  ]),
  'wix.bookings.catalog.v1.service_options_and_variants_created, _updated, _deleted': emits(async () => {
    const varied = { rateType: 'VARIED', varied: { defaultPrice: { value: '20' } }, options: { inPerson: true } }
    const service = await studio.make({ ...klass(), payment: varied })
    const path = '/v1/serviceOptionsAndVariants'
    const option = (choices: string[]) => {
      const id = '5b2f0f1e-7d40-4c0b-9a51-1b7f0c6e0a01'
      return {
        options: { values: [{ id, type: 'CUSTOM', customData: { name: 'Age', choices } }] },
        variants: { values: choices.map((custom) => ({ choices: [{ optionId: id, custom }], price: { value: '9' } })) },
      }
    }
    return [await makeChangeAndDelete(path, 'serviceOptionsAndVariants', { serviceId: service.id, ...option(['child']) }, option(['child', 'adult']))]
  }),
  'wix.addons.v1.add_on_created, _updated (with modifiedFields), _deleted': emits(async () => [
    await makeChangeAndDelete('/addons/v1/add-ons', 'addOn', { name: name(), price: { value: '2' }, maxQuantity: 3 }, { name: name() }),
  ]),
  'wix.bookings.v2.bookings_settings_created (with the first change of the defaults; they are never deleted decision), _updated; wix.bookings.staff_settings.v1.staff_member_settings_updated':
    emits(async () => {
      const { bookingsSettings } = await ok('GET', '/_api/bookings-settings/v2/settings')
      const multiServiceAppointments = { enabled: false }
      await ok('PATCH', '/_api/bookings-settings/v2/bookings-settings', { bookingsSettings: { revision: bookingsSettings.revision, multiServiceAppointments } })
      const { staffMemberSettings } = await ok('GET', '/v1/staff-member-settings')
      const contactInformation = { publiclyAccessible: true }
      const after = await ok('PATCH', '/v1/staff-member-settings', { staffMemberSettings: { revision: staffMemberSettings.revision, contactInformation } })
      return [bookingsSettings.id, after.staffMemberSettings.id]
    }),
  'wix.calendar.v3.event_created, _updated, _cancelled, _recurring_split': emits(async () => {
    const { schedule } = await studio.make(klass())
    const { event } = await ok('POST', '/calendar/v3/events', toSession(schedule.id, weekly))
    await ok('PATCH', `/calendar/v3/events/${event.id}`, { event: { title: 'Flow' } })
    await ok('POST', `/calendar/v3/events/${event.id}/split`, { splitLocalDate: '2027-05-24T09:00:00' })
    await ok('POST', '/calendar/v3/bulk/events/cancel', { eventIds: [event.id] })
    return [event.id]
  }),
})

const run = (statement: RawBuilder<unknown>) => statement.execute(studio.testServer.open.db)
/** What the database itself forbids, whatever the server believes. */
const expectForbidden = (statement: RawBuilder<unknown>, constraint: RegExp) => expect(run(statement)).rejects.toThrow(constraint)
const bookHour = async () => {
  const service = await studio.appointment(name(), [60], { staffMemberIds: [studio.ana.resourceId] })
  const times = { startDate: '2027-05-10T09:00:00', endDate: '2027-05-10T10:00:00', timezone: 'Europe/Berlin', location: { locationType: 'OWNER_BUSINESS' } }
  const slot = { serviceId: service.id, scheduleId: service.schedule.id, ...times, resource: { id: studio.ana.resourceId } }
  const booking = { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email: 'mia@example.org' }, status: 'CONFIRMED' }
  return (await ok('POST', '/v2/bookings', { booking })).booking.id as string
}

describeRows('invariants (§20)', tableAt(guide, '## 20'), {
  'one active owner of a slug (current or past)': async () => {
    const [one, two] = [await studio.make(klass()), await studio.make(klass())]
    const names = sql`${one.mainSlug.name}, ${two.id}, false, now()`
    await expectForbidden(sql`insert into service_slug (site_id, name, service_id, custom, created_at) values (${studio.site.metaSiteId}, ${names})`, /slug/)
  },
  'one default policy': async () => {
    const { id } = (await ok('POST', '/v1/booking-policies', { bookingPolicy: { name: name() } })).bookingPolicy
    await expectForbidden(sql`update booking_policy set is_default = true where id = ${id}`, /default_is_unique/)
  },
  'one schedule per service, one events schedule per resource': async () => {
    const [one, two] = [await studio.make(klass()), await studio.make(klass())]
    await expectForbidden(sql`update service set schedule_id = ${one.schedule.id} where id = ${two.id}`, /owns_one_schedule/)
    const statement = sql`update resource set events_schedule_id = ${studio.ana.own} where id = ${studio.ben.resourceId}`
    await expectForbidden(statement, /owns_one_events_schedule/)
  },
  'appointment does not overlap on a resource': async () => {
    const id = await bookHour()
    const copy = (forced: boolean) => sql`
      insert into resource_use (site_id, booking_id, resource_id, during, holds, forced)
      select site_id, gen_random_uuid(), resource_id, during, holds, ${forced} from resource_use where booking_id = ${id} limit 1`
    await expectForbidden(copy(false), /used_once_at_a_time/)
    await run(copy(true))
  },
  'class capacity': async () => {
    const service = await studio.make(klass())
    const { event } = await ok('POST', '/calendar/v3/events', toSession(service.schedule.id))
    const contactDetails = { firstName: 'Mia', email: 'mia@example.org' }
    const booking = { bookedEntity: { slot: { serviceId: service.id, eventId: event.id } }, contactDetails, status: 'CONFIRMED' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', '/v2/bookings', { booking })))
    expect(answers.map(errorCode).toSorted()).toEqual([...Array(3).fill('SESSION_CAPACITY_EXCEEDED'), undefined, undefined])
  },
  'exceptions unique per (master, original local start)': async () => {
    const { schedule } = await studio.make(klass())
    const { event } = await ok('POST', '/calendar/v3/events', toSession(schedule.id, weekly))
    const id = `${event.id}_20270517T0900`
    await ok('PATCH', `/calendar/v3/events/${id}`, { event: { title: 'Flow' } })
    await expectForbidden(
      sql`insert into calendar_event (site_id, id, schedule_id, service_id, type, local_start, local_end, start_at, end_at, recurrence_type, master_id,
          original_local_start, created_at, updated_at)
        select site_id, id || '-again', schedule_id, service_id, type, local_start, local_end, start_at, end_at, recurrence_type, master_id,
          original_local_start, created_at, updated_at from calendar_event where id = ${id}`,
      /exception_is_unique/,
    )
  },
  revision: async () => {
    const service = await studio.make(klass())
    const patch = (tagLine: string) => call('PATCH', `/v2/services/${service.id}`, { service: { revision: '1', tagLine } })
    const answers = await Promise.all(['a', 'b', 'c'].map(patch))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await ok('GET', `/v2/services/${service.id}`)).service.revision).toBe('2')
  },
  'events in the same transaction': async () => {
    const count = async () => (await ok('POST', '/v2/services/count', { filter: { type: 'CLASS' } })).count
    const before = await count()
    await run(sql`create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'no event'; end $$`)
    await run(sql`create trigger refuse_event before insert on event for each row execute function refuse_event()`)
    const { status } = await call('POST', '/v2/services', { service: klass() })
    await run(sql`drop trigger refuse_event on event`)
    await run(sql`drop function refuse_event`)
    expect([status, await count()]).toEqual([500, before])
  },
})
