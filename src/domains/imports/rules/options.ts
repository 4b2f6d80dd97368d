/** What the owner chooses for an import. */
import type { ImportMapping, Preset } from './mapping.ts'
import type { DateOrder } from './values.ts'

export interface ImportOptions {
  preset: Preset
  mapping: ImportMapping
  dateOrder: DateOrder
  /** What happens with people who are members already. */
  duplicates: 'SKIP' | 'UPDATE'
  /** Whether the people of the rows get the emails that everyday work would send them. */
  tellsClients: boolean
  /** Whether webhooks tell of what is imported. */
  sendsWebhooks: boolean
}
