import { expect, test } from 'vitest'
import type { ChainSlotEntry } from './chain-times.ts'
import { isSeries, readParts, toSeriesUrl, toVisitUrl, writeParts } from './visit.ts'

const entry = {
  slot: {
    serviceId: 'wash',
    startDate: '2027-05-03T09:00:00.000+02:00',
    endDate: '2027-05-03T10:30:00.000+02:00',
    timezone: 'Europe/Berlin',
    location: { id: 'main', locationType: 'OWNER_BUSINESS' },
  },
  nestedSlots: [
    { serviceId: 'wash', scheduleId: 'a', start: '2027-05-03T09:00:00.000+02:00', end: '2027-05-03T09:30:00.000+02:00', resource: { id: 'ana' } },
    { serviceId: 'cut', scheduleId: 'b', start: '2027-05-03T09:30:00.000+02:00', end: '2027-05-03T10:30:00.000+02:00' },
  ],
} as ChainSlotEntry

test('a link carries the parts of a visit; each begins where the one before ends', () => {
  expect(writeParts(entry)).toBe('wash_30_ana.cut_60_')
  expect(readParts('wash_30_ana.cut_60_', '2027-05-03T07:00:00.000Z')).toEqual([
    { serviceId: 'wash', start: '2027-05-03T07:00:00.000Z', end: '2027-05-03T07:30:00.000Z', resourceId: 'ana' },
    { serviceId: 'cut', start: '2027-05-03T07:30:00.000Z', end: '2027-05-03T08:30:00.000Z', resourceId: undefined },
  ])
})

test('a link that cannot be read has no parts', () => {
  expect(readParts('wash_x_ana', '2027-05-03T07:00:00.000Z')).toEqual([])
  expect(readParts('wash_30_ana', 'tomorrow')).toEqual([])
  expect(readParts(undefined, undefined)).toEqual([])
})

test('the address of the form names start, place and what is chosen for the first part', () => {
  const url = new URL(toVisitUrl(entry, { choice: 'Lavender', addOns: '' }), 'http://site.example')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    start: '2027-05-03T07:00:00.000Z',
    zone: 'Europe/Berlin',
    parts: 'wash_30_ana.cut_60_',
    locationType: 'OWNER_BUSINESS',
    locationId: 'main',
    choice: 'Lavender',
  })
})

test('a link carries the dates of a series in their order, each with its length and person', () => {
  const dates = [
    { start: '2027-05-10T07:00:00.000Z', end: '2027-05-10T08:30:00.000Z', resourceId: 'bo' },
    { start: '2027-05-03T07:00:00.000Z', end: '2027-05-03T08:30:00.000Z', resourceId: 'ana' },
  ]
  const search = new URL(toSeriesUrl(entry, dates), 'http://site.example').searchParams
  const parts = search.get('parts') ?? ''
  expect([search.get('start'), parts, isSeries(parts), isSeries('wash_30_ana.cut_60_')]).toEqual([
    '2027-05-03T07:00:00.000Z',
    'wash_90_ana_0.wash_90_bo_10080',
    true,
    false,
  ])
  expect(readParts(parts, '2027-05-03T07:00:00.000Z')).toEqual(dates.toReversed().map((date) => ({ serviceId: 'wash', ...date })))
  expect(readParts('wash_90_ana_-5', '2027-05-03T07:00:00.000Z')).toEqual([])
})
