/** The values and rules of connected calendars that the guide lists. Source: guide services-and-availability §14. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTimeSlotStudio, type TimeSlotStudio } from '../../../test/factories/time-slot-studio.ts'
import { describeRows, tableAt } from '../../../test/guide-tables.ts'
import { externalCalendarsApi } from './contract/external-calendars.ts'

const guide = 'services-and-availability'
let studio: TimeSlotStudio
let providers: { name: string; calendarType: string; features: { connectMethods: string[]; listEventFromCalendars: string; syncToCalendar: string } }[]
beforeAll(async () => {
  studio = await createTimeSlotStudio()
  providers = (await studio.testServer.ok('GET', '/v2/external-calendars/providers', { as: studio.site })).providers
})
afterAll(() => studio.testServer.close())

/** The values of an enum, named or within a list. */
const readValues = (schema: unknown): string[] => {
  const { enum: values, items, anyOf } = schema as { enum?: string[]; items?: unknown; anyOf?: unknown[] }
  return values ?? (items ? readValues(items) : (anyOf ?? []).flatMap(readValues))
}
const readProperties = (schema: unknown) => (schema as { properties: Record<string, unknown> }).properties
const connection = readProperties(readProperties(externalCalendarsApi.getExternalCalendarConnection.reply).connection)
const provider = readProperties((readProperties(externalCalendarsApi.listExternalCalendarProviders.reply).providers as { items: unknown }).items)
const features = readProperties(provider.features)

/** What we never send: a type that is not known, and the older names of Microsoft's. */
const neverSent = ['UNDEFINED', 'OUTLOOK', 'OFFICE_365']
const expectValues = (cell = '', schema: unknown) => {
  const listed = cell
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .map((value) => value.trim())
  expect(listed.filter((value) => !neverSent.includes(value)).toSorted()).toEqual(readValues(schema).toSorted())
}
describeRows('values (§14.1)', tableAt(guide, '### 14.1'), {
  calendarType: ([, values]) => expectValues(values, connection.calendarType),
  connectMethods: ([, values]) => expectValues(values, features.connectMethods),
  status: ([, values]) => expectValues(values, connection.status),
  errorReason: ([, values]) => expectValues(values, connection.errorReason),
  'listEventFromCalendars feature': ([, values]) => expectValues(values, features.listEventFromCalendars),
  'syncToCalendar feature': ([, values]) => expectValues(values, features.syncToCalendar),
})

describeRows(
  'what we build (§14.2)',
  tableAt(guide, '### 14.2'),
  {
    Providers: ([, rule = '']) => {
      for (const name of ['iCalendar link', 'iCloud', 'Fastmail', 'CalDAV', 'Google Calendar', 'Microsoft 365']) expect(rule).toContain(name)
      expect(providers.map(({ name, features: { connectMethods, syncToCalendar } }) => [name, connectMethods, syncToCalendar]).toSorted()).toEqual(
        [
          ['CalDAV', [], 'SPECIFIC_CALENDAR'],
          ['Fastmail', ['CREDENTIALS'], 'SPECIFIC_CALENDAR'],
          ['Google Calendar', ['OAUTH'], 'SPECIFIC_CALENDAR'],
          ['iCalendar link', [], 'NOT_SUPPORTED'],
          ['iCloud', ['CREDENTIALS'], 'SPECIFIC_CALENDAR'],
          ['Microsoft 365', ['OAUTH'], 'SPECIFIC_CALENDAR'],
        ].toSorted(),
      )
      expect(new Set(providers.map(({ features: { listEventFromCalendars } }) => listEventFromCalendars))).toEqual(new Set(['SPECIFIC_CALENDARS']))
    },
  },
  // `connected-calendars.test.ts`, `written-entries.test.ts`.
  ['Who', 'Import', 'Mapping', 'Privacy', 'Failure', 'Export', 'Written', 'Loop guard', 'Disconnect'],
)

test('only those who connect calendars look at providers', async () => {
  expect((await studio.testServer.call('GET', '/v2/external-calendars/providers', { token: studio.token })).status).toBe(403)
})
