/** Tables of waitlists; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['waitlist', 'waitlist_entry']
