/** Calendar files outside of the event loop: one of 20,000 events takes a second to read, a feed of as many several to write. */
import type { BusyTime } from '#kit/calendars/busy-times.ts'
import { CalendarProblem } from '#kit/calendars/port.ts'
import { startThread } from '#kit/workers/start-worker.ts'
import { toWorkerFile } from '#kit/workers/worker-file.ts'
import { TaskAborted, WorkerPool } from '#kit/workers/worker-pool.ts'
import { mapInSlices } from '#kit/jobs/slices.ts'
import { type FeedEntry, renderFeed } from './actions/feed-file.ts'
import type { CalendarFiles, calendarTasks } from './calendar-tasks.ts'

const pool = new WorkerPool<typeof calendarTasks>({
  file: toWorkerFile('calendar-worker', import.meta.url),
  start: startThread,
  size: 1,
  memoryMb: 512,
  maxWaiting: 200,
  deadlineMs: 120_000,
  idleMs: 60_000,
})

/** Throws CalendarProblem: NOT_A_CALENDAR for files that cannot be read, TOO_LARGE for those that take too much memory or time. */
async function readFiles<T>(reading: Promise<{ found: T | undefined }>): Promise<T> {
  const { found } = await reading.catch((error: unknown) => {
    throw error instanceof TaskAborted ? new CalendarProblem('TOO_LARGE') : error
  })
  if (found === undefined) throw new CalendarProblem('NOT_A_CALENDAR')
  return found
}

/** As `listBusyTimes` of the kit; throws CalendarProblem. */
export const readBusyTimes = (input: CalendarFiles): Promise<BusyTime[]> => readFiles(pool.run('listBusyTimes', input))

/** As `listWholeDays` of the kit; throws CalendarProblem. */
export const readWholeDays = (input: CalendarFiles): Promise<{ date: string; title: string }[]> => readFiles(pool.run('listWholeDays', input))

/** Fewer are written at once: that takes less than handing them over. */
const FEW_ENTRIES = 20

/** The file of a feed. */
export async function writeFeed(name: string, host: string, entries: readonly FeedEntry[]): Promise<string> {
  const printed = await mapInSlices(entries, (entry) => ({
    ...entry,
    changedAt: entry.changedAt.toString(),
    start: entry.start.toString(),
    end: entry.end.toString(),
  }))
  return printed.length <= FEW_ENTRIES ? renderFeed(name, host, printed) : pool.run('renderFeed', { name, host, entries: printed })
}
