/** What the slots of an appointment follow from, as the business set it up, and the query that the slot computation reads. Source: guide services-and-availability §15.2–15.4. */
import type { Interval } from '#kit/pure/intervals.ts'
import { minuteMs, type ZoneOffsets } from '#kit/pure/zone.ts'
import { expandAlwaysOpen, expandWorkingHours, selectSpecialDays, toOpenWindows, type HoursRule, type SlotLocation, type SpecialDays } from './hours.ts'
import type { ResourceTime, SlotQuery } from './slots.ts'

/** A person, room or thing as its schedules describe it. */
export interface ResourceSetup<Busy extends Interval = Interval> {
  id: string
  /** Locations of a resource without working hours; those of working hours count otherwise. */
  locationIds: 'all' | readonly string[]
  /** Its own weekly rules, those of the business, or none: always available. */
  hours: readonly HoursRule[] | 'BUSINESS' | 'ALWAYS'
  /** Its own closing days and special hours. */
  special: readonly SpecialDays[]
  busy: readonly Busy[]
}

export interface SlotSetup<Resource extends ResourceSetup = ResourceSetup> {
  range: Interval
  offsets: ZoneOffsets
  location: SlotLocation
  durationMinutes: number
  bufferMinutes: number
  /** How starts are spaced; `firstDuration` is the first session duration of the service. */
  spacing: { sameAsDuration: boolean; minutes: number; firstDuration: number }
  business: { hours: readonly HoursRule[]; special: readonly SpecialDays[] }
  /** A service that needs more than staff has to fit into the hours of the business as well. */
  isWithinBusinessHours: boolean
  primaries: readonly Resource[]
  others: readonly { typeId: string; resources: readonly Resource[] }[]
}

/** The input of the slot computation. */
export function buildSlotQuery(setup: SlotSetup): SlotQuery {
  const { location, range, offsets, business, spacing, bufferMinutes } = setup
  const within = setup.isWithinBusinessHours
    ? expandWorkingHours(
        business.hours,
        location,
        range,
        offsets,
        selectSpecialDays({ own: [], business: business.special, usesBusinessHours: true }, location),
      )
    : undefined
  // Hours that many people share are laid out once.
  let shared: ReturnType<typeof toWorkingTime> | undefined
  const layOutShared = () => (shared ??= toWorkingTime(setup, { hours: 'BUSINESS', special: [], locationIds: 'all' }, within))
  const toTime = (resource: ResourceSetup): ResourceTime => ({
    id: resource.id,
    ...(resource.hours === 'BUSINESS' && resource.special.length === 0 ? layOutShared() : toWorkingTime(setup, resource, within)),
    busy: resource.busy,
  })
  const step = spacing.sameAsDuration ? spacing.firstDuration + bufferMinutes : spacing.minutes
  return {
    duration: setup.durationMinutes * minuteMs,
    buffer: bufferMinutes * minuteMs,
    step: step * minuteMs,
    restartAfterBusy: spacing.sameAsDuration,
    primaries: setup.primaries.map(toTime),
    others: setup.others.map(({ typeId, resources }) => ({ typeId, resources: resources.map(toTime) })),
    range,
  }
}

/** Whether a resource serves a location at all; weekly hours name their own locations. */
export const isAtLocation = ({ hours, locationIds }: Pick<ResourceSetup, 'hours' | 'locationIds'>, location: SlotLocation): boolean =>
  locationIds === 'all' || hours !== 'ALWAYS' || (location !== 'offsite' && locationIds.includes(location.locationId))

/** The closing days and special hours that apply to a resource, those that take precedence first. */
export const specialDaysFor = (
  { business, location }: Pick<SlotSetup, 'business' | 'location'>,
  resource: Pick<ResourceSetup, 'hours' | 'special'>,
): SpecialDays[] => selectSpecialDays({ own: resource.special, business: business.special, usesBusinessHours: resource.hours === 'BUSINESS' }, location)

type WorkingSetup = Pick<ResourceSetup, 'hours' | 'special' | 'locationIds'>
/** When a resource works, and where a whole appointment must fit. */
function toWorkingTime(setup: SlotSetup, resource: WorkingSetup, within: readonly Interval[] | undefined): Pick<ResourceTime, 'instances' | 'windows'> {
  const { location, range, offsets, business } = setup
  const special = () => specialDaysFor(setup, resource)
  const instances = !isAtLocation(resource, location)
    ? []
    : resource.hours === 'ALWAYS'
      ? expandAlwaysOpen(range, offsets, special())
      : expandWorkingHours(resource.hours === 'BUSINESS' ? business.hours : resource.hours, location, range, offsets, special())
  return { instances, windows: toOpenWindows(instances, within) }
}
