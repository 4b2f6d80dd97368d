/** Settings of bookings. Source: guide services-and-availability §12.4. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { BookingsSettings } from '../contract/settings.ts'
import { refuse } from '../errors.ts'
import { settingsEvents } from '../events.ts'
import * as store from '../store/settings.ts'
import { bookingsSettingsToWire } from '../wire.ts'

/** The settings, or their defaults. */
export const showSettings = async (ctx: ReadContext): Promise<BookingsSettings> => bookingsSettingsToWire(await store.getBookingsSettings(ctx))

export interface BookingsSettingsInput {
  revision?: string | null
  cartCheckout?: { enabled?: boolean | null } | null
  multiServiceAppointments?: { enabled?: boolean | null } | null
  displayTimeZone?: { basedOn?: 'BUSINESS_TIME_ZONE' | 'CUSTOMER_TIME_ZONE' | null; customerCanChange?: boolean | null } | null
  extendedFields?: Record<string, unknown> | null
}
/** Changes what the input names. Refuses with REVISION_MISMATCH. decision: the defaults are created with the first change of them, and never deleted while the site is there. */
export async function updateSettings(ctx: TransactionContext, input: BookingsSettingsInput): Promise<BookingsSettings> {
  const isNew = (await store.findBookingsSettings(ctx)) === undefined
  const before = await store.getBookingsSettings(ctx)
  assertNoViolations(input.revision ? [] : [{ field: 'bookingsSettings.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
  if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const row =
    (await store.saveBookingsSettings(ctx, before.revision, {
      cartCheckout: input.cartCheckout?.enabled ?? before.cartCheckout,
      multiServiceAppointments: input.multiServiceAppointments?.enabled ?? before.multiServiceAppointments,
      basedOn: input.displayTimeZone?.basedOn ?? before.basedOn,
      customerCanChange: input.displayTimeZone?.customerCanChange ?? before.customerCanChange,
      extendedFields: json(input.extendedFields ?? before.extendedFields),
    })) ?? refuse('REVISION_MISMATCH', {})
  const [former, settings] = [bookingsSettingsToWire(before), bookingsSettingsToWire(row)]
  if (isNew) ctx.emit(settingsEvents.created(former.id, former))
  ctx.emit(settingsEvents.updated(settings.id, settings, former))
  return settings
}
