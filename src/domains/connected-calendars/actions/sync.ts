/** Reads one connection: outside of any transaction, then saves what came of it. Source: guide services-and-availability §14.2. */
import { Temporal } from 'temporal-polyfill'
import { findSiteUser } from '#domains/collaborators/public.ts'
import { queueEmail } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import { resourceById } from '#domains/staff/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { type CalendarAccount, type CalendarContent, CalendarProblem, type RemoteEvent } from '#kit/calendars/port.ts'
import type { CalendarProblemCode } from '#kit/pure/calendar-providers.ts'
import { mapInSlices } from '#kit/jobs/slices.ts'
import { findTransition, getTransition } from '#kit/pure/state-machine.ts'
import { zoneOffsets } from '#kit/pure/zone.ts'
import type { ConnectedCalendarsEmails } from '../emails/variables.ts'
import { type BusyTime, isOwnEvent } from '#kit/calendars/busy-times.ts'
import { connectionMachine } from '../rules/connection-machine.ts'
import { decideFailure, RANGE_DAYS, REREAD_HOURS } from '../rules/sync.ts'
import { parseWall } from '#kit/calendars/zones.ts'
import { readBusyTimes } from '../calendar-thread.ts'
import * as store from '../store/connections.ts'
import { getCalendarCalls, seal, unsealCredentials } from './process.ts'

interface Range {
  from: Temporal.Instant
  to: Temporal.Instant
}
interface ReadCalendar {
  id: string
  mark: string | undefined
  /** Undefined: unchanged since it was read. */
  busy: BusyTime[] | undefined
}

/** Events that a provider spelled out; all-day ones from midnight to midnight of the business. */
function toBusyTimes(events: readonly RemoteEvent[], { from, to }: Range, zone: string): BusyTime[] {
  const { toInstant } = zoneOffsets(zone)
  const at = (time: RemoteEvent['start']) => ('at' in time ? time.at : toInstant(parseWall(time.date.replaceAll('-', '')) ?? Number.NaN))
  return events
    .filter((one) => !isOwnEvent(one.uid))
    .map(({ start, end, title }) => ({ start: at(start), end: at(end), allDay: 'date' in start, title: title.slice(0, 300) }))
    .filter((one) => one.end > one.start && one.end > from.epochMilliseconds && one.start < to.epochMilliseconds)
}

async function toBusy(content: CalendarContent, range: Range, zone: string): Promise<BusyTime[] | undefined> {
  if ('unchanged' in content) return undefined
  if ('events' in content) return toBusyTimes(content.events, range, zone)
  return readBusyTimes({ files: content.files, range: { start: range.from.epochMilliseconds, end: range.to.epochMilliseconds }, zone })
}

async function readCalendars(
  account: CalendarAccount,
  row: store.ConnectionRow,
  { range, zone, now }: { range: Range; zone: string; now: Temporal.Instant },
): Promise<ReadCalendar[]> {
  const primary = async () => (await account.listCalendars()).filter((one, _, all) => one.isPrimary || all.length === 1).slice(0, 1)
  const chosen = row.calendars ?? (await primary())
  const found: ReadCalendar[] = []
  for (const { id } of chosen) {
    const known = row.marks[id]
    const isFresh = known !== undefined && Temporal.Instant.compare(Temporal.Instant.from(known.at).add({ hours: REREAD_HOURS }), now) > 0
    const content = await account.read(id, range, isFresh ? known.mark : undefined)
    found.push({ id, mark: 'unchanged' in content ? known?.mark : content.mark, busy: await toBusy(content, range, zone) })
  }
  return found
}

const toProblem = (error: unknown): CalendarProblem | undefined => (error instanceof CalendarProblem ? error : undefined)

