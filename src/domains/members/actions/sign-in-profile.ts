/** What sign-in hears about a member later goes into the member and their contact, as at the beginning. Source: guide identity 5.1, 5.4. */
import type { Ctx } from '#kit/api/context.ts'
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

/** Somebody else signs up with an address that was never proven: nothing of what the first one said is left. What the business noted stays. */
export async function overwriteUnverifiedMember(ctx: Ctx, id: string, { profile, contact, privacyStatus }: SignInProfile): Promise<void> {
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

/** A server that vouches for a member says more about them: what it says replaces what is there, and the rest stays; their address on the site, too. */
export async function mergeSignInProfile(ctx: Ctx, id: string, { profile, contact }: SignInProfile): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member) return
  await contacts.updateContact(ctx, member.contactId, mergeContactDetails(ctx, member.contact, contact), { loginEmail: member.loginEmail })
  await saveMember(ctx, id, profile?.nickname ? { nickname: profile.nickname } : {})
}

function mergeContactDetails(ctx: Ctx, before: ContactData & { id?: string }, details: CreateMemberInput['contact'] = {}): ContactData {
  const { id: _, ...existing } = before
  const addresses = details.addresses?.map((one) => ({ ...one, id: one.id ?? ctx.newId() }))
  return { ...existing, ...details, ...(addresses && { addresses }) }
}
