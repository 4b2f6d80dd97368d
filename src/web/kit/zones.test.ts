import { expect, test } from 'vitest'
import { toZoneChoices, zoneChoice, zoneName, zonePlace } from './zones.ts'

test('a zone is called by its place', () => {
  expect([zonePlace('America/New_York'), zoneName('Europe/Berlin'), zoneName('UTC')]).toEqual(['New York', 'Berlin time', 'UTC'])
})

test('where all zones are offered, each says its region, and they are found by place', () => {
  expect(zoneChoice('America/Argentina/Buenos_Aires')).toBe('Buenos Aires (America, Argentina)')
  expect(toZoneChoices(['UTC', 'Europe/Berlin', 'America/New_York', 'UTC'])).toEqual([
    { value: 'Europe/Berlin', label: 'Berlin (Europe)' },
    { value: 'America/New_York', label: 'New York (America)' },
    { value: 'UTC', label: 'UTC' },
  ])
})
