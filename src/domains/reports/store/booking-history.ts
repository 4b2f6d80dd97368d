/** Read model of the history of a booking: events and the emails to its customer. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

/** The address of the customer; undefined for a booking that is not there. */
export const findBookingCustomer = (ctx: ReadContext, bookingId: string): Promise<{ emailKey: string | null } | undefined> =>
  ctx.db.selectFrom('booking').select('emailKey').where('siteId', '=', ctx.siteId).where('id', '=', bookingId).executeTakeFirst()

export interface BookingEvent {
  at: Temporal.Instant
  slug: string
  identity: { identityType?: string }
  /** Where it was moved from. */
  startDate: string | null
  /** What it became, where an update changed it. */
  paymentStatus: string | null
}
/** Events of a booking in sequence; of its updates those of the payment status. */
export async function listBookingEvents(ctx: ReadContext, bookingId: string): Promise<BookingEvent[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<BookingEvent>`
    select happened_at at, slug, identity, payload -> 'actionEvent' -> 'body' ->> 'previousStartDate' "startDate",
      case when slug = 'updated' then payload -> 'updatedEvent' -> 'currentEntity' ->> 'paymentStatus' end "paymentStatus"
    from event
    where site_id = ${ctx.siteId}::uuid and entity_id = ${bookingId}
      and (slug <> 'updated' or payload -> 'updatedEvent' -> 'modifiedFields' ? 'paymentStatus')
    order by sequence`,
  )
  return rows
}

export interface BookingEmail {
  id: string
  at: Temporal.Instant
  template: string
  subject: string | null
  state: string
}
/** Emails to the customer about the booking, found by its id in their unique key. */
export const listBookingEmails = (ctx: ReadContext, bookingId: string, recipient: string): Promise<BookingEmail[]> =>
  ctx.db
    .selectFrom('email')
    .select(['id', 'createdAt as at', 'template', 'subject', 'state'])
    .where('siteId', '=', ctx.siteId)
    .where(sql<boolean>`lower(recipient) = ${recipient.toLowerCase()}`)
    .where('uniqueKey', 'like', `%${bookingId}%`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
