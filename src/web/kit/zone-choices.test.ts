import { expect, test } from 'vitest'
import { zonePlace } from './days.ts'
import { toZoneChoices } from './zone-choices.ts'
import { zoneName } from './zones.ts'

test('a zone is called by its place', () => {
  expect([zonePlace('America/New_York'), zoneName('Europe/Berlin'), zoneName('UTC')]).toEqual(['New York', 'Berlin time', 'UTC'])
})

test('where all zones are offered, each says its region, and they are found by place', () => {
  expect(toZoneChoices(['UTC', 'Europe/Berlin', 'America/New_York', 'America/Argentina/Buenos_Aires', 'UTC'])).toEqual([
    { value: 'Europe/Berlin', label: 'Berlin (Europe)' },
    { value: 'America/Argentina/Buenos_Aires', label: 'Buenos Aires (America, Argentina)' },
    { value: 'America/New_York', label: 'New York (America)' },
    { value: 'UTC', label: 'UTC' },
  ])
})
