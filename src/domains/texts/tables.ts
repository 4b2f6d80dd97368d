/** Tables of texts; `npm run check` holds its SQL to them. */
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeTextService, TEXT_SERVICE } from './rules/sealed.ts'

export const owns: readonly TableName[] = ['incoming_text', 'member_text_number', 'outgoing_text', 'text_recipient', 'text_wording']

/** What is sealed with the key of the server, among the settings of the site. */
export const sealed: readonly SealedValue[] = [
  {
    table: 'site_setting',
    column: 'value',
    path: [],
    where: `r.key = '${TEXT_SERVICE}'`,
    boundTo: ['site_id'],
    describe: (siteId) => describeTextService(siteId as string),
  },
]
