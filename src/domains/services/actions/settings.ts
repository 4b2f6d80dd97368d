/** How the site takes bookings. guide: services-and-availability 12.4 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { orViolate } from '#kit/refusal.ts'
import type { BookingsSettings } from '../contract/settings.ts'
import { refuse } from '../errors.ts'
import { settingsEvents } from '../events.ts'
import * as store from '../store/offers.ts'
import { bookingsSettingsToWire } from '../wire.ts'

export const showSettings = async (ctx: Ctx): Promise<BookingsSettings> => bookingsSettingsToWire(await store.bookingsSettings(ctx))

export interface SettingsWish {
  revision?: string | null
  cartCheckout?: { enabled?: boolean | null } | null
  multiServiceAppointments?: { enabled?: boolean | null } | null
  displayTimeZone?: { basedOn?: 'BUSINESS_TIME_ZONE' | 'CUSTOMER_TIME_ZONE' | null; customerCanChange?: boolean | null } | null
  extendedFields?: Record<string, unknown> | null
}
export async function updateSettings(ctx: Ctx, wish: SettingsWish): Promise<BookingsSettings> {
  const before = await store.bookingsSettings(ctx)
  orViolate(wish.revision ? [] : [{ field: 'bookingsSettings.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
  if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const row =
    (await store.saveBookingsSettings(ctx, before.revision, {
      cartCheckout: wish.cartCheckout?.enabled ?? before.cartCheckout,
      multiServiceAppointments: wish.multiServiceAppointments?.enabled ?? before.multiServiceAppointments,
      basedOn: wish.displayTimeZone?.basedOn ?? before.basedOn,
      customerCanChange: wish.displayTimeZone?.customerCanChange ?? before.customerCanChange,
      extendedFields: json(wish.extendedFields ?? before.extendedFields),
    })) ?? refuse('REVISION_MISMATCH', {})
  const settings = bookingsSettingsToWire(row)
  ctx.announce(settingsEvents.updated(settings.id, settings))
  return settings
}
