/** Questions that this domain puts to those who know: orders about plans, identity about sign-in. `domains.ts` ties them. */
import { hook } from '#kit/api/hooks.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { Group } from './rules/custom-fields.ts'
import type { MemberStatus } from './rules/status.ts'

/** Why not, or undefined when nothing speaks against it. */
export type RuleViolation = { refused: 'ACTIVE_SUBSCRIPTION' } | undefined

/** May this member be blocked or disconnected? A renewing plan speaks against it (guide: members 5.3). */
export const checkMemberBlock = hook<{ memberId: string }, RuleViolation>()
/** May the business delete this member? */
export const checkMemberDeletion = hook<{ memberId: string }, RuleViolation>()

/** May this member end their account by this call? Identity wants a fresh proof that it is they; a code when not. */
export const checkOwnDeletion = hook<{ memberId: string }, { refused: 'REAUTHENTICATION_REQUIRED' } | undefined>()

/** May this caller delete many members by one call? At the dashboard the password has to be recent (guide: identity 9.8). */
export const checkBulkDeletion = hook<void, { refused: 'REAUTHENTICATION_REQUIRED' } | undefined>()

/** What the member did to their standing; identity follows in the same transaction: status, sessions, tokens (guide: members 5.4). */
export type MemberStatusChange = {
  memberId: string
  change: 'approved' | 'blocked' | 'disconnected' | 'muted' | 'unmuted' | 'deleted' | 'restored' | 'erased'
  /** The status before and after a deed of the business, for the log. */
  statuses?: { was: MemberStatus; is: MemberStatus }
  byMember: boolean
  /** The contact that is emptied too; with `deleted`, of somebody who is no member. */
  contactId?: string
  /** With `erased`: every address under which letters went out. */
  emails?: readonly string[]
}
export const onMemberStatusChanged = hook<MemberStatusChange, void>()

/** A member was deleted, or a contact without member is erased: what they hold ends, bookings before the plans that pay for them. */
export const onMemberDeleted = hook<{ memberId: string; byMember: boolean; contactId?: string }, void>({ dependentsFirst: true })

/** The language in which whoever has this address gets letters (guide: identity 13). */
export const findPreferredLanguage = hook<{ address: string }, Language>()

/** A member that the owner made needs an identity: without a password, so that they can ask for one, or with the one they had elsewhere (guide: members 7.1). */
export const createMemberIdentity = hook<{ memberId: string; loginEmail: string; passwordHash?: string | undefined }, void>()

/** What members belong to, for custom fields that are for some only: their plans, their badges (guide: members 12). */
export const listMemberGroups = hook<{ memberIds: readonly string[] }, ReadonlyMap<string, readonly Group[]>>()

/** A role goes from the site: what brought it brings it no more. Asked before the role is gone (guide: members 16.3). */
export const onRoleDeleted = hook<{ roleKey: string }, void>()

/** What another domain keeps about a person, for the download of their data; who is no member has the contact's id for both: title → plain values (guide: members 10.3). */
export const exportPersonalData = hook<{ memberId: string; contactId: string }, { title: string; records: unknown }>()

/** Addresses that somebody typed when they booked: letters went there, too, and are forgotten with them. */
export const listEnteredEmails = hook<{ memberId: string; contactId: string }, readonly string[]>()

/** Contacts beside their own that stand in bookings of this person and in nobody else's: they exist because of them alone. */
export const listEnteredContacts = hook<{ memberId: string; contactId: string }, readonly string[]>()

/** Two contacts became one: whatever names the first names the second from now on (guide: members 9). */
export const onContactsMerged = hook<{ fromId: string; toId: string }, void>()

/** A member left the public, or two members want nothing of each other any more: what binds them to others ends (guide: members 16). */
export const onMembersSeparated = hook<{ memberId: string; otherId?: string | undefined }, void>()
