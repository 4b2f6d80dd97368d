/** Tables of community; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['badge', 'badge_assignment', 'member_about', 'member_follow', 'member_report']
