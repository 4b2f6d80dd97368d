/** Tables of texts; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['incoming_text', 'member_text_number', 'outgoing_text', 'text_recipient', 'text_wording']
