/** Tables of notifications; `npm run check` holds its SQL to them. */
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeEmailSecrets } from '#kit/email/secrets.ts'

export const owns: readonly TableName[] = ['email', 'email_preference', 'email_wording', 'email_automation']

/** What of them is sealed with the key of the server. */
export const sealed: readonly SealedValue[] = [
  {
    table: 'email',
    column: 'secrets',
    boundTo: ['site_id', 'id'],
    describe: (siteId, id) => describeEmailSecrets(siteId as string, id as string),
    isMarked: true,
    isEmptiedWhenLost: true,
  },
]
