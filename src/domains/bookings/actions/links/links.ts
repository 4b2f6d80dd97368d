/** Links to one booking, set or checkout without sign-in: encrypted tokens without readable data. Source: guide bookings §17. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../../errors.ts'
import * as store from '../../store/bookings.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'

const VALID_AFTER_END_DAYS = 90

/** What a link opens. */
export type LinkTarget = { booking: string } | { set: string } | { checkout: string }

const getLinkKey = async (ctx: TransactionContext): Promise<Buffer> =>
  Buffer.from((await store.getLinkSecret(ctx, randomBytes(32).toString('base64'))) ?? '', 'base64')

/** A new token each time; earlier ones stay valid. */
export async function createLinkToken(ctx: TransactionContext, target: LinkTarget): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await getLinkKey(ctx), iv).setAAD(Buffer.from(ctx.siteId))
  const text = Buffer.concat([cipher.update(JSON.stringify({ ...target, at: ctx.authNow.epochMilliseconds })), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** The URL of a receipt of the booking, without sign-in. */
export const createReceiptLink = async (ctx: TransactionContext, booking: Pick<store.BookingRow, 'id'>, receiptId: string): Promise<string> =>
  `${ctx.origin}/api/bookings/by-link/${await createLinkToken(ctx, { booking: booking.id })}/receipts/${receiptId}`

const isLinkExpired = (ctx: BaseContext, booking: store.BookingRow) =>
  booking.endAt.add({ hours: 24 * VALID_AFTER_END_DAYS }).epochMilliseconds < ctx.now.epochMilliseconds

/** The booking of a token, locked on request. Refuses with INVALID_TOKEN, BOOKING_NOT_FOUND. */
export async function openLink(ctx: TransactionContext, token: string, lock: boolean): Promise<store.BookingRow> {
  const target = (await decryptToken(ctx, token)) ?? refuse('INVALID_TOKEN')
  if (!('booking' in target)) return refuse('INVALID_TOKEN')
  const booking = (await (lock ? store.lockBooking : store.bookingById)(ctx, unrestrictedViewer, target.booking)) ?? refuse('BOOKING_NOT_FOUND')
  if (isLinkExpired(ctx, booking)) refuse('INVALID_TOKEN')
  return booking
}

/** The booking of a token, or the parts of its set ordered by time. Empty when the set is gone. */
export async function openAnyLink(ctx: TransactionContext, token: string): Promise<store.BookingRow[]> {
  const target = (await decryptToken(ctx, token)) ?? refuse('INVALID_TOKEN')
  if (!('set' in target)) return [await openLink(ctx, token, false)]
  return (await openSetLink(ctx, token, false)).toSorted((a, b) => Temporal.Instant.compare(a.startAt, b.startAt))
}

/** The parts of the set of a token; empty when the set is gone. */
export async function openSetLink(ctx: TransactionContext, token: string, lock: boolean): Promise<store.BookingRow[]> {
  const target = (await decryptToken(ctx, token)) ?? refuse('INVALID_TOKEN')
  if (!('set' in target)) return refuse('INVALID_TOKEN')
  const parts = await (lock ? store.lockPartsOfSet : store.listPartsOfSet)(ctx, unrestrictedViewer, target.set)
  if (parts.length > 0 && parts.every((part) => isLinkExpired(ctx, part))) refuse('INVALID_TOKEN')
  return parts
}

/** The target of a pay page link: a checkout, or a booking that is paid with the rest of its set. */
export async function openPayLink(ctx: TransactionContext, token: string): Promise<{ checkout: string } | { booking: store.BookingRow }> {
  const target = (await decryptToken(ctx, token)) ?? refuse('INVALID_TOKEN')
  return 'checkout' in target ? target : { booking: await openLink(ctx, token, false) }
}

async function decryptToken(ctx: TransactionContext, token: string): Promise<LinkTarget | undefined> {
  const secret = await store.getLinkSecret(ctx, undefined)
  const bytes = Buffer.from(token, 'base64url')
  if (!secret || bytes.length < 60) return undefined
  try {
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(secret, 'base64'), bytes.subarray(0, 12))
      .setAAD(Buffer.from(ctx.siteId))
      .setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString()) as LinkTarget
  } catch {
    // A forged or damaged token fails authentication; the caller refuses with INVALID_TOKEN.
    return undefined
  }
}
