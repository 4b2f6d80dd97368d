/** Who sees whom, and how much. Source: guide members 3 and 4. */
import type { MemberStatus, PrivacyStatus } from './status.ts'

export interface PrivacySettings {
  /** Privacy of new members. */
  defaultPrivacy: PrivacyStatus
  /** NO_ONE: all members are private and have no choice. */
  candidates: 'NO_ONE' | 'ANYONE'
  visibility: 'VISIBLE_TO_MEMBERS_ONLY' | 'VISIBLE_TO_ALL'
}
export const defaultPrivacySettings: PrivacySettings = { defaultPrivacy: 'PRIVATE', candidates: 'ANYONE', visibility: 'VISIBLE_TO_MEMBERS_ONLY' }

export interface ViewerContext {
  role: 'none' | 'visitor' | 'member' | 'owner'
  memberId?: string | undefined
}

/** Whether visitors or members as such may see other members here; `store.visibleTo` says the same in SQL. */
export const canSeeOthers = (viewer: ViewerContext, settings: PrivacySettings): boolean =>
  viewer.role === 'owner' || settings.visibility === 'VISIBLE_TO_ALL' || viewer.role === 'member'

export function canSee(
  viewer: ViewerContext,
  member: { id: string; status: MemberStatus; privacyStatus: PrivacyStatus; awaitsEmailProof: boolean },
  settings: PrivacySettings,
): boolean {
  if (viewer.role === 'owner' || (viewer.role === 'member' && viewer.memberId === member.id)) return true
  return canSeeOthers(viewer, settings) && member.status === 'APPROVED' && !member.awaitsEmailProof && member.privacyStatus === 'PUBLIC'
}

/** The privacy a new member starts with: wishing to be public counts only where members may be public and for an approved one. */
export function initialPrivacy(requested: PrivacyStatus | undefined, status: MemberStatus, settings: PrivacySettings): PrivacyStatus {
  if (settings.candidates === 'NO_ONE') return 'PRIVATE'
  const wanted = requested ?? settings.defaultPrivacy
  return status === 'APPROVED' || requested === undefined ? wanted : 'PRIVATE'
}

export type FieldSet = 'PUBLIC' | 'EXTENDED' | 'FULL'
const breadth: Record<FieldSet, number> = { PUBLIC: 0, EXTENDED: 1, FULL: 2 }

/** The set a caller really gets. Asking for more than allowed is no error: storefronts ask for FULL everywhere. */
export function grantedFieldSet(requested: readonly FieldSet[], viewer: ViewerContext, memberId: string): FieldSet {
  if (viewer.role !== 'owner' && !(viewer.role === 'member' && viewer.memberId === memberId)) return 'PUBLIC'
  return requested.reduce<FieldSet>((widest, set) => (breadth[set] > breadth[widest] ? set : widest), 'PUBLIC')
}
