/** What sign-in hears about a member later goes into the member and their contact, as at the beginning. Source: guide identity 5.1, 5.4. */
import type { Ctx } from '#kit/ctx.ts'
import { emptyContact, type ContactData } from '../rules/contact.ts'
import { initialPrivacy } from '../rules/privacy.ts'
import { displayName } from '../rules/slug.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import { privacySettings } from '../store/privacy-settings.ts'
import * as slugs from '../store/slugs.ts'
import { claimGeneratedSlug } from './change-slug.ts'
import type { NewMember } from './create-member.ts'
import { saved } from './saved.ts'

type Told = Pick<NewMember, 'profile' | 'contact' | 'privacyStatus'>

/** Somebody else signs up with an address that was never proven: nothing of what the first one said is left. What the business noted stays. */
export async function retellMember(ctx: Ctx, id: string, { profile, contact, privacyStatus }: Told): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member) return
  const { loginEmail, status } = member
  const sent = contactOf(ctx, { ...emptyContact, customValues: member.contact.customValues }, contact)
  const nickname = displayName({ nickname: profile?.nickname, firstName: sent.firstName, lastName: sent.lastName, email: loginEmail })
  const slug = await claimGeneratedSlug(ctx, id, profile?.slug || nickname)
  await slugs.freeSlugs(ctx, id, slug)
  await contacts.updateContact(ctx, member.contactId, sent, { loginEmail })
  await saved(ctx, id, {
    nickname,
    slug,
    photo: null,
    cover: null,
    title: '',
    privacyStatus: initialPrivacy(privacyStatus, status, await privacySettings(ctx)),
  })
}

/** A server that vouches for a member says more about them: what it says replaces what is there, and the rest stays; their address on the site, too. */
export async function tellMore(ctx: Ctx, id: string, { profile, contact }: Told): Promise<void> {
  const member = await store.lockMember(ctx, id)
  if (!member) return
  await contacts.updateContact(ctx, member.contactId, contactOf(ctx, member.contact, contact), { loginEmail: member.loginEmail })
  await saved(ctx, id, profile?.nickname ? { nickname: profile.nickname } : {})
}

function contactOf(ctx: Ctx, before: ContactData & { id?: string }, told: NewMember['contact'] = {}): ContactData {
  const { id: _, ...kept } = before
  const addresses = told.addresses?.map((one) => ({ ...one, id: one.id ?? ctx.newId() }))
  return { ...kept, ...told, ...(addresses && { addresses }) }
}
