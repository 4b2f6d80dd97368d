/** Questions that this domain puts to those who know: orders about plans, identity about sign-in. `domains.ts` ties them. */
import { question } from '#kit/asks.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { Group } from './rules/custom-fields.ts'
import type { MemberStatus } from './rules/status.ts'

/** Why not, or undefined when nothing speaks against it. */
export type Objection = { refused: 'ACTIVE_SUBSCRIPTION' } | undefined

/** May this member be blocked or disconnected? A renewing plan speaks against it (guide: members 5.3). */
export const mayBlock = question<{ memberId: string }, Objection>()
/** May the business delete this member? */
export const mayDelete = question<{ memberId: string }, Objection>()

/** May this member end their account by this call? Identity wants a fresh proof that it is they; a code when not. */
export const mayLeave = question<{ memberId: string }, { refused: 'REAUTHENTICATION_REQUIRED' } | undefined>()

/** May this caller delete many members by one call? At the dashboard the password has to be recent (guide: identity 9.8). */
export const mayDeleteMany = question<void, { refused: 'REAUTHENTICATION_REQUIRED' } | undefined>()

/** What the member did to their standing; identity follows in the same transaction: status, sessions, tokens (guide: members 5.4). */
export type StandingChange = {
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
export const followStanding = question<StandingChange, void>()

/** The language in which whoever has this address gets letters (guide: identity 13). */
export const readsIn = question<{ address: string }, Language>()

/** A member that the owner made needs an identity: without a password, so that they can ask for one, or with the one they had elsewhere (guide: members 7.1). */
export const makeIdentity = question<{ memberId: string; loginEmail: string; passwordHash?: string | undefined }, void>()

/** What members belong to, for custom fields that are for some only: their plans, their badges (guide: members 12). */
export const belongings = question<{ memberIds: readonly string[] }, ReadonlyMap<string, readonly Group[]>>()

/** A role goes from the site: what brought it brings it no more. Asked before the role is gone (guide: members 16.3). */
export const followRoleEnd = question<{ roleKey: string }, void>()

/** What another domain keeps about a person, for the download of their data; who is no member has the contact's id for both: title → plain values (guide: members 10.3). */
export const recordsOf = question<{ memberId: string; contactId: string }, { title: string; records: unknown }>()

/** Addresses that somebody typed when they booked: letters went there, too, and are forgotten with them. */
export const typedAddresses = question<{ memberId: string; contactId: string }, readonly string[]>()

/** Contacts beside their own that stand in bookings of this person and in nobody else's: they exist because of them alone. */
export const typedContacts = question<{ memberId: string; contactId: string }, readonly string[]>()

/** Two contacts became one: whatever names the first names the second from now on (guide: members 9). */
export const followContact = question<{ fromId: string; toId: string }, void>()

/** A member left the public, or two members want nothing of each other any more: what binds them to others ends (guide: members 16). */
export const partWays = question<{ memberId: string; otherId?: string | undefined }, void>()
