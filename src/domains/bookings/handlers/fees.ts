/** Fees and policy snapshots → actions. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { applyFees, chargeFee, collectFee, findFeeCollection, calculateFeeNow, priceToWire, waiveFee } from '../actions/money/fees.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { bookingFeesApi, policySnapshotsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/bookings.ts'
import { loadFees, lockAppliedFees } from '../store/fees.ts'
import { feePreviewToWire, feeToWire, snapshotToWire } from '../wire.ts'

/** Ids of a query string: repeated, or separated by commas. */
function readIds(value: unknown, field: string, most: number): string[] {
  const ids = [value ?? []].flat().flatMap((one) => String(one).split(',').filter(Boolean))
  assertNoViolations([
    ...(ids.length > most ? [{ field, description: `must have at most ${most} entries`, violatedRule: 'MAX_SIZE' as const, data: { threshold: most } }] : []),
    ...ids.flatMap((id, n) =>
      isGuid(id) ? [] : [{ field: `${field}[${n}]`, description: 'must be a GUID', violatedRule: 'FORMAT' as const, data: { type: 'GUID' } }],
    ),
  ])
  return ids.map((id) => id.toLowerCase())
}

/** Recorded fees, and for confirmed bookings what cancelling would cost now. */
async function listFees(ctx: ReadContext, bookingIds: string[], setIds: string[]) {
  const viewer = await getViewer(ctx)
  const bookings = await store.bookingsById(ctx, viewer, bookingIds)
  for (const id of setIds) bookings.push(...(await store.listPartsOfSet(ctx, viewer, id)))
  const owed = new Map(
    (
      await loadFees(
        ctx,
        bookings.map((booking) => booking.id),
      )
    ).map((fee) => [fee.bookingId, fee]),
  )
  return bookings.flatMap((booking) => {
    const known = owed.get(booking.id)
    if (known) return [feeToWire(known, booking)]
    const amount = booking.status === 'CONFIRMED' ? calculateFeeNow(booking, 'CANCELED', ctx.now) : 0
    return amount > 0 ? [feePreviewToWire(booking, amount)] : []
  })
}

export const bookingFeesHandlers: Handlers<typeof bookingFeesApi> = {
  listBookingFeesByBookingIds: async (ctx, { query }) => {
    const [bookingIds, setIds] = [readIds(query.bookingIds, 'bookingIds', 5), readIds(query.multiServiceBookingIds, 'multiServiceBookingIds', 1)]
    if (bookingIds.length + setIds.length === 0) refuse('MISSING_BOOKING_IDS')
    const bookingFees = await listFees(ctx, bookingIds, setIds)
    return { bookingFees, pagingMetadata: { count: bookingFees.length, cursors: {}, hasNext: false } }
  },
  applyBookingFeesToOrder: (ctx, { body }) => applyFees(ctx, body),
  waiveBookingFee: (ctx, { params }) => waiveFee(ctx, params.id),
  chargeBookingFee: async (ctx, { params }) => {
    const { collected, ok, currency } = await chargeFee(ctx, params.id)
    return { collectedPrice: priceToWire(collected, currency), isDeclined: !ok }
  },
  collectAppliedBookingFees: async (ctx, { body }) => {
    const currency = await ctx.transaction(async (inner) => {
      const applied = await lockAppliedFees(inner, body.additionalFeeId)
      const findOrderId = async (bookingId: string) => (await store.bookingById(inner, { all: true }, bookingId))?.orderId
      const [first] = applied
      const parts = await store.bookingsOfOrder(inner, body.orderId)
      if (parts.length === 0) refuse('ORDER_NOT_FOUND')
      if (!first || (await findOrderId(first.bookingId)) !== body.orderId) return refuse('ADDITIONAL_FEE_NOT_FOUND')
      // A fee is collected once: a second call finds that nothing is owed.
      if (!(await findFeeCollection(inner, body.additionalFeeId))) return refuse('ORDER_BALANCE_NON_POSITIVE')
      return first.currency
    })
    const { collected } = await collectFee(ctx, body.additionalFeeId)
    return { collectedPrice: priceToWire(collected, currency) }
  },
}

export const policySnapshotsHandlers: Handlers<typeof policySnapshotsApi> = {
  listPolicySnapshotsByBookingIds: async (ctx, { query }) => {
    const ids = readIds(query.bookingIds, 'bookingIds', 100)
    const bookings = await store.bookingsById(ctx, await getViewer(ctx), ids)
    if (bookings.length === 0) refuse('BOOKING_POLICY_SNAPSHOT_NOT_FOUND')
    return { bookingPolicySnapshots: bookings.map(snapshotToWire) }
  },
}
