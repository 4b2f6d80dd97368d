import type { ReadContext } from '#kit/api/context.ts'
import { resolvePictureReferences, type Image } from '#domains/media/public.ts'
import type { ServiceInput } from '../contract.ts'

type Media = NonNullable<ServiceInput['media']>
type Item = NonNullable<Media['mainMedia']>
const withStoredImage = <T extends Item | null | undefined>(item: T, own: Image | undefined) =>
  item && own ? { ...item, image: { ...item.image, ...own } } : item

/** Completes the pictures of a service that were uploaded here with their stored URL and size. */
export async function resolveMedia(ctx: ReadContext, media: Media): Promise<Media> {
  const items = media.items ?? []
  const [main, cover, ...rest] = await resolvePictureReferences(
    ctx,
    [media.mainMedia, media.coverMedia, ...items].map((item) => item?.image),
  )
  return {
    ...media,
    ...(media.mainMedia && { mainMedia: withStoredImage(media.mainMedia, main) }),
    ...(media.coverMedia && { coverMedia: withStoredImage(media.coverMedia, cover) }),
    ...(media.items && { items: items.map((item, at) => withStoredImage(item, rest[at])) }),
  }
}
