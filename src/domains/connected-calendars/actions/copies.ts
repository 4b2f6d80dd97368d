/** Writes bookings into other calendars and keeps them as they are. Source: guide services-and-availability §14.2; own rule. */
import { createHash } from 'node:crypto'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type CalendarAccount, CalendarProblem, type OutgoingEvent } from '#kit/calendars/port.ts'
import { type FeedEntry, renderFeed, toUid } from './feed-file.ts'
import * as connections from '../store/connections.ts'
import * as store from '../store/copies.ts'
import { bookingToEntry, findSessionEntry, listSessionEntries, type SessionEntry } from './feed-entries.ts'
import { getCalendarCalls, unsealCredentials } from './process.ts'
import { saveFailure } from './sync.ts'

const AHEAD_DAYS = 366
const MAX_JOBS = 200

/** Sessions are told to have changed by what an event shows of them. */
const toState = ({ start, end, title, description, location }: SessionEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([start.toString(), end.toString(), title, description, location]))
    .digest('hex')
/** Sessions without a booking take no time in the calendar of a person. decision */
const isShownSession = (entry: SessionEntry, { exports, resourceId }: connections.ConnectionRow): boolean =>
  exports && entry.status === 'CONFIRMED' && entry.people > 0 && entry.resourceIds.includes(resourceId)

/** Sessions that are not written as they are, or that are written and should not be. */
async function listOutdatedSessions(ctx: TransactionContext): Promise<store.OutdatedCopy[]> {
  const writing = (await connections.listConnections(ctx, undefined)).filter((one) => one.exports && one.status !== 'ERROR' && one.sealed !== null)
  const copies = await store.listSessionCopies(ctx)
  if (writing.length + copies.length === 0) return []
  const range = { from: ctx.now, to: ctx.now.add({ hours: 24 * AHEAD_DAYS }) }
  const resourceIds = [...new Set(writing.map((one) => one.resourceId))]
  const entries = writing.length > 0 ? await listSessionEntries(ctx, range, resourceIds) : []
  const toKey = (connectionId: string, entryId: string) => `${connectionId} ${entryId}`
  const written = new Map(copies.map((one) => [toKey(one.connectionId, one.entryId), one.state]))
  const wanted = writing.flatMap((row) =>
    entries.filter((one) => isShownSession(one, row)).map((one) => ({ connectionId: row.id, kind: 'SESSION' as const, entryId: one.id, state: toState(one) })),
  )
  const wantedKeys = new Set(wanted.map((one) => toKey(one.connectionId, one.entryId)))
  return [
    ...wanted.filter((one) => written.get(toKey(one.connectionId, one.entryId)) !== one.state),
    ...copies
      .filter((one) => !wantedKeys.has(toKey(one.connectionId, one.entryId)))
      .map(({ connectionId, entryId }) => ({ connectionId, kind: 'SESSION' as const, entryId, state: '' })),
  ].slice(0, MAX_JOBS)
}

/** Enqueues what other calendars do not show as it is now. The key holds the state: one job for each change. */
export async function queueOutdatedCopies(ctx: TransactionContext): Promise<number> {
  const outdated = [...(await store.listOutdatedBookings(ctx)), ...(await listOutdatedSessions(ctx))]
  const quarter = Math.floor(ctx.now.epochMilliseconds / 900_000)
  // A job that was given up is tried again in the next quarter of an hour.
  for (const { connectionId, kind, entryId, state } of outdated)
    ctx.enqueue({ kind: 'calendar-copy', key: `${connectionId}:${entryId}:${state}:${quarter}`, data: { connectionId, kind, entryId }, subject: connectionId })
  return outdated.length
}

interface Task {
  row: connections.ConnectionRow
  copy: store.CopyRow | undefined
  /** Undefined: to be removed. */
  event: (OutgoingEvent & { state: string }) | undefined
}
export interface CopyOf {
  connectionId: string
  kind: store.CopyKind
  entryId: string
}

/** What the calendar should show of a booking or session; undefined: nothing. */
async function findEntry(ctx: ReadContext, row: connections.ConnectionRow, { kind, entryId }: CopyOf): Promise<(FeedEntry & { state: string }) | undefined> {
  if (kind === 'SESSION') {
    const entry = await findSessionEntry(ctx, entryId)
    return entry && isShownSession(entry, row) ? { ...entry, state: toState(entry) } : undefined
  }
  const booking = await store.findShownBooking(ctx, entryId)
  const isShown =
    booking?.serviceType === 'APPOINTMENT' &&
    row.exports &&
    store.SHOWN_STATUSES.some((one) => one === booking.status) &&
    (booking.resourceId === row.resourceId || booking.resourceIds.includes(row.resourceId))
  return isShown ? { ...(await bookingToEntry(ctx, booking)), state: String(booking.revision) } : undefined
}

/** Ids of sessions hold characters that providers refuse in ids of events. */
const toEventId = ({ kind, entryId }: CopyOf): string => (kind === 'BOOKING' ? entryId : createHash('sha256').update(entryId).digest('hex').slice(0, 32))

async function loadTask(ctx: ReadContext, of: CopyOf): Promise<Task | undefined> {
  const [row, copy] = await Promise.all([connections.findConnection(ctx, of.connectionId), store.findCopy(ctx, of.connectionId, of.entryId)])
  if (!row?.sealed) return undefined
  const entry = await findEntry(ctx, row, of)
  if (!entry) return copy ? { row, copy, event: undefined } : undefined
  if (copy?.state === entry.state) return undefined
  const host = new URL(ctx.origin).host
  const file = renderFeed((await getSite(ctx)).name, host, [entry])
  return { row, copy, event: { ...entry, id: toEventId(of), uid: toUid(entry.id, host), file } }
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

/** Writes or removes one booking or session in one calendar. Repeated, it leaves one event; interrupted, it is done again. */
export async function copyEntry(ctx: OwnTransactionContext, of: CopyOf): Promise<void> {
  const task = await ctx.read((inner) => loadTask(inner, of))
  if (!task) return
  try {
    const credentials = unsealCredentials(ctx.siteId, task.row.sealed as string)
    if (!credentials) throw new CalendarProblem('UNAUTHORIZED')
    const written = await carryOut(await getCalendarCalls().open(credentials), task)
    await ctx.transaction((inner) =>
      written && task.event
        ? store.saveCopy(inner, { ...of, ...written, state: task.event.state, endsAt: task.event.end })
        : store.deleteCopy(inner, of.connectionId, of.entryId),
    )
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error
    await ctx.transaction((inner) => saveFailure(inner, of.connectionId, error))
    throw error
  }
}
