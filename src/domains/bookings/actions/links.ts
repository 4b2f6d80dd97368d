/** Links that open one booking without sign-in: sealed, so that they carry no readable data. Source: guide: bookings 17. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/bookings.ts'

const LIFE_AFTER_END_DAYS = 90

const keyOf = async (ctx: Ctx): Promise<Buffer> => Buffer.from((await store.linkSecret(ctx, randomBytes(32).toString('base64'))) ?? '', 'base64')

/** A new token each time; earlier ones stay valid. */
export async function sealLink(ctx: Ctx, bookingId: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(ctx), iv).setAAD(Buffer.from(ctx.siteId))
  const text = Buffer.concat([cipher.update(JSON.stringify({ booking: bookingId, at: ctx.authNow.epochMilliseconds })), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** The booking a token opens, locked when it is about to change. A token of another site or kind does not open. */
export async function openLink(ctx: Ctx, token: string, lock: boolean): Promise<store.BookingRecord> {
  const id = (await unseal(ctx, token)) ?? refuse('INVALID_TOKEN')
  const booking = (await (lock ? store.lockBooking : store.bookingById)(ctx, { all: true }, id)) ?? refuse('BOOKING_NOT_FOUND')
  if (booking.endAt.add({ hours: 24 * LIFE_AFTER_END_DAYS }).epochMilliseconds < ctx.now.epochMilliseconds) refuse('INVALID_TOKEN')
  return booking
}

async function unseal(ctx: Ctx, token: string): Promise<string | undefined> {
  const secret = await store.linkSecret(ctx, undefined)
  const bytes = Buffer.from(token, 'base64url')
  if (!secret || bytes.length < 60) return undefined
  try {
    const opener = createDecipheriv('aes-256-gcm', Buffer.from(secret, 'base64'), bytes.subarray(0, 12))
      .setAAD(Buffer.from(ctx.siteId))
      .setAuthTag(bytes.subarray(12, 28))
    const text = Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString()
    return (JSON.parse(text) as { booking: string }).booking
  } catch {
    return undefined
  }
}
