/** Hooks of members, handled in the `index.ts` of domains to the right. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'
import type { Group } from './rules/custom-fields.ts'
import type { MemberStatus } from './rules/status.ts'

/** The reason against it, or undefined. */
export type RuleViolation = { refused: 'ACTIVE_SUBSCRIPTION' } | undefined

/** Called before a member is blocked or disconnected: a plan that renews prevents it. Source: guide members §5.3. */
export const checkMemberBlock = hook<{ memberId: string }, RuleViolation>()
/** Called before the business deletes a member. */
export const checkMemberDeletion = hook<{ memberId: string }, RuleViolation>()

/** Called before members delete their own account: it needs recent reauthentication. */
export const checkOwnDeletion = hook<{ memberId: string }, { refused: 'REAUTHENTICATION_REQUIRED' } | undefined>()

/** A change of a member's status. Handlers run in the same transaction: identity updates its status and ends sessions and tokens. Source: guide members §5.4. */
export type MemberStatusChange = {
  memberId: string
  change: 'approved' | 'blocked' | 'disconnected' | 'muted' | 'unmuted' | 'deleted' | 'restored' | 'erased'
  /** The status before and after an action of the business, for the audit log. */
  statuses?: { was: MemberStatus; is: MemberStatus }
  byMember: boolean
  /** The contact that is erased, too; with `deleted` the contact of a person without membership. */
  contactId?: string
  /** With `erased`: every address to which emails were sent. */
  emails?: readonly string[]
  /** With `erased`: every number that the person entered, as typed. */
  phones?: readonly string[]
}
export const onMemberStatusChanged = hook<MemberStatusChange, void>()

/** A member was deleted, or a contact without member is erased: bookings end, then the plans that pay for them. */
export const onMemberDeleted = hook<{ memberId: string; byMember: boolean; contactId?: string }, void>({ dependentsFirst: true })

/** Creates the identity of a member whom the owner added: without a password, or with an imported hash. Source: guide members §7.1. */
export const createMemberIdentity = hook<{ memberId: string; loginEmail: string; passwordHash?: string | undefined }, void>()

/** The groups of members (plans, badges), for custom fields that apply to some only. Source: guide members §12. */
export const listMemberGroups = hook<{ memberIds: readonly string[] }, ReadonlyMap<string, readonly Group[]>, ReadContext>()

/** Called before a role is deleted: badges that grant it stop doing so. Source: guide members §16.3. */
export const onRoleDeleted = hook<{ roleKey: string }, void>()

/** What another domain stores about a person, for the download of their data. A contact without member has its id in both. Source: guide members §10.3. */
export const exportPersonalData = hook<{ memberId: string; contactId: string }, { title: string; records: unknown }, ReadContext>()

/** Addresses and numbers that a person entered when booking: emails and texts went there, too, and are erased with them. */
export const listEnteredDetails = hook<{ memberId: string; contactId: string }, { emails: readonly string[]; phones: readonly string[] }>()

/** Other contacts that appear only in bookings of this person. */
export const listEnteredContacts = hook<{ memberId: string; contactId: string }, readonly string[]>()

/** Two contacts were merged: references to the first move to the second. Source: guide members §9. */
export const onContactsMerged = hook<{ fromId: string; toId: string }, void>()

/** A member became private, or blocked another: follows end. Source: guide members §16. */
export const onMembersSeparated = hook<{ memberId: string; otherId?: string | undefined }, void>()
