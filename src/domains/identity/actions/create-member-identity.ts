/** Makes somebody who may sign in: the identity, and the member and contact behind it, under one id. Source: guide identity 5.1, members 9. */
import { createMemberFor, type CreateMemberInput } from '#domains/members/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { readEmail, type Email } from '../rules/email.ts'
import type { Profile } from '../rules/profile.ts'
import { insertIdentity, updateIdentity, type IdentityRow } from '../store/identities.ts'

/** Whoever is new: what they proved, what is still due, and what becomes of a contact that has their address already. */
export interface CreateIdentityInput {
  email: Email
  profile: Partial<Profile>
  passwordHash: string | null
  emailVerified: boolean
  emailPending?: boolean
  approvalRequired?: boolean
  existingContact: NonNullable<CreateMemberInput['existingContact']>
  /** A disconnected or deleted member who has given the address back. */
  formerHolder?: Pick<IdentityRow, 'id'> | undefined
}

/** Identity and member; returns their id. Whoever calls has looked that nobody else holds the address. */
export async function createMemberIdentity(ctx: TransactionContext, of: CreateIdentityInput): Promise<string> {
  const { siteId, authNow } = ctx
  const { email, profile, passwordHash, emailVerified, emailPending = false, approvalRequired = false } = of
  if (of.formerHolder) await updateIdentity(ctx.tx, siteId, of.formerHolder.id, { closed: true }, authNow)
  const id = ctx.newId()
  const due = { emailVerified, emailPending, approvalRequired }
  await insertIdentity(ctx.tx, { siteId, id, email: email.address, emailKey: email.key, ...due, passwordHash, profile }, authNow)
  await createMemberFor(ctx, {
    id,
    loginEmail: email.address,
    loginEmailVerified: emailVerified,
    status: emailPending || approvalRequired ? 'PENDING' : 'APPROVED',
    awaitsEmailProof: emailPending,
    existingContact: of.existingContact,
    ...toMemberFields(email.address, profile),
  })
  return id
}

const MAX_EMAILS = 50
/** Whoever signs up by themself is reached at that address first (guide: members 9); a contact holds fifty. */
const mergeContactEmails = (login: string, others: readonly string[] = []): string[] =>
  [login, ...others.filter((other) => readEmail(other)?.key !== readEmail(login)?.key)].slice(0, MAX_EMAILS)

/** decision: the profile of a sign-up has room for 1,000 letters, the contact for 100 (guide: identity 5.1, members 2); the contact gets the first of them. */
const truncateForContact = (text: string): string => [...text].slice(0, 100).join('')

/** What a profile tells the member and the contact of whoever signs in with this address. */
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

/** The same of whoever is a member already: their emails stay unless others come. */
export function toMemberUpdate(login: string, profile: Partial<Profile>): Pick<CreateMemberInput, 'profile' | 'contact'> {
  const { contact: { emails, ...contact } = {}, ...rest } = toMemberFields(login, profile)
  return { ...rest, contact: { ...contact, ...(profile.secondaryEmails && emails ? { emails } : {}) } }
}
