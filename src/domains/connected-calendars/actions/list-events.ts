/** Busy times of other calendars for the public call. Source: guide services-and-availability §14.1. */
import { Temporal } from 'temporal-polyfill'
import { findStaffOfCaller } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { assertNoViolations, Violations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { FRESH_DAYS } from '../rules/sync.ts'
import * as store from '../store/connections.ts'
import { findType } from '../wire.ts'
import { unseal } from './process.ts'
import { listMyResources, nameOfResource } from './rights.ts'

export interface EventsRequest {
  from: string | undefined
  to: string | undefined
  scheduleIds: readonly string[] | undefined
  userIds: readonly string[] | undefined
  allDay: boolean | undefined
  withTitles: boolean
  limit: number
  cursor: string | undefined
  partialFailure: boolean
}
type Position = NonNullable<store.EventsQuery['after']>
type Page = Omit<EventsRequest, 'cursor'> & { after?: Position }

const fail = (field: string, description: string): never => {
  throw new Violations([{ field, description, violatedRule: 'VALIDATION', data: {} }])
}
/** The cursor holds the question and the place, nothing that the caller could not ask for. */
function readPage({ cursor, ...request }: EventsRequest): Page {
  if (cursor === undefined) return request
  try {
    const page = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Page
    if (typeof page.after?.start !== 'number' || typeof page.after.calendarId !== 'string' || !/^[\da-f-]{36}$/.test(page.after.connectionId))
      throw new Error('not a cursor')
    return { ...page, limit: request.limit }
  } catch {
    return fail('cursorPaging.cursor', 'is not a cursor of this call')
  }
}
function readInstant(field: 'from' | 'to', text: string | undefined): Temporal.Instant {
  assertNoViolations(text ? [] : [{ field, description: 'is required without a cursor', violatedRule: 'REQUIRED_FIELD', data: {} }])
  try {
    return Temporal.Instant.from(text as string)
  } catch {
    return fail(field, 'must be an RFC 3339 date and time')
  }
}

async function listReadable(ctx: ReadContext, page: Page) {
  const all = (await store.listConnections(ctx, await listMyResources(ctx, 'read'))).filter((one) => one.sealed !== null && one.imports)
  const wanted = all.filter(
    (one) => (!page.scheduleIds || page.scheduleIds.includes(one.scheduleId)) && (!page.userIds || (one.userId !== null && page.userIds.includes(one.userId))),
  )
  const oldest = ctx.now.subtract({ hours: 24 * FRESH_DAYS })
  const isKnown = ({ syncedAt }: store.ConnectionRow) => syncedAt !== null && Temporal.Instant.compare(syncedAt, oldest) > 0
  // One that waits for the keys of the operator is not broken, but what it knows grows old.
  const failed = wanted.filter((one) => one.status === 'ERROR' || (one.problemCode === 'NOT_CONFIGURED' && !isKnown(one)))
  if (failed.length > 0 && !page.partialFailure) refuse('CALENDAR_READ_FAILED')
  const readable = wanted.filter((one) => one.status !== 'ERROR' && isKnown(one))
  return { readable, failedProviderIds: [...new Set(failed.map((one) => one.providerId))] }
}

/** Busy times that overlap the range, in order. Titles only for who connected the calendar or is the staff member. */
export async function listExternalEvents(ctx: ReadContext, request: EventsRequest) {
  const page = readPage(request)
  const [from, to] = [readInstant('from', page.from), readInstant('to', page.to)]
  if (Temporal.Instant.compare(to, from) <= 0) fail('to', 'must be after from')
  const { readable, failedProviderIds } = await listReadable(ctx, page)
  const byId = new Map(readable.map((one) => [one.id, one]))
  const rows = await store.listEvents(ctx, { from, to, connectionIds: [...byId.keys()], allDay: page.allDay, after: page.after, limit: page.limit + 1 })
  const mine = page.withTitles ? (await findStaffOfCaller(ctx))?.resourceId : undefined
  const isOwn = (row: store.ConnectionRow) => page.withTitles && (row.resourceId === mine || (row.userId !== null && row.userId === ctx.caller.userId))
  const shown = rows.slice(0, page.limit)
  const events = await Promise.all(
    shown.map(async (event) => {
      const row = byId.get(event.connectionId) as store.ConnectionRow
      return {
        scheduleId: row.scheduleId,
        calendarType: findType(row),
        ...(isOwn(row) && { calendarName: row.label, title: unseal(ctx.siteId, 'title', event.sealedTitle) ?? '' }),
        start: Temporal.Instant.fromEpochMilliseconds(event.start).toString(),
        end: Temporal.Instant.fromEpochMilliseconds(event.end).toString(),
        allDay: event.allDay,
        scheduleOwnerId: row.resourceId,
        scheduleOwnerName: await nameOfResource(ctx, row.resourceId),
      }
    }),
  )
  const hasNext = rows.length > page.limit
  const last = shown.at(-1)
  const next = hasNext &&
    last && { ...page, after: { start: last.start, connectionId: last.connectionId, calendarId: last.calendarId, position: last.position } }
  const cursors = next ? { next: Buffer.from(JSON.stringify(next)).toString('base64url') } : {}
  return { events, pagingMetadata: { count: events.length, cursors, hasNext }, failedProviderIds }
}
