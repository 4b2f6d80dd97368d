/** Time slots configuration: how starts are spaced and displayed. Source: guide services-and-availability §12.4. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { bookingsAppId } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { SlotConfigInput, TimeSlotsConfiguration } from '../contract/slot-config.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/slot-config.ts'

/** The settings as every question about times reads them; kept by the process until they are written. */
export const loadSlotConfig = (ctx: ReadContext): Promise<store.SlotConfigRow> =>
  ctx.cache(['slot_config'], 'slot settings', () => store.getSlotConfig(ctx, bookingsAppId))

export interface CustomerChoices {
  /** Whether customers choose who gives an appointment. */
  staffSelection: 'CUSTOMER_MUST_CHOOSE' | 'CUSTOMER_MAY_CHOOSE' | 'CUSTOMER_CANNOT_CHOOSE'
  /** In whose time zone times are shown, and whether customers can switch. */
  timeZone: { basedOn: 'BUSINESS_TIME_ZONE' | 'CUSTOMER_TIME_ZONE'; canChange: boolean }
}
/** What customers choose beside the time. Source: guide services-and-availability §12.4. */
export async function getCustomerChoices(ctx: ReadContext): Promise<CustomerChoices> {
  const { staffSelection, basedOn, customerCanChange } = await loadSlotConfig(ctx)
  return {
    staffSelection: staffSelection as CustomerChoices['staffSelection'],
    timeZone: { basedOn: basedOn as 'BUSINESS_TIME_ZONE', canChange: customerCanChange },
  }
}

async function slotConfigToWire(ctx: ReadContext, row: store.SlotConfigRow): Promise<TimeSlotsConfiguration> {
  const { timeZone } = await getSite(ctx)
  return {
    id: row.id,
    appId: row.appId,
    revision: String(row.revision),
    createdDate: row.createdAt.toString({ smallestUnit: 'millisecond' }),
    updatedDate: row.updatedAt.toString({ smallestUnit: 'millisecond' }),
    displayTimeZone: { basedOn: row.basedOn as 'BUSINESS_TIME_ZONE', customerCanChange: row.customerCanChange, timeZone },
    staffSelection: { strategy: row.staffSelection as 'CUSTOMER_MAY_CHOOSE' },
    splitInterval: { sameAsDuration: row.sameAsDuration, valueInMinutes: row.splitMinutes },
    extendedFields: row.extendedFields as Record<string, unknown>,
  }
}
/** The configuration of the bookings app, the only one. */
async function getSlotConfigRow(ctx: ReadContext, by: { id: string } | { appId: string }): Promise<store.SlotConfigRow> {
  const found = await store.getSlotConfig(ctx, bookingsAppId)
  const isMatch = 'id' in by ? by.id === found.id : by.appId === bookingsAppId
  return isMatch ? found : refuseStandard('NOT_FOUND')
}
/** The configuration by its id or by the app; refuses with NOT_FOUND any other. */
export const showSlotConfig = async (ctx: ReadContext, by: { id: string } | { appId: string }): Promise<TimeSlotsConfiguration> =>
  slotConfigToWire(ctx, await getSlotConfigRow(ctx, by))

/** A page of configurations: the one of the bookings app. */
export async function querySlotConfigs(ctx: ReadContext, query: WireQuery | null | undefined) {
  const { rows, meta } = await store.slotConfigPage(ctx, query)
  if (rows.length > 0 || Object.keys((query?.filter ?? {}) as object).length > 0)
    return { timeSlotsConfigurations: await Promise.all(rows.map((found) => slotConfigToWire(ctx, found))), pagingMetadata: meta }
  const defaults = await slotConfigToWire(ctx, await store.getSlotConfig(ctx, bookingsAppId))
  return { timeSlotsConfigurations: [defaults], pagingMetadata: { count: 1, cursors: {}, hasNext: false } }
}

/** Changes what the input names. Refuses with REVISION_MISMATCH, and with violations values that no interval can have. */
export async function updateSlotConfig(ctx: TransactionContext, id: string, input: SlotConfigInput): Promise<TimeSlotsConfiguration> {
  const before = await getSlotConfigRow(ctx, { id })
  assertNoViolations(input.revision ? [] : [{ field: 'timeSlotsConfiguration.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
  if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const after =
    (await store.saveSlotConfig(ctx, before.revision, {
      id: before.id,
      appId: before.appId,
      basedOn: input.displayTimeZone?.basedOn ?? before.basedOn,
      customerCanChange: input.displayTimeZone?.customerCanChange ?? before.customerCanChange,
      staffSelection: input.staffSelection?.strategy ?? before.staffSelection,
      sameAsDuration: input.splitInterval?.sameAsDuration ?? before.sameAsDuration,
      splitMinutes: input.splitInterval?.valueInMinutes ?? before.splitMinutes,
      extendedFields: json(input.extendedFields ?? before.extendedFields),
    })) ?? refuse('REVISION_MISMATCH', {})
  return slotConfigToWire(ctx, after)
}
