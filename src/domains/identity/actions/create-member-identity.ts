/** Creates an identity with its member and contact, under one id. Source: guide identity §5.1, members §9. */
import { createMemberFor, type CreateMemberInput } from '#domains/members/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { readEmail, type Email } from '../rules/email.ts'
import type { Profile } from '../rules/profile.ts'
import { insertIdentity, updateIdentity, type IdentityRow } from '../store/identities.ts'

/** What is verified, what is pending, and what happens to an existing contact with the same email. */
export interface CreateIdentityInput {
  email: Email
  profile: Partial<Profile>
  passwordHash: string | null
  emailVerified: boolean
  emailPending?: boolean
  approvalRequired?: boolean
  existingContact: NonNullable<CreateMemberInput['existingContact']>
  /** A disconnected or deleted member who released the address. */
  formerHolder?: Pick<IdentityRow, 'id'> | undefined
}

/** Creates both and returns their id. The caller has checked that the address is free. */
export async function createMemberIdentity(ctx: TransactionContext, of: CreateIdentityInput): Promise<string> {
  const { siteId, authNow } = ctx
  const { email, profile, passwordHash, emailVerified, emailPending = false, approvalRequired = false } = of
  if (of.formerHolder) await updateIdentity(ctx, of.formerHolder.id, { closed: true }, authNow)
  const id = ctx.newId()
  const due = { emailVerified, emailPending, approvalRequired }
  await insertIdentity(ctx, { siteId, id, email: email.address, emailKey: email.key, ...due, passwordHash, profile }, authNow)
  await createMemberFor(ctx, {
    id,
    loginEmail: email.address,
    loginEmailVerified: emailVerified,
    status: emailPending || approvalRequired ? 'PENDING' : 'APPROVED',
    awaitsEmailVerification: emailPending,
    existingContact: of.existingContact,
    ...toMemberFields(email.address, profile),
  })
  return id
}

const MAX_EMAILS = 50
/** The sign-in email comes first; a contact holds fifty. Source: guide members §9. */
const mergeContactEmails = (login: string, others: readonly string[] = []): string[] =>
  [login, ...others.filter((other) => readEmail(other)?.key !== readEmail(login)?.key)].slice(0, MAX_EMAILS)

/** decision: a sign-up profile allows 1,000 characters, a contact 100; the contact gets the first 100. Source: guide identity §5.1, members §2. */
const truncateForContact = (text: string): string => [...text].slice(0, 100).join('')

/** Fields of member and contact from the profile of a sign-up. */
export function toMemberFields(login: string, profile: Partial<Profile>): Pick<CreateMemberInput, 'profile' | 'contact' | 'privacyStatus'> {
  const { firstName, lastName, phones, addresses, birthdate, company, position, nickname, slug, privacyStatus } = profile
  return {
    ...(privacyStatus ? { privacyStatus } : {}),
    profile: { ...(nickname ? { nickname } : {}), ...(slug ? { slug } : {}) },
    contact: {
      ...(firstName ? { firstName } : {}),
      ...(lastName ? { lastName } : {}),
      ...(phones ? { phones } : {}),
      emails: mergeContactEmails(login, profile.secondaryEmails),
      ...(addresses ? { addresses } : {}),
      ...(birthdate ? { birthdate } : {}),
      ...(company ? { company: truncateForContact(company) } : {}),
      ...(position ? { jobTitle: truncateForContact(position) } : {}),
    },
  }
}

/** The same for an existing member: their emails stay unless the profile has others. */
export function toMemberUpdate(login: string, profile: Partial<Profile>): Pick<CreateMemberInput, 'profile' | 'contact'> {
  const { contact: { emails, ...contact } = {}, ...rest } = toMemberFields(login, profile)
  return { ...rest, contact: { ...contact, ...(profile.secondaryEmails && emails ? { emails } : {}) } }
}
