import type { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { PictureId } from './rules/media-id.ts'

export interface Picture {
  siteId: string
  id: string
  memberId: string | null
  fileName: string
  width: number
  height: number
}
const pictureColumns = ['siteId', 'id', 'memberId', 'fileName', 'width', 'height'] as const

export const insertPicture = (ctx: TransactionContext, picture: Picture & { webp: Uint8Array }): Promise<unknown> =>
  ctx.tx
    .insertInto('picture')
    .values({ ...picture, webp: Buffer.from(picture.webp), createdAt: ctx.now })
    .execute()

/** The site comes from the id: URLs of pictures carry no token. */
export const findPicture = async (ctx: ReadContext, { siteId, id }: PictureId): Promise<Picture | undefined> => (await findPictures(ctx, siteId, [id]))[0]

export const findPictures = (ctx: ReadContext, siteId: string, ids: readonly string[]): Promise<Picture[]> =>
  ctx.db.selectFrom('picture').select(pictureColumns).where('siteId', '=', siteId).where('id', 'in', ids).execute()

export const findPixels = async (ctx: ReadContext, { siteId, id }: PictureId): Promise<Uint8Array | undefined> =>
  (await ctx.db.selectFrom('picture').select('webp').where('siteId', '=', siteId).where('id', '=', id).executeTakeFirst())?.webp

export const findRendition = async (ctx: ReadContext, { siteId, id }: PictureId, shape: string): Promise<Uint8Array | undefined> =>
  (
    await ctx.db
      .selectFrom('pictureRendition')
      .select('webp')
      .where('siteId', '=', siteId)
      .where('pictureId', '=', id)
      .where('shape', '=', shape)
      .executeTakeFirst()
  )?.webp

/** Stores a rendition unless the picture has `most` of them: requests for every size must not fill the disk. */
export const saveRendition = (ctx: TransactionContext, { siteId, id }: PictureId, shape: string, webp: Uint8Array, most: number): Promise<unknown> =>
  sql`${writes('picture_rendition')} insert into picture_rendition (site_id, picture_id, shape, webp)
    select site_id, id, ${shape}, ${Buffer.from(webp)} from picture
    where site_id = ${siteId} and id = ${id}
      and (select count(*) from picture_rendition kept where kept.site_id = ${siteId} and kept.picture_id = ${id}) < ${most}
    on conflict do nothing`.execute(ctx.tx)

export async function countUploadsSince(ctx: ReadContext, memberId: string, since: Temporal.Instant): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('picture')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const deletePicturesOfMember = (ctx: TransactionContext, memberId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('picture').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
