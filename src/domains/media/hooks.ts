/** What media asks of the domains that show pictures. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

/** Something that shows a picture. `id` names it, for pages of the website it is absent. */
export interface PictureUse {
  kind: 'SERVICE' | 'ADD_ON' | 'STAFF_MEMBER' | 'PAGE' | 'LOGO' | 'ICON'
  id?: string
  /** As the owner knows it. */
  name: string
}
/** Everything that shows the picture with this public id: it must not be deleted meanwhile. */
export const findPictureUses = hook<{ mediaId: string }, readonly PictureUse[], ReadContext>()
