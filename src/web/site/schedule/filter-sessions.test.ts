import { expect, test } from 'vitest'
import type { Service, SlotEntry } from '../catalog.ts'
import { toDayPart, filterSessions, keepChosen, levels, listChoices, listKnown, listLevels, suitsLevel } from './filter-sessions.ts'

const session = (startDate: string, resource?: { id: string; name: string }, location?: { id: string; name: string }): SlotEntry => ({
  slot: { serviceId: 's', startDate, endDate: startDate, ...(resource ? { resource } : {}), ...(location ? { location } : {}) },
  bookable: true,
  openSpots: 1,
  totalSpots: 1,
})
const [ana, bo] = [
  { id: 'a', name: 'Ana' },
  { id: 'b', name: 'Bo' },
]
const [loft, hall] = [
  { id: 'l', name: 'Loft' },
  { id: 'h', name: 'Hall' },
]
const week = [session('2027-06-07T05:00:00Z', bo, loft), session('2027-06-07T10:00:00Z', ana, hall), session('2027-06-07T15:00:00Z', bo, hall)]

test.each([
  ['2027-06-07T09:59:00Z', 'Europe/Berlin', 'morning'],
  ['2027-06-07T10:00:00Z', 'Europe/Berlin', 'afternoon'],
  ['2027-06-07T15:00:00Z', 'Europe/Berlin', 'evening'],
  ['2027-06-07T15:00:00Z', 'America/New_York', 'morning'],
  ['2027-06-07T22:00:00Z', 'Europe/Berlin', 'morning'],
])('%s in %s is in the %s', (at, zone, part) => expect(toDayPart(at, zone)).toBe(part))

test('sessions are narrowed to a teacher, a place and a part of the day at once', () => {
  const starts = (filter: Parameters<typeof filterSessions>[1]) => filterSessions(week, filter, 'Europe/Berlin').map(({ slot }) => slot.startDate.slice(11, 13))
  expect(starts({})).toEqual(['05', '10', '15'])
  expect(starts({ teacher: 'b' })).toEqual(['05', '15'])
  expect(starts({ teacher: 'b', place: 'h' })).toEqual(['15'])
  expect(starts({ teacher: 'b', place: 'h', part: 'morning' })).toEqual([])
})

test('only what makes a difference can be chosen, by name', () => {
  expect(listChoices(week, 'Europe/Berlin')).toEqual({ teachers: [ana, bo], places: [hall, loft], parts: ['morning', 'afternoon', 'evening'] })
  expect(listChoices(week.slice(0, 1), 'Europe/Berlin')).toEqual({ teachers: [], places: [], parts: [] })
  expect(listChoices([session('2027-06-07T05:00:00Z')], 'UTC')).toEqual({ teachers: [], places: [], parts: [] })
})

test('who and where are known from the services, and what the address holds stays in the list', () => {
  const service: Service = {
    id: 's',
    name: 'Yoga',
    type: 'CLASS',
    staffMemberDetails: {
      staffMembers: [
        { staffMemberId: 'b', name: 'Bo' },
        { staffMemberId: 'a', name: 'Ana' },
      ],
    },
    locations: [{ business: loft }, { custom: {} }],
  }
  const known = listKnown([service, service])
  expect(known).toEqual({ teachers: [ana, bo], places: [loft] })
  expect(keepChosen([bo], 'a', known.teachers, 'This teacher')).toEqual([ana, bo])
  expect(keepChosen([ana, bo], 'a', known.teachers, 'This teacher')).toEqual([ana, bo])
  expect(keepChosen([], 'x', known.teachers, 'This teacher')).toEqual([{ id: 'x', name: 'This teacher' }])
  expect(keepChosen([], undefined, known.teachers, 'This teacher')).toEqual([])
})

test('what is for all levels suits each of them; what says nothing suits who asks for none', () => {
  const suited = (level: (typeof levels)[number] | undefined) =>
    ([undefined, 'ALL', 'BEGINNER', 'ADVANCED'] as const).filter((of) => suitsLevel(of ? { level: of } : {}, level))
  expect(suited(undefined)).toEqual([undefined, 'ALL', 'BEGINNER', 'ADVANCED'])
  expect(suited('BEGINNER')).toEqual(['ALL', 'BEGINNER'])
  expect(suited('INTERMEDIATE')).toEqual(['ALL'])
  expect(listLevels([{ level: 'ADVANCED' }, {}, { level: 'ALL' }, { level: 'BEGINNER' }])).toEqual(['BEGINNER', 'ADVANCED'])
})
