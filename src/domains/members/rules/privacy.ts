/** Who sees whom, and which fields. Source: guide members §3 and §4. */
import type { MemberStatus, PrivacyStatus } from './status.ts'

export interface PrivacySettings {
  /** Privacy of new members. */
  defaultPrivacy: PrivacyStatus
  /** NO_ONE: all members are private. */
  candidates: 'NO_ONE' | 'ANYONE'
  visibility: 'VISIBLE_TO_MEMBERS_ONLY' | 'VISIBLE_TO_ALL'
}
export const defaultPrivacySettings: PrivacySettings = { defaultPrivacy: 'PRIVATE', candidates: 'ANYONE', visibility: 'VISIBLE_TO_MEMBERS_ONLY' }

export interface ViewerContext {
  role: 'none' | 'visitor' | 'member' | 'owner'
  memberId?: string | undefined
}

/** Whether the viewer may see other members at all; `visibleTo` in the store is the same in SQL. */
export const canSeeOthers = (viewer: ViewerContext, settings: PrivacySettings): boolean =>
  viewer.role === 'owner' || settings.visibility === 'VISIBLE_TO_ALL' || viewer.role === 'member'

/** Whether the viewer may see this member. */
export function canSee(
  viewer: ViewerContext,
  member: { id: string; status: MemberStatus; privacyStatus: PrivacyStatus; awaitsEmailVerification: boolean },
  settings: PrivacySettings,
): boolean {
  if (viewer.role === 'owner' || (viewer.role === 'member' && viewer.memberId === member.id)) return true
  return canSeeOthers(viewer, settings) && member.status === 'APPROVED' && !member.awaitsEmailVerification && member.privacyStatus === 'PUBLIC'
}

/** The privacy of a new member: PUBLIC needs a site that allows it and an approved member. */
export function initialPrivacy(requested: PrivacyStatus | undefined, status: MemberStatus, settings: PrivacySettings): PrivacyStatus {
  if (settings.candidates === 'NO_ONE') return 'PRIVATE'
  const wanted = requested ?? settings.defaultPrivacy
  return status === 'APPROVED' || requested === undefined ? wanted : 'PRIVATE'
}

export type FieldSet = 'PUBLIC' | 'EXTENDED' | 'FULL'
const breadth: Record<FieldSet, number> = { PUBLIC: 0, EXTENDED: 1, FULL: 2 }

/** The field set that the caller gets. Requesting more than allowed is no error: storefronts request FULL everywhere. */
export function grantedFieldSet(requested: readonly FieldSet[], viewer: ViewerContext, memberId: string): FieldSet {
  if (viewer.role !== 'owner' && !(viewer.role === 'member' && viewer.memberId === memberId)) return 'PUBLIC'
  return requested.reduce<FieldSet>((widest, set) => (breadth[set] > breadth[widest] ? set : widest), 'PUBLIC')
}
