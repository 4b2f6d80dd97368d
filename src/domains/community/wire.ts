/** Badges and assignments on the wire. Source: guide members §16.3. */
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { Assignment, Badge } from './store/badges.ts'

const common = (badge: Badge) => ({
  id: badge.id,
  title: badge.title,
  ...(badge.description && { description: badge.description }),
  backgroundColor: badge.backgroundColor,
  textColor: badge.textColor,
  permissionsEnabled: badge.permissionsEnabled,
  ...(badge.roleKey && { roleKey: badge.roleKey }),
  slug: badge.slug,
  createdDate: toWireTime(badge.createdAt),
  updatedDate: toWireTime(badge.updatedAt),
})
/** For `/v4/badges` and events. */
export const badgeToWire = (badge: Badge) => ({ ...common(badge), revision: String(badge.revision), icon: badge.icon ?? undefined })
/** For `/v3/badges`: the icon is a URL, and there is no revision. */
export const badgeToOldWire = (badge: Badge) => ({ ...common(badge), icon: badge.icon?.url ?? badge.icon?.id ?? undefined })
export const assignmentToWire = ({ id, badgeId, memberId, createdAt }: Assignment) => ({
  id,
  badgeId,
  memberId,
  createdDate: toWireTime(createdAt),
  updatedDate: toWireTime(createdAt),
})
