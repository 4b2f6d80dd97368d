/** Asks what else is there before something is moved. */
import { call } from '#web/api.ts'
import type { Site } from '../entities.ts'
import { formatInstant } from '../parts/format.ts'
import { findConflicts } from './conflicts.ts'
import { toEntries, type Move } from './events.ts'
import { toLocalDate } from './session-change.ts'

const NAMED = 3

/** A sentence about what else is there at the new time; empty when nothing is. */
export async function describeConflicts(movedId: string, to: Move, resourceIds: readonly string[], site: Site): Promise<string> {
  const [items, events] = await Promise.all([
    call('bookingPages.calendar', { body: { from: to.startDate, to: to.endDate } }),
    call('availability.queryEvents', {
      body: { fromLocalDate: toLocalDate(to.startDate, site.timeZone).localDate, toLocalDate: toLocalDate(to.endDate, site.timeZone).localDate },
    }),
  ])
  const found = findConflicts(toEntries(items.items, events.events), movedId, to, resourceIds)
  if (found.length === 0) return ''
  const names = found.slice(0, NAMED).map(({ title, start, end }) => `${title} (${formatInstant(start, site, 'time')}–${formatInstant(end, site, 'time')})`)
  return `Conflict: at this time the same staff or room also has ${names.join(', ')}${found.length > NAMED ? ` and ${found.length - NAMED} more` : ''}.`
}
