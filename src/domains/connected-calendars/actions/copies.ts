/** Writes bookings into other calendars and keeps them as they are. Source: guide services-and-availability §14.2; own rule. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type CalendarAccount, CalendarProblem, type OutgoingEvent } from '#kit/calendars/port.ts'
import { renderFeed, toUid } from './feed-file.ts'
import * as connections from '../store/connections.ts'
import * as store from '../store/copies.ts'
import { toFeedEntry } from './feed-entries.ts'
import { getCalendarCalls, unsealCredentials } from './process.ts'
import { saveFailure } from './sync.ts'

/** Enqueues what other calendars do not show as it is now. The key holds the revision: one job for each change of a booking. */
export async function queueOutdatedCopies(ctx: TransactionContext): Promise<number> {
  const outdated = await store.listOutdated(ctx)
  const quarter = Math.floor(ctx.now.epochMilliseconds / 900_000)
  // A job that was given up is tried again in the next quarter of an hour.
  for (const { connectionId, bookingId, revision } of outdated)
    ctx.enqueue({ kind: 'calendar-copy', key: `${connectionId}:${bookingId}:${revision}:${quarter}`, data: { connectionId, bookingId }, subject: connectionId })
  return outdated.length
}

interface Task {
  row: connections.ConnectionRow
  copy: store.CopyRow | undefined
  /** Undefined: to be removed. */
  event: (OutgoingEvent & { revision: number }) | undefined
}

async function loadTask(ctx: ReadContext, connectionId: string, bookingId: string): Promise<Task | undefined> {
  const [row, copy, booking] = await Promise.all([
    connections.findConnection(ctx, connectionId),
    store.findCopy(ctx, connectionId, bookingId),
    store.findShownBooking(ctx, bookingId),
  ])
  if (!row?.sealed) return undefined
  const isShown =
    booking !== undefined &&
    row.exports &&
    store.SHOWN_STATUSES.some((one) => one === booking.status) &&
    (booking.resourceId === row.resourceId || booking.resourceIds.includes(row.resourceId))
  if (!isShown) return copy ? { row, copy, event: undefined } : undefined
  if (copy?.revision === booking.revision) return undefined
  const host = new URL(ctx.origin).host
  const entry = await toFeedEntry(ctx, booking)
  const file = renderFeed((await getSite(ctx)).name, host, [entry])
  return { row, copy, event: { ...entry, id: bookingId, uid: toUid(bookingId, host), file } }
}

/** Asks the provider for the first calendar that it may write to, if none was chosen. */
async function findTarget(account: CalendarAccount, { exportCalendar }: connections.ConnectionRow): Promise<string> {
  if (exportCalendar !== null) return exportCalendar
  const writable = (await account.listCalendars()).filter((one) => one.isWritable)
  const target = writable.find((one) => one.isPrimary) ?? writable[0]
  if (!target) throw new CalendarProblem('GONE')
  return target.id
}

async function carryOut(account: CalendarAccount, { row, copy, event }: Task): Promise<{ calendarId: string; ref: string } | undefined> {
  if (!event) {
    if (copy) await account.remove?.(copy.calendarId, copy.ref)
    return undefined
  }
  const calendarId = await findTarget(account, row)
  // Another calendar was chosen since.
  if (copy && copy.calendarId !== calendarId) await account.remove?.(copy.calendarId, copy.ref)
  const ref = await account.write?.(calendarId, event, copy?.calendarId === calendarId ? copy.ref : undefined)
  if (ref === undefined) throw new CalendarProblem('NOT_CONFIGURED')
  return { calendarId, ref }
}

/** Writes or removes one booking in one calendar. Repeated, it leaves one event; interrupted, it is done again. */
export async function copyBooking(ctx: OwnTransactionContext, connectionId: string, bookingId: string): Promise<void> {
  const task = await ctx.read((inner) => loadTask(inner, connectionId, bookingId))
  if (!task) return
  try {
    const credentials = unsealCredentials(ctx.siteId, task.row.sealed as string)
    if (!credentials) throw new CalendarProblem('UNAUTHORIZED')
    const written = await carryOut(await getCalendarCalls().open(credentials), task)
    await ctx.transaction((inner) =>
      written && task.event
        ? store.saveCopy(inner, { connectionId, bookingId, ...written, revision: task.event.revision })
        : store.deleteCopy(inner, connectionId, bookingId),
    )
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error
    await ctx.transaction((inner) => saveFailure(inner, connectionId, error))
    throw error
  }
}
