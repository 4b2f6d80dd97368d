import { describe, expect, test } from 'vitest'
import { selectSpecialDays, type SlotLocation } from './hours.ts'

const day = (locationId: string | undefined, spans: { start: number; end: number }[] = []) => ({ first: 1, last: 1, spans, locationId })
const hours = [{ start: 600, end: 660 }]

describe('which special days apply to a resource at a location', () => {
  const own = day(undefined, hours)
  const [closed, open] = [day(undefined), day(undefined, hours)]
  const [gardenClosed, gardenOpen] = [day('garden'), day('garden', hours)]
  const business = [closed, open, gardenClosed, gardenOpen]
  const cases: [string, boolean, SlotLocation, ReturnType<typeof day>[]][] = [
    ['those of the location come before those of the business', true, { locationId: 'garden' }, [own, gardenClosed, gardenOpen, closed, open]],
    ['those of another location do not apply', true, { locationId: 'hall' }, [own, closed, open]],
    ['nor do they at the customer’s place', true, 'offsite', [own, closed, open]],
    ['to a resource with hours of its own only the closing days apply', false, { locationId: 'garden' }, [own, gardenClosed, closed]],
  ]
  test.each(cases)('%s', (_, usesBusinessHours, location, expected) =>
    expect(selectSpecialDays({ own: [own], business, usesBusinessHours }, location)).toEqual(expected),
  )
})
