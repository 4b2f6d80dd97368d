/** Says what else is there at the times of something that is added or moved. */
import { joinClocks } from '#kit/pure/date-format.ts'
import { call, useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { toWallTime } from '../business-time.ts'
import type { Site } from '../entities.ts'
import { findConflicts, type Conflict } from './conflicts.ts'
import { toEntries } from './events.ts'
import type { Move } from './move.ts'
import { formatInstant } from './format-times.ts'

const NAMED = 3

const t = currentMessages(
  defineDashboardMessages(
    {
      atThisTime: (names: string) => `At this time the same staff or room also has ${names}.`,
      atTheseTimes: (names: string) => `At these times the same staff or room also has ${names}.`,
      andMore: (names: string, more: number) => `${names} and ${more} more`,
      doubleBooked: (sentence: string) => `Double booked: ${sentence}`,
    },
    {
      de: {
        atThisTime: (names) => `Zu dieser Zeit ist dieselbe Person oder derselbe Raum schon belegt: ${names}.`,
        atTheseTimes: (names) => `Zu diesen Zeiten ist dieselbe Person oder derselbe Raum schon belegt: ${names}.`,
        andMore: (names, more) => `${names} und ${more} weitere`,
        doubleBooked: (sentence) => `Doppelt belegt: ${sentence}`,
      },
    },
  ),
)

function toSentence(found: readonly Conflict[], site: Site, isOneDay: boolean): string {
  if (found.length === 0) return ''
  const names = found
    .slice(0, NAMED)
    .map(({ title, start, end }) => `${title} (${joinClocks(formatInstant(start, site, isOneDay ? 'time' : undefined), formatInstant(end, site, 'time'))})`)
    .join(', ')
  const all = found.length > NAMED ? t.andMore(names, found.length - NAMED) : names
  return isOneDay ? t.atThisTime(all) : t.atTheseTimes(all)
}

/** The requests for everything between two instants. */
const toRequests = ({ startDate, endDate }: Move, zone: string) => {
  const toLocal = (instant: string) => toWallTime(instant, zone).replace(' ', 'T')
  return {
    items: { body: { from: startDate, to: endDate } },
    events: { body: { fromLocalDate: toLocal(startDate), toLocalDate: toLocal(endDate), query: { filter: { type: 'EVENT' } } } },
  }
}

/** A sentence about what else is there at the new time; empty when nothing is. */
export async function describeConflicts(movedId: string, to: Move, resourceIds: readonly string[], site: Site): Promise<string> {
  const requests = toRequests(to, site.timeZone)
  const [items, events] = await Promise.all([call('bookingPages.calendar', requests.items), call('availability.queryEvents', requests.events)])
  const sentence = toSentence(findConflicts(toEntries(items.items, events.events), movedId, to, resourceIds), site, true)
  return sentence && t.doubleBooked(sentence)
}

/** The same while a form is filled in, for one time or several of a series; `times` by start. */
export function useConflicts(times: readonly Move[], resourceIds: readonly string[]): string {
  const site = useSite()
  const [first, last] = [times[0], times.at(-1)]
  const enabled = first !== undefined && resourceIds.length > 0
  const range = { startDate: first?.startDate ?? '', endDate: last?.endDate ?? '' }
  const requests = toRequests(enabled ? range : { startDate: '2000-01-01T00:00:00Z', endDate: '2000-01-01T00:00:00Z' }, site.timeZone)
  const items = useApiQuery('bookingPages.calendar', requests.items, { enabled })
  const events = useApiQuery('availability.queryEvents', requests.events, { enabled })
  if (!enabled || !items.data || !events.data) return ''
  const entries = toEntries(items.data.items, events.data.events)
  const found = times.flatMap((time) => findConflicts(entries, undefined, time, resourceIds))
  return toSentence(found, site, times.length === 1)
}
