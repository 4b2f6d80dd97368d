import { expect, test } from 'vitest'
import { shiftSeries, swapResource, toSessionChange, toSessionForm, type SessionForm } from './session-change.ts'

const from = { startDate: '2027-05-10T08:00:00.000Z', endDate: '2027-05-10T09:00:00.000Z' }
test.each([
  ['an hour later', '2027-05-10T09:00:00.000Z', '2027-05-10T10:00:00.000Z', '2027-01-04T11:00:00', '2027-01-04T12:00:00'],
  ['a day earlier and longer', '2027-05-09T08:00:00.000Z', '2027-05-09T09:30:00.000Z', '2027-01-03T10:00:00', '2027-01-03T11:30:00'],
  ['the same time and shorter', '2027-05-10T08:00:00.000Z', '2027-05-10T08:45:00.000Z', '2027-01-04T10:00:00', '2027-01-04T10:45:00'],
])('moved %s, on the clock of the business in winter as in summer', (_, startDate, endDate, start, end) => {
  expect(shiftSeries('2027-01-04T10:00:00', from, { startDate, endDate }, 'Europe/Berlin')).toEqual({ start: { localDate: start }, end: { localDate: end } })
})

test.each([
  [['ana', 'hall'], 'ana', 'ben', ['ben', 'hall']],
  [['ana', 'hall'], 'hall', 'loft', ['ana', 'loft']],
  [['ana', 'ben'], 'ana', 'ben', ['ben']],
  [['hall'], 'ana', 'ben', ['hall', 'ben']],
])('%j, moved from %s to %s, needs %j', (ids, from, to, after) => expect(swapResource(ids, { from, to })).toEqual(after))

const session = { startDate: '2027-05-10T08:00:00.000Z', endDate: '2027-05-10T09:00:00.000Z', resourceIds: ['ana', 'hall', 'gone'], capacity: 12 }
const choices = {
  people: [
    { resourceId: 'ana', name: 'Ana' },
    { resourceId: 'ben', name: 'Ben' },
  ],
  rooms: [
    { id: 'hall', name: 'Hall' },
    { id: 'loft', name: 'Loft' },
  ],
  places: [{ id: 'lake', name: 'Lake', address: { formattedAddress: 'Shore 1' } }],
}
const changeTo = (form: Partial<SessionForm>) => toSessionChange(session, { ...toSessionForm(session, 'Europe/Berlin'), ...form }, choices, 'Europe/Berlin')

test('a session that was not changed changes nothing', () => expect(changeTo({})).toBeUndefined())

test.each([
  ['the time', { time: '12:30' }, { to: { startDate: '2027-05-10T10:30:00.000Z', endDate: '2027-05-10T11:30:00.000Z' } }],
  ['the length', { minutes: 90 }, { to: { startDate: '2027-05-10T08:00:00.000Z', endDate: '2027-05-10T09:30:00.000Z' } }],
  ['day and length', { date: '2027-05-11', minutes: 45 }, { to: { startDate: '2027-05-11T08:00:00.000Z', endDate: '2027-05-11T08:45:00.000Z' } }],
  ['who leads it', { resourceIds: ['ben', 'hall', 'gone'] }, { resources: { ids: ['ben', 'hall', 'gone'], staff: 'Ben' } }],
  ['two who lead it', { resourceIds: ['ana', 'ben', 'hall', 'gone'] }, { resources: { ids: ['ana', 'ben', 'hall', 'gone'], staff: 'Ana and Ben' } }],
  ['the room', { resourceIds: ['ana', 'loft', 'gone'] }, { resources: { ids: ['ana', 'loft', 'gone'], rooms: 'Loft' } }],
  ['no room', { resourceIds: ['ana', 'gone'] }, { resources: { ids: ['ana', 'gone'], rooms: '' } }],
  ['the order alone of what it needs', { resourceIds: ['hall', 'gone', 'ana'] }, undefined],
  ['the location', { placeId: 'lake' }, { place: { id: 'lake', name: 'Lake', address: 'Shore 1' } }],
  ['the spots', { capacity: 8 }, { capacity: 8 }],
])('one field changes one field: %s', (_, form, change) => expect(changeTo(form)).toEqual(change))

test('a session in the hour that comes twice stays there when only its length changes', () => {
  const item = { startDate: '2027-10-31T01:30:00.000Z', endDate: '2027-10-31T02:30:00.000Z', resourceIds: [] }
  const form = { ...toSessionForm(item, 'Europe/Berlin'), minutes: 30 }
  expect(toSessionChange(item, form, choices, 'Europe/Berlin')).toEqual({ to: { startDate: item.startDate, endDate: '2027-10-31T02:00:00.000Z' } })
})
