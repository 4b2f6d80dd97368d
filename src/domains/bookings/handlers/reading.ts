/** Queries of bookings with their extra parts. Source: guide bookings §18. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { bookingPage, countBookings } from '../store/reader.ts'
import { loadExtendedBookings, type ExtraParts } from '../actions/reading/extended.ts'
import { exportBookings } from '../actions/reading/export-bookings.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { extendedBookingsApi, ExtendedBookingsQuery } from '../contract.ts'

async function queryBookings(ctx: ReadContext, body: ExtendedBookingsQuery) {
  const { query, sessionId, search, withBookingAttendanceInfo, ...wanted } = body
  const filter = sessionId ? { $and: [query?.filter ?? {}, { 'bookedEntity.item.slot.eventId': sessionId }] } : query?.filter
  const { rows, meta, options } = await bookingPage(ctx, await getViewer(ctx), {
    query: { ...query, filter },
    options: {
      ...Object.fromEntries(Object.entries(wanted).filter(([name, value]) => name.startsWith('with') && value === true)),
      withBookingAttendanceInfo: withBookingAttendanceInfo ?? undefined,
      sessionId: sessionId ?? undefined,
      search: search?.expression ?? undefined,
    },
  })
  const cursors = 'cursors' in meta ? meta.cursors : {}
  // Where there are more than are counted, a full page is followed by another.
  const hasNext =
    'hasNext' in meta ? meta.hasNext : meta.total === undefined ? meta.count === (query?.paging?.limit ?? 50) : meta.offset + meta.count < meta.total
  return {
    extendedBookings: await loadExtendedBookings(ctx, rows, options as ExtraParts),
    pagingMetadata: { count: meta.count, cursors, hasNext, ...('total' in meta && meta.total !== undefined && { total: meta.total }) },
  }
}

export const extendedBookingsHandlers: Handlers<typeof extendedBookingsApi> = {
  queryExtendedBookings: (ctx, { body }) => queryBookings(ctx, body),
  queryExtendedBookingsLegacy: (ctx, { body }) => queryBookings(ctx, body),
  exportBookings: (ctx, { body }) => exportBookings(ctx, body),
  countExtendedBookings: async (ctx, { body }) => ({
    count: await countBookings(ctx, await getViewer(ctx), { filter: body.filter, search: body.search?.expression, upTo: body.upTo }),
  }),
}