async function saveRead(ctx: TransactionContext, id: string, calendars: readonly ReadCalendar[]): Promise<void> {
  const row = await store.lockConnection(ctx, id)
  // Disconnected meanwhile, or other calendars were chosen: those are read by the next job.
  if (!row || row.sealed === null || !row.imports) return
  const wanted = row.calendars?.map((one) => one.id)
  const current = calendars.filter((one) => !wanted || wanted.includes(one.id))
  for (const { id: calendarId, busy } of current)
    if (busy)
      await store.replaceEvents(
        ctx,
        row,
        calendarId,
        await mapInSlices(busy, ({ start, end, allDay, title }) => ({
          start,
          end,
          allDay,
          sealedTitle: seal(ctx.siteId, 'title', title),
        })),
      )
  await store.deleteEvents(
    ctx,
    id,
    current.map((one) => one.id),
  )
  const now = ctx.now.toString()
  const marks = current.flatMap(({ id: calendarId, mark, busy }) =>
    mark === undefined ? [] : [[calendarId, { mark, at: busy ? now : (row.marks[calendarId]?.at ?? now) }] as const],
  )
  await saveSuccess(ctx, row, { marks: Object.fromEntries(marks) })
}
const saveSuccess = (ctx: TransactionContext, row: store.ConnectionRow, change: store.ConnectionChange): Promise<unknown> =>
  store.updateConnection(ctx, row.id, {
    ...change,
    transition: getTransition(connectionMachine, row.status, 'succeed'),
    failures: 0,
    problemCode: null,
    errorReason: null,
    syncedAt: ctx.now,
  })

/** What the staff member learns when a connection breaks: once, until it works again. */
async function notifyStaffMember(ctx: TransactionContext, row: store.ConnectionRow, problem: CalendarProblemCode): Promise<void> {
  const person = await resourceById(ctx, row.resourceId)
  const user = row.userId ? await findSiteUser(ctx, { id: row.userId }) : undefined
  const address = user?.email ?? person?.staff?.email
  if (!address) return
  await queueEmail<ConnectedCalendarsEmails>(
    ctx,
    { kind: 'user', address },
    {
      template: 'calendar-broken',
      uniqueKey: `${row.id}:${ctx.now.toString()}`,
      variables: () => ({
        staffName: person?.name ?? '',
        calendarName: row.label,
        problem,
        link: `${ctx.origin}/dashboard/staff?open=${person?.staff?.id ?? ''}`,
      }),
    },
  )
}

/** Saves a failure; the last good data stays. */
export async function saveFailure(ctx: TransactionContext, id: string, { code }: CalendarProblem): Promise<void> {
  const row = await store.lockConnection(ctx, id)
  if (!row || row.sealed === null) return
  const { failures, isBroken, errorReason } = decideFailure(code, row.failures)
  await store.updateConnection(ctx, id, {
    ...(isBroken && { transition: getTransition(connectionMachine, row.status, 'fail') }),
    failures,
    problemCode: code,
    errorReason,
  })
  if (isBroken && row.status !== 'ERROR') await notifyStaffMember(ctx, row, code)
}

/** Reads a connection and saves its busy times, or why it could not be read. A second reading of the same state changes nothing. */
export async function syncConnection(ctx: OwnTransactionContext, connectionId: string): Promise<void> {
  const begun = await ctx.transaction(async (inner) => {
    const row = await store.lockConnection(inner, connectionId)
    if (!row || row.sealed === null) return undefined
    const transition = findTransition(connectionMachine, row.status, 'begin')
    if (transition) await store.updateConnection(inner, connectionId, { transition })
    return { row, zone: (await getSite(inner)).timeZone, now: inner.now }
  })
  if (!begun) return
  const { row, zone, now } = begun
  const range = { from: now.subtract({ hours: 24 * RANGE_DAYS.back }), to: now.add({ hours: 24 * RANGE_DAYS.ahead }) }
  try {
    const credentials = unsealCredentials(ctx.siteId, row.sealed as string)
    if (!credentials) throw new CalendarProblem('UNAUTHORIZED')
    const account = await getCalendarCalls().open(credentials)
    const calendars = row.imports ? await readCalendars(account, row, { range, zone, now }) : []
    await ctx.transaction(async (inner) => {
      if (row.imports) return saveRead(inner, connectionId, calendars)
      const current = await store.lockConnection(inner, connectionId)
      if (current?.sealed) await saveSuccess(inner, current, {})
    })
  } catch (error) {
    const problem = toProblem(error)
    if (!problem) throw error
    await ctx.transaction((inner) => saveFailure(inner, connectionId, problem))
  }
}
