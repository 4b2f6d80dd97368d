/** Settings of plans. Source: guide pricing-plans §18.1. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { PlanSettings } from '../contract.ts'
import { refuse } from '../errors.ts'
import * as store from '../store.ts'

export interface PlanSettingsInput {
  revision?: string | null
  taxableAddress?: 'BUSINESS' | 'BILLING' | null
  extendedFields?: Record<string, unknown> | null
}

/** decision: taxes are those of the business, and no platform takes a share of what is paid. */
function toWire(row: store.PlanSettingsRow): PlanSettings {
  const iso = (at: store.PlanSettingsRow['createdAt']): string => at.toString({ fractionalSecondDigits: 3 })
  return {
    revision: String(row.revision),
    createdDate: iso(row.createdAt),
    updatedDate: iso(row.updatedAt),
    taxableAddress: 'BUSINESS',
    extendedFields: row.extendedFields as Record<string, unknown>,
    platformFeeRate: '0',
  }
}

/** The settings, or their defaults. */
export const showPlanSettings = async (ctx: ReadContext): Promise<PlanSettings> => toWire(await store.getPlanSettings(ctx))

/** Changes what the input names. Refuses with REVISION_MISMATCH. */
export async function updatePlanSettings(ctx: TransactionContext, input: PlanSettingsInput): Promise<PlanSettings> {
  const before = await store.getPlanSettings(ctx)
  const field = 'pricingPlansSettings'
  assertNoViolations([
    ...(input.revision ? [] : [{ field: `${field}.revision`, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} } as const]),
    ...(input.taxableAddress === 'BILLING'
      ? [{ field: `${field}.taxableAddress`, description: 'is not one of the allowed values', violatedRule: 'INVALID_ENUM_VALUE', data: {} } as const]
      : []),
  ])
  const mismatch = () => refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  if (input.revision !== String(before.revision)) mismatch()
  return toWire((await store.savePlanSettings(ctx, before.revision, json(input.extendedFields ?? before.extendedFields))) ?? mismatch())
}
