/** Tables of plans; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['plan', 'plan_benefit', 'plan_service', 'pricing_plans_settings']
