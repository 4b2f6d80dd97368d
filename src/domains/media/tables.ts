/** Tables of media; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['picture', 'picture_rendition']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { picture_rendition: 'other sizes of the pictures; they are made again' }
