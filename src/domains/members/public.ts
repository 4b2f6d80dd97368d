/** What other domains use of members. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { slugHeldSince } from './actions/change-slug.ts'
import { mergeContacts } from './rules/contact.ts'
import { canSee } from './rules/privacy.ts'
import type { MemberStatus } from './rules/status.ts'
import { saveMember } from './actions/save-member.ts'
import * as contacts from './store/contacts.ts'
import { listVisibleCustomFields } from './store/custom-fields.ts'
import * as store from './store/members.ts'
import { getPrivacySettings } from './store/privacy-settings.ts'

export { importMember, openImportCheck, type ImportedMember } from './actions/import-members.ts'
export { countMembersUpTo, findTakenEmails } from './store/members.ts'
export { createMember as createMemberFor, type CreateMemberInput } from './actions/create-member.ts'
export { overwriteUnverifiedMember, mergeSignInProfile } from './actions/sign-in-profile.ts'
export { findMemberByContact, findMemberById, findMemberByEmail, findMembersByIds, type MemberRecord, type Picture } from './store/members.ts'
export { getMemberName, loadMembersById } from './actions/member-names.ts'
export { memberCopyRules } from './store/copy-rules.ts'
export { pipelineFindOrCreateContact, findContactById, type ContactRecord } from './store/contacts.ts'
export type { RuleViolation, MemberStatusChange } from './hooks.ts'
export { findVisibleMember, queryVisibleMembers, type VisibleMembers } from './actions/visible-members.ts'
export { grantBadgeRole, listRoleDefinitions, revokeBadgeRole } from './store/roles.ts'
export { isSystemRole } from './rules/roles.ts'
export { getPrivacySettings } from './store/privacy-settings.ts'
export { syncMemberRole, findOrCreateMemberForUser } from './actions/member-for-user.ts'
export type { Group } from './rules/custom-fields.ts'
export type { MemberStatus } from './rules/status.ts'
export type { ContactData } from './rules/contact.ts'

/** Names of the custom fields that the site shows. */
export const listMemberFieldNames = async (ctx: ReadContext): Promise<string[]> => (await listVisibleCustomFields(ctx)).map(({ name }) => name)

/** The member whose page visitors see under this slug, current or recently released. */
export async function findPublicMember(ctx: ReadContext, slug: string): Promise<store.MemberRecord | undefined> {
  const member = await store.findMemberBySlug(ctx, slug, slugHeldSince(ctx))
  return member && canSee({ role: 'visitor' }, member, await getPrivacySettings(ctx)) ? member : undefined
}

/** Sets the status that sign-in decided on, for example PENDING → APPROVED after the code. */
export async function setMemberStatus(ctx: TransactionContext, id: string, status: MemberStatus, reason?: 'approved' | 'blocked'): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member || member.status === status) return
  await saveMember(ctx, id, { status }, reason)
}

/**
 * The login email was verified: a provisional contact is merged into the one that had this email before, and
 * the member is approved unless the owner still has to (`stillPending`). Source: guide members §5.2 rows 5–6, 9.
 */
export async function markEmailVerified(ctx: TransactionContext, id: string, options: { stillPending?: boolean } = {}): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member || (member.loginEmailVerified && !member.awaitsEmailVerification)) return
  await contacts.lockEmail(ctx, member.loginEmail)
  const contactId = await mergeProvisionalContact(ctx, member)
  const status = member.status === 'PENDING' && !options.stillPending ? 'APPROVED' : member.status
  await saveMember(ctx, id, { contactId, loginEmailVerified: true, awaitsEmailVerification: false, status }, status === member.status ? undefined : 'approved')
}

/** The id of the remaining contact. */
async function mergeProvisionalContact(ctx: TransactionContext, member: store.MemberRecord): Promise<string> {
  const existing = await contacts.findContactByEmail(ctx, member.loginEmail)
  if (existing?.contact.id === member.contactId) return member.contactId
  if (!existing || existing.memberId !== null) {
    await contacts.updateContact(ctx, member.contactId, member.contact, { loginEmail: member.loginEmail, isProvisional: false })
    return member.contactId
  }
  await contacts.updateContact(ctx, existing.contact.id, mergeContacts(existing.contact, member.contact, member.loginEmail), { loginEmail: member.loginEmail })
  await store.moveMemberToContact(ctx, member.id, existing.contact.id)
  await contacts.deleteContact(ctx, member.contactId)
  return existing.contact.id
}

/** Called after a successful sign-in, not when tokens are refreshed. */
export const recordSignIn = async (ctx: TransactionContext, id: string): Promise<void> => void (await store.setLastLogin(ctx, id))

/** Changes the login email, which identity checked to be free. The contact is found under the old and the new one. */
export async function changeLoginEmail(ctx: TransactionContext, id: string, loginEmail: string, verified: boolean): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member) return
  await contacts.updateContact(ctx, member.contactId, member.contact, { loginEmail })
  await saveMember(ctx, id, { loginEmail, loginEmailVerified: verified, awaitsEmailVerification: false })
}

/** Whether a contact has this email: then a sign-up with it needs verification. Source: guide members §9. */
export const isContactEmail = async (ctx: ReadContext, email: string): Promise<boolean> => (await contacts.findContactByEmail(ctx, email)) !== undefined

/** The contact with this email, its empty fields filled, or a new one. For guests who book or buy. */
export async function findOrCreateContact(ctx: TransactionContext, guest: contacts.Guest): Promise<contacts.ContactRecord> {
  const id = await contacts.pipelineFindOrCreateContact(ctx, guest)
  return (await contacts.findContactById(ctx, await id())) as contacts.ContactRecord
}
