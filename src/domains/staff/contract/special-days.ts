/** Closing days and special hours of the business, a place, a person or a thing. Source: guide services-and-availability §10.3. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { ById, Text, owner } from './shapes.ts'

const clock = '^([01]\\d|2[0-3]):[0-5]\\d$'
const clockOr24 = '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$'
const Span = Type.Object({ start: Type.String({ pattern: clock }), end: Type.String({ pattern: clockOr24 }) })
const specialDayFields = {
  from: Type.String({ format: 'date' }),
  /** Inclusive. */
  until: Type.String({ format: 'date' }),
  title: Text(100),
  /** When it is open on each of these days; none means closed. */
  periods: Type.Array(Span, { maxItems: 10 }),
}
export const SpecialDay = Type.Object({ id: Guid, resourceId: Type.Optional(Guid), locationId: Type.Optional(Guid), ...specialDayFields })
export type SpecialDay = Static<typeof SpecialDay>
export const SpecialDayInput = Type.Object({
  /** Whose days; those of the business when both are absent. */
  resourceId: Maybe(Guid),
  locationId: Maybe(Guid),
  from: specialDayFields.from,
  until: Maybe(specialDayFields.until),
  title: Maybe(specialDayFields.title),
  periods: Maybe(specialDayFields.periods),
})
export type SpecialDayInput = Static<typeof SpecialDayInput>
/** What is absent stays as it is. */
const SpecialDayChange = Type.Partial(Type.Object(specialDayFields))
export type SpecialDayChange = Static<typeof SpecialDayChange>

const CodeName = Type.Object({ code: Type.String(), name: Type.String() })

export const specialDaysApi = operations({
  listSpecialDays: {
    method: 'GET',
    path: '/api/special-days',
    summary: 'List closing days and special hours of the business, of one location or of one resource',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_READ',
    internal: true,
    work: 'read',
    query: Type.Object({ resourceId: Type.Optional(Guid), locationId: Type.Optional(Guid) }),
    reply: Type.Object({ specialDays: Type.Array(SpecialDay) }),
    refuses: [],
  },
  createSpecialDay: {
    method: 'POST',
    path: '/api/special-days',
    summary: 'Create closing days or special hours',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    body: Type.Object({ specialDay: SpecialDayInput }),
    reply: Type.Object({ specialDay: SpecialDay }),
    refuses: [],
  },
  closeOnDays: {
    method: 'POST',
    path: '/api/special-days/closures',
    summary: 'Close on several days; those that are special already stay as they are',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    body: Type.Object({
      /** Whose days; those of the business when both are absent. */
      resourceId: Maybe(Guid),
      locationId: Maybe(Guid),
      days: Type.Array(Type.Object({ date: specialDayFields.from, title: specialDayFields.title }), { minItems: 1, maxItems: 100 }),
    }),
    reply: Type.Object({ specialDays: Type.Array(SpecialDay), skipped: Type.Array(Type.String()) }),
    refuses: [],
  },
  listHolidayCountries: {
    method: 'GET',
    path: '/api/holidays/countries',
    summary: 'List the countries whose public holidays are known',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_READ',
    internal: true,
    work: 'read',
    reply: Type.Object({
      countries: Type.Array(CodeName),
      /** The country that the business is in. */
      suggested: Type.Optional(Type.String()),
    }),
    refuses: [],
  },
  listHolidays: {
    method: 'GET',
    path: '/api/holidays',
    summary: 'List the public holidays of a country or one of its regions in a year',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_READ',
    internal: true,
    work: 'read',
    query: Type.Object({
      country: Type.String({ maxLength: 10 }),
      region: Type.Optional(Type.String({ maxLength: 20 })),
      year: Type.Integer({ minimum: 2000, maximum: 2100 }),
    }),
    reply: Type.Object({ regions: Type.Array(CodeName), holidays: Type.Array(Type.Object({ date: Type.String(), name: Type.String() })) }),
    refuses: [],
  },
  updateSpecialDay: {
    method: 'PATCH',
    path: '/api/special-days/{id}',
    summary: 'Change closing days or special hours',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    params: ById,
    body: Type.Object({ specialDay: SpecialDayChange }),
    reply: Type.Object({ specialDay: SpecialDay }),
    refuses: [],
  },
  deleteSpecialDay: {
    method: 'DELETE',
    path: '/api/special-days/{id}',
    summary: 'Delete closing days or special hours',
    access: owner,
    permission: 'BOOKINGS.SETTINGS_UPDATE',
    internal: true,
    params: ById,
    reply: Type.Object({}),
    refuses: [],
  },
})
