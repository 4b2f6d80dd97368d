/** Secret addresses at which calendars subscribe to bookings. Source: guide services-and-availability §14.2. */
import { hashSecret, newSecret } from '#domains/identity/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import { getSite } from '#domains/site/public.ts'
import { findStaffOfCaller, listLocations, resourceById, staffTypeId } from '#domains/staff/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { RawReply } from '#kit/api/raw-reply.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { mapInSlices } from '#kit/jobs/slices.ts'
import { type FeedScope, listFeedBookings } from '../store/copies.ts'
import * as store from '../store/feeds.ts'
import { writeFeed } from '../calendar-thread.ts'
import { bookingToEntry, bookingToOwnEntries, type EntryRange, listSessionEntries, type SessionEntry } from './feed-entries.ts'
import { hasRightForAll } from './rights.ts'

const BACK_DAYS = 30
const AHEAD_DAYS = 366

/** What a caller may subscribe to: those who manage the calendars of all staff to all of it, a staff member to the own bookings. Refuses with NOT_FOUND. */
export async function getSubject(
  ctx: ReadContext,
  { kind, subjectId }: { kind: 'STAFF' | 'ROOM' | 'LOCATION' | 'SITE'; subjectId?: string | undefined },
): Promise<store.FeedSubject> {
  const isAll = hasRightForAll(ctx, 'manage')
  if (kind === 'SITE') return isAll ? { kind, subjectId: ctx.siteId } : refuseStandard('NOT_FOUND')
  if (subjectId === undefined) return refuseStandard('NOT_FOUND')
  if (kind === 'LOCATION') {
    const isKnown = (await listLocations(ctx)).some((one) => one.id === subjectId)
    return isAll && isKnown ? { kind, subjectId } : refuseStandard('NOT_FOUND')
  }
  const resource = await resourceById(ctx, subjectId)
  const isRightKind = resource !== undefined && (resource.typeId === staffTypeId) === (kind === 'STAFF')
  const isMine = isAll || (kind === 'STAFF' && (await findStaffOfCaller(ctx))?.resourceId === subjectId)
  return isRightKind && isMine ? { kind, subjectId } : refuseStandard('NOT_FOUND')
}
export const toMemberSubject = (ctx: ReadContext): store.FeedSubject =>
  ctx.caller.memberId ? { kind: 'MEMBER', subjectId: ctx.caller.memberId } : refuseStandard('UNAUTHENTICATED')

export async function showFeed(ctx: ReadContext, subject: store.FeedSubject): Promise<{ createdDate?: string }> {
  const feed = await store.findFeed(ctx, subject)
  return feed ? { createdDate: feed.createdAt.toString() } : {}
}
/** Makes the address anew: the one before ends at once. It is shown this once, only its hash is kept. */
export async function createFeed(ctx: TransactionContext, subject: store.FeedSubject): Promise<{ url: string }> {
  const secret = newSecret()
  await store.saveFeed(ctx, subject, hashSecret(secret))
  return { url: `${ctx.origin}/ical/${secret}.ics` }
}

async function findScope(ctx: ReadContext, { kind, subjectId }: store.FeedRow): Promise<{ scope: FeedScope; name: string }> {
  const { name } = await getSite(ctx)
  if (kind === 'SITE') return { scope: 'all', name }
  if (kind === 'MEMBER') {
    const member = await findMemberById(ctx, subjectId)
    return member && member.status !== 'BLOCKED' ? { scope: { memberId: subjectId }, name } : refuseStandard('NOT_FOUND')
  }
  if (kind === 'LOCATION') {
    const place = (await listLocations(ctx)).find((one) => one.id === subjectId)
    return place ? { scope: { locationId: subjectId }, name: `${place.name} · ${name}` } : refuseStandard('NOT_FOUND')
  }
  const resource = await resourceById(ctx, subjectId)
  return resource ? { scope: { resourceId: subjectId }, name: `${resource.name} · ${name}` } : refuseStandard('NOT_FOUND')
}

/** Sessions of a person, room, location or all, also those without a booking. */
async function listScopeSessions(ctx: ReadContext, scope: Exclude<FeedScope, { memberId: string }>, range: EntryRange): Promise<SessionEntry[]> {
  if (scope === 'all') return listSessionEntries(ctx, range)
  if ('resourceId' in scope) return listSessionEntries(ctx, range, [scope.resourceId])
  return (await listSessionEntries(ctx, range)).filter((one) => one.locationId === scope.locationId)
}

/** The bookings and sessions of a secret address: thirty days back, a year ahead. Refuses with NOT_FOUND, also an address that has ended. */
export async function readFeed(ctx: ReadContext, file: string): Promise<RawReply> {
  const secret = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  const feed = secret === undefined ? undefined : await store.findFeedBySecret(ctx, hashSecret(secret))
  if (!feed) return refuseStandard('NOT_FOUND')
  const { scope, name } = await findScope(ctx, feed)
  const back = ctx.now.subtract({ hours: 24 * BACK_DAYS })
  const range = { from: back, to: ctx.now.add({ hours: 24 * AHEAD_DAYS }) }
  const bookings = await listFeedBookings(ctx, scope, { ...range, cancelledSince: back })
  const entries =
    scope !== 'all' && 'memberId' in scope
      ? (await mapInSlices(bookings, (one) => bookingToOwnEntries(ctx, one, range))).flat()
      : [...(await mapInSlices(bookings, (one) => bookingToEntry(ctx, one))), ...(await listScopeSessions(ctx, scope, range))]
  return {
    status: 200,
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    body: await writeFeed(name, new URL(ctx.origin).host, entries),
  }
}
export const deleteFeed = store.deleteFeed

/** decision: the address that a staff member knows ends with their account; the business makes one anew for who works there without one. */
export const endFeedOfStaff = (ctx: TransactionContext, resourceId: string): Promise<unknown> => store.deleteFeed(ctx, { kind: 'STAFF', subjectId: resourceId })
/** Addresses of deleted staff members and rooms end for good: they do not come back with a restored one. */
export const endFeedsOfRemoved = (ctx: TransactionContext, resourceIds: readonly string[]): Promise<unknown> => store.deleteFeedsOfResources(ctx, resourceIds)
