/** Writes profile data from a later sign-in into the member and their contact. Source: guide identity §5.1, §5.4. */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { emptyContact, type ContactData } from '../rules/contact.ts'
import { initialPrivacy } from '../rules/privacy.ts'
import { toDisplayName } from '../rules/slug.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import { getPrivacySettings } from '../store/privacy-settings.ts'
import * as slugs from '../store/slugs.ts'
import { claimGeneratedSlug } from './change-slug.ts'
import type { CreateMemberInput } from './create-member.ts'
import { saveMember } from './save-member.ts'

type SignInProfile = Pick<CreateMemberInput, 'profile' | 'contact' | 'privacyStatus'>

/** Another person signs up with an email that was never verified: data of the first person is overwritten. Custom fields set by the business stay. */
export async function overwriteUnverifiedMember(ctx: TransactionContext, id: string, { profile, contact, privacyStatus }: SignInProfile): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member) return
  const { loginEmail, status } = member
  const contactData = mergeContactDetails(ctx, { ...emptyContact, customValues: member.contact.customValues }, contact)
  const nickname = toDisplayName({ nickname: profile?.nickname, firstName: contactData.firstName, lastName: contactData.lastName, email: loginEmail })
  const slug = await claimGeneratedSlug(ctx, id, profile?.slug || nickname)
  await slugs.releaseSlugs(ctx, id, slug)
  await contacts.updateContact(ctx, member.contactId, contactData, { loginEmail })
  await saveMember(ctx, id, {
    nickname,
    slug,
    photo: null,
    cover: null,
    title: '',
    privacyStatus: initialPrivacy(privacyStatus, status, await getPrivacySettings(ctx)),
  })
}

/** Merges data from a trusted identity provider: given values replace existing ones, all others and the slug stay. */
export async function mergeSignInProfile(ctx: TransactionContext, id: string, { profile, contact }: SignInProfile): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member) return
  await contacts.updateContact(ctx, member.contactId, mergeContactDetails(ctx, member.contact, contact), { loginEmail: member.loginEmail })
  await saveMember(ctx, id, profile?.nickname ? { nickname: profile.nickname } : {})
}

function mergeContactDetails(ctx: BaseContext, before: ContactData & { id?: string }, details: CreateMemberInput['contact'] = {}): ContactData {
  const { id: _, ...existing } = before
  const addresses = details.addresses?.map((one) => ({ ...one, id: one.id ?? ctx.newId() }))
  return { ...existing, ...details, ...(addresses && { addresses }) }
}
