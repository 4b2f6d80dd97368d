/** What reading and writing calendar files costs most. Runs in a thread of its own (`calendar-worker.ts`). */
import { type BusyRange, type BusyTime, listBusyTimes, listWholeDays } from '#kit/calendars/busy-times.ts'
import { NotACalendar } from '#kit/calendars/content-lines.ts'
import { UnreadableRule } from '#kit/calendars/recurrence.ts'
import { type FeedEntry, renderFeed } from './actions/feed-file.ts'

/** Calendar files of others, and what is asked of them. */
export interface CalendarFiles {
  files: readonly string[]
  range: BusyRange
  /** Of the business. */
  zone: string
}
/** What was found; undefined: the files cannot be read. */
type Read<T> = { found: T | undefined }

function read<T>(list: () => T): Read<T> {
  try {
    return { found: list() }
  } catch (error) {
    if (error instanceof NotACalendar || error instanceof UnreadableRule) return { found: undefined }
    throw error
  }
}

export const calendarTasks = {
  listBusyTimes: ({ files, range, zone }: CalendarFiles): Read<BusyTime[]> => read(() => listBusyTimes(files, range, zone)),
  listWholeDays: ({ files, range, zone }: CalendarFiles): Read<{ date: string; title: string }[]> => read(() => listWholeDays(files, range, zone)),
  renderFeed: ({ name, host, entries }: { name: string; host: string; entries: readonly FeedEntry<string>[] }): string => renderFeed(name, host, entries),
}
