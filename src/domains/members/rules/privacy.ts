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

export interface Onlooker {
  role: 'none' | 'visitor' | 'member' | 'owner'
  memberId?: string | undefined
}

/** Whether visitors or members as such may see other members here; `store.visibleTo` says the same in SQL. */
export const seesOthers = (who: Onlooker, settings: PrivacySettings): boolean =>
  who.role === 'owner' || settings.visibility === 'VISIBLE_TO_ALL' || who.role === 'member'

export function maySee(
  who: Onlooker,
  member: { id: string; status: MemberStatus; privacyStatus: PrivacyStatus; awaitsEmailProof: boolean },
  settings: PrivacySettings,
): boolean {
  if (who.role === 'owner' || (who.role === 'member' && who.memberId === member.id)) return true
  return seesOthers(who, settings) && member.status === 'APPROVED' && !member.awaitsEmailProof && member.privacyStatus === 'PUBLIC'
}

/** The privacy a new member starts with: wishing to be public counts only where members may be public and for an approved one. */
export function initialPrivacy(wished: PrivacyStatus | undefined, status: MemberStatus, settings: PrivacySettings): PrivacyStatus {
  if (settings.candidates === 'NO_ONE') return 'PRIVATE'
  const wanted = wished ?? settings.defaultPrivacy
  return status === 'APPROVED' || wished === undefined ? wanted : 'PRIVATE'
}

export type FieldSet = 'PUBLIC' | 'EXTENDED' | 'FULL'
const width: Record<FieldSet, number> = { PUBLIC: 0, EXTENDED: 1, FULL: 2 }

/** The set a caller really gets. Asking for more than allowed is no error: storefronts ask for FULL everywhere. */
export function grantedFieldSet(asked: readonly FieldSet[], who: Onlooker, memberId: string): FieldSet {
  if (who.role !== 'owner' && !(who.role === 'member' && who.memberId === memberId)) return 'PUBLIC'
  return asked.reduce<FieldSet>((widest, set) => (width[set] > width[widest] ? set : widest), 'PUBLIC')
}
