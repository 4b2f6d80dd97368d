import type { Ctx } from '#kit/ctx.ts'
import { picturesSent, type Image } from '#domains/media/public.ts'
import type { ServiceWish } from '../contract.ts'

type Media = NonNullable<ServiceWish['media']>
type Item = NonNullable<Media['mainMedia']>
const shown = <T extends Item | null | undefined>(item: T, own: Image | undefined) => (item && own ? { ...item, image: { ...item.image, ...own } } : item)

/** The pictures of a service; those that were uploaded here with the address and size they are kept in. */
export async function mediaOf(ctx: Ctx, media: Media): Promise<Media> {
  const items = media.items ?? []
  const [main, cover, ...rest] = await picturesSent(
    ctx,
    [media.mainMedia, media.coverMedia, ...items].map((item) => item?.image),
  )
  return {
    ...media,
    ...(media.mainMedia && { mainMedia: shown(media.mainMedia, main) }),
    ...(media.coverMedia && { coverMedia: shown(media.coverMedia, cover) }),
    ...(media.items && { items: items.map((item, at) => shown(item, rest[at])) }),
  }
}
