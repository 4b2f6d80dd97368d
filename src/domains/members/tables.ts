/** Tables of members; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'client_activity',
  'contact',
  'contact_email',
  'member',
  'member_block',
  'member_custom_field',
  'member_custom_field_application',
  'member_job',
  'member_job_item',
  'member_note',
  'member_role',
  'member_role_definition',
  'member_slug',
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  event: 'the history of a member is shown from the events',
}
