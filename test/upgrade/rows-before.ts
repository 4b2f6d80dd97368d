/** Rows that a migration has to change, where the data of the baseline has none: by its name. */
import { sql } from 'kysely'
import type { OpenDatabase } from '#kit/db/open.ts'

export const prepareRows: Readonly<Record<string, (open: OpenDatabase) => Promise<unknown>>> = {
  // Something that is no person of the staff, first and last in the list.
  '0313-staff-of-classes': ({ db }) => sql`update service set staff_ids = array[id] || staff_ids || array[schedule_id] where type <> 'APPOINTMENT'`.execute(db),
}
