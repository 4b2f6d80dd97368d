/** Tables of notifications; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['email', 'email_preference', 'email_wording', 'email_automation']
