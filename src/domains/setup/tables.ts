/** Tables of setup; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeConnection, SMTP, STRIPE } from './rules/sealed.ts'

export const owns: readonly TableName[] = ['setup_token']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { setup_token: 'links that set a server up' }

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = { site: 'set-up looks for any site before there is one to act for' }

/** What is sealed with the key of the server, among the settings of the site. */
export const sealed: readonly SealedValue[] = ([SMTP, STRIPE] as const).map((key) => ({
  table: 'site_setting',
  column: 'value',
  path: [],
  where: `r.key = '${key}'`,
  boundTo: ['site_id'],
  describe: (siteId) => describeConnection(key, siteId as string),
}))
