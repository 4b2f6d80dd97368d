/** Changes the time zone of the business: site, calendar and bookings in one transaction. Source: guide services-and-availability §12.4. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { moveSessionsToZone } from '#domains/availability/public.ts'
import { updateBookingsForTimeZone, previewTimeZoneChange } from '#domains/bookings/public.ts'
import { changeSite, getSite } from '#domains/site/public.ts'

/** Sessions keep their local time and their bookings go with them; nothing happens when the zone is the same. */
export async function changeTimeZone(ctx: TransactionContext, to: string): Promise<void> {
  const { timeZone: from } = await getSite(ctx)
  if (from === to) return
  await changeSite(ctx, { timeZone: to })
  await moveSessionsToZone(ctx, { from, to })
  await updateBookingsForTimeZone(ctx, { from, to })
}

/** What changing to the zone would do now; writes nothing. */
export async function previewTimeZone(ctx: ReadContext, to: string) {
  const { sessions, ...counts } = await previewTimeZoneChange(ctx, { from: (await getSite(ctx)).timeZone, to })
  return {
    ...counts,
    sessions: sessions.map(({ title, people, start, newStart }) => ({ title, people, start: start.toString(), newStart: newStart.toString() })),
  }
}
