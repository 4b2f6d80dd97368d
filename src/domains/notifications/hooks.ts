/** Hooks of notifications: who reads an email is known by domains to the right. They register in their `index.ts`. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { Temporal } from 'temporal-polyfill'
import type { Automation, AutomationKind } from './rules/automations.ts'

/** A member as far as emails go; undefined when deleted. */
export interface EmailMember {
  memberId: string
  email: string
}
export const findMemberOfEmail = hook<{ memberId: string } | { address: string }, EmailMember | undefined, ReadContext>()
/** The members behind addresses, in one query; the others are left out. */
export const listMembersOfEmails = hook<{ addresses: readonly string[] }, EmailMember[], ReadContext>()

/** Address, display name and preferred language of a member, in one query; undefined when deleted. Source: guide identity §13. */
export const findMemberRecipient = hook<{ memberId: string }, { email: string; name: string; language: Language | undefined } | undefined, ReadContext>()

/** The language that the holder of an address prefers; undefined for unknown addresses and people without a preference. Source: guide identity §13. */
export const findPreferredLanguage = hook<{ address: string }, Language | undefined, ReadContext>()
/** Stores the language that a member prefers. */
export const setPreferredLanguage = hook<{ memberId: string; language: Language }, void>()

/** Email addresses of the owners of the site. */
export const listOwnerEmails = hook<void, string[], ReadContext>()

/** Template variables that are credentials, by template. */
export const listSecretVariables = hook<void, Readonly<Record<string, readonly string[]>>, ReadContext>()

/** How many people would get this email from `from` until `to`, if it is on; undefined for those of another domain. */
export interface DueToday {
  kind: AutomationKind
  automation: Automation
  from: Temporal.Instant
  to: Temporal.Instant
}
export const countDueToday = hook<DueToday, number | undefined, ReadContext>()
/** Someone who would get it: a member by id, a guest by name and email; `about` names the service or plan. */
export interface DueRecipient {
  memberId?: string
  name: string
  email?: string
  about?: string
  bookingId?: string
  orderId?: string
}
/** The first `limit` of those that `countDueToday` counts; undefined for emails of another domain. */
export const listDueRecipients = hook<DueToday & { limit: number }, DueRecipient[] | undefined, ReadContext>()
/** The business changed when an email is sent: what is put off follows. */
export interface AutomationChange {
  kind: AutomationKind
  before: Automation
  after: Automation
}
export const onAutomationChanged = hook<AutomationChange, void>()

/** The key that signs unsubscribe links. */
export const loadSigningKey = hook<void, string, ReadContext>()
