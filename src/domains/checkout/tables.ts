/** Tables of checkout; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['booking_checkout']
