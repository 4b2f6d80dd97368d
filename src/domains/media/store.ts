import type { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import { json, writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { AltTexts, FocalPoint } from './rules/library.ts'
import type { PictureId } from './rules/media-id.ts'
import type { Region } from './rules/resize.ts'

export interface Picture {
  siteId: string
  id: string
  memberId: string | null
  fileName: string
  width: number
  height: number
}
/** A picture of the business with what the library knows of it. */
export interface LibraryPicture extends Picture {
  createdAt: Temporal.Instant
  alt: AltTexts
  focus: FocalPoint | null
  /** The picture that this one was cut from, and which part it is. */
  originalId: string | null
  region: Region | null
}
const pictureColumns = ['siteId', 'id', 'memberId', 'fileName', 'width', 'height'] as const
const libraryColumns = [...pictureColumns, 'createdAt', 'alt', 'focus', 'originalId', 'region'] as const

type NewPicture = Picture & { webp: Uint8Array; crop?: Pick<LibraryPicture, 'alt' | 'originalId' | 'region'> }
export const insertPicture = (ctx: TransactionContext, { crop, ...picture }: NewPicture): Promise<unknown> =>
  ctx.tx
    .insertInto('picture')
    .values({
      ...picture,
      webp: Buffer.from(picture.webp),
      createdAt: ctx.now,
      ...(crop && { alt: json(crop.alt), originalId: crop.originalId, region: json(crop.region) }),
    })
    .execute()

/** The pictures of the business, without those that members uploaded. */
const selectLibrary = (ctx: ReadContext) => ctx.db.selectFrom('picture').where('siteId', '=', ctx.siteId).where('memberId', 'is', null)
const toLibraryPicture = (row: Record<'alt' | 'focus' | 'region', unknown> & Omit<LibraryPicture, 'alt' | 'focus' | 'region'>): LibraryPicture => ({
  ...row,
  alt: row.alt as AltTexts,
  focus: row.focus as FocalPoint | null,
  region: row.region as Region | null,
})

/** A page of the library, newest first, and how many there are; `search` is looked for in file names and alternative texts. */
export async function listLibrary(ctx: ReadContext, { search, limit, offset }: { search: string; limit: number; offset: number }) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const found = search
    ? selectLibrary(ctx).where((eb) =>
        eb.or([eb('fileName', 'ilike', pattern), sql<boolean>`exists (select from jsonb_each_text(alt) said where said.value ilike ${pattern})`]),
      )
    : selectLibrary(ctx)
  const rows = await found.select(libraryColumns).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { rows: rows.map(toLibraryPicture), total: Number(count) }
}
export async function findLibraryPicture(ctx: ReadContext, id: string): Promise<LibraryPicture | undefined> {
  const row = await selectLibrary(ctx).where('id', '=', id).select(libraryColumns).executeTakeFirst()
  return row && toLibraryPicture(row)
}
export const listCrops = async (ctx: ReadContext, originalId: string): Promise<LibraryPicture[]> =>
  (await selectLibrary(ctx).where('originalId', '=', originalId).orderBy('createdAt').select(libraryColumns).execute()).map(toLibraryPicture)

export const updatePicture = (
  ctx: TransactionContext,
  id: string,
  { fileName, alt, focus }: Pick<LibraryPicture, 'fileName' | 'alt' | 'focus'>,
): Promise<unknown> =>
  ctx.tx
    .updateTable('picture')
    .set({ fileName, alt: json(alt), focus: focus && json(focus) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** With its sizes; crops of it stay. */
export async function deletePicture(ctx: TransactionContext, id: string): Promise<void> {
  await ctx.tx.updateTable('picture').set({ originalId: null }).where('siteId', '=', ctx.siteId).where('originalId', '=', id).execute()
  await ctx.tx.deleteFrom('picture').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
}

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
      .select('bytes')
      .where('siteId', '=', siteId)
      .where('pictureId', '=', id)
      .where('shape', '=', shape)
      .executeTakeFirst()
  )?.bytes

/** Stores a rendition unless the picture has `most` of them: requests for every size must not fill the disk. */
export const saveRendition = (ctx: TransactionContext, { siteId, id }: PictureId, shape: string, bytes: Uint8Array, most: number): Promise<unknown> =>
  sql`${writes('picture_rendition')} insert into picture_rendition (site_id, picture_id, shape, bytes)
    select site_id, id, ${shape}, ${Buffer.from(bytes)} from picture
    where site_id = ${siteId} and id = ${id}
      and (select count(*) from picture_rendition kept where kept.site_id = ${siteId} and kept.picture_id = ${id}) < ${most}
    on conflict do nothing`.execute(ctx.tx)

/** Bytes of all pictures of the site. Their sizes stand beside them: no picture is read. */
export async function sumPictureBytes(ctx: ReadContext): Promise<number> {
  const { bytes } = await ctx.db
    .selectFrom('picture')
    .select(sql<number>`coalesce(sum(octet_length(webp)), 0)`.as('bytes'))
    .where('siteId', '=', ctx.siteId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

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

export async function deletePicturesOfMember(ctx: TransactionContext, memberId: string): Promise<void> {
  const own = ctx.tx.selectFrom('picture').select('id').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId)
  await ctx.tx.updateTable('picture').set({ originalId: null }).where('siteId', '=', ctx.siteId).where('originalId', 'in', own).execute()
  await ctx.tx.deleteFrom('picture').where('siteId', '=', ctx.siteId).where('memberId', '=', memberId).execute()
}
