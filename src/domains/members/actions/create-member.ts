/** Makes a member with contact, slug and event. Whoever calls has decided that this may be. Source: guide members 5.2 rows 1–4, 9. */
import type { Ctx } from '#kit/ctx.ts'
import { memberCreated } from '../events.ts'
import { refuse } from '../errors.ts'
import { emptyContact, mergeContacts, type ContactData } from '../rules/contact.ts'
import { initialPrivacy } from '../rules/privacy.ts'
import { displayName } from '../rules/slug.ts'
import type { CommunityRole, MemberStatus, PrivacyStatus } from '../rules/status.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { claimGeneratedSlug } from './change-slug.ts'
import { wholeMember } from './fields-of.ts'

export interface NewMember {
  /** Equals the identity id. */
  id: string
  loginEmail: string
  loginEmailVerified?: boolean | undefined
  status: MemberStatus
  /** The identity still waits for the code (open EMAIL reason). */
  awaitsEmailProof?: boolean | undefined
  profile?:
    | {
        nickname?: string | undefined
        slug?: string | undefined
        title?: string | undefined
        photo?: store.Picture | undefined
        cover?: store.Picture | undefined
      }
    | undefined
  contact?: Partial<ContactData> | undefined
  privacyStatus?: PrivacyStatus | undefined
  communityRole?: CommunityRole | undefined
  /** The dashboard user this member is. */
  userId?: string | undefined
  /**
   * What happens when a contact has this email already: `link` inherits its data (trusted callers), `provisional`
   * waits for the proof of the email, `separate` makes a second contact. Default `link`.
   */
  existingContact?: 'link' | 'provisional' | 'separate' | undefined
}

export async function createMember(ctx: Ctx, wish: NewMember): Promise<store.MemberRecord> {
  const loginEmail = wish.loginEmail.trim()
  await contacts.lockEmail(ctx, loginEmail)
  const holder = await store.memberByEmail(ctx, loginEmail)
  if (holder) refuse('MEMBER_ALREADY_EXISTS', { memberId: holder.id })
  const sent: ContactData = {
    ...emptyContact,
    ...wish.contact,
    addresses: (wish.contact?.addresses ?? []).map((one) => ({ ...one, id: one.id ?? ctx.newId() })),
  }
  const contactId = await contactFor(ctx, wish, loginEmail, sent)
  const nickname = displayName({ nickname: wish.profile?.nickname, firstName: sent.firstName, lastName: sent.lastName, email: loginEmail })
  const slug = await claimGeneratedSlug(ctx, wish.id, wish.profile?.slug || nickname)
  await store.insertMember(ctx, {
    id: wish.id,
    contactId,
    loginEmail,
    loginEmailVerified: wish.loginEmailVerified ?? false,
    status: wish.status,
    privacyStatus: initialPrivacy(wish.privacyStatus, wish.status, await privacy.privacySettings(ctx)),
    awaitsEmailProof: wish.awaitsEmailProof ?? false,
    communityRole: wish.communityRole ?? 'MEMBER',
    userId: wish.userId ?? null,
    nickname,
    slug,
    title: wish.profile?.title ?? '',
    photo: wish.profile?.photo ?? null,
    cover: wish.profile?.cover ?? null,
    createdAt: ctx.now,
  })
  const member = (await store.memberById(ctx, wish.id)) as store.MemberRecord
  ctx.announce(memberCreated(await wholeMember(ctx, member)))
  return member
}

async function contactFor(ctx: Ctx, wish: NewMember, loginEmail: string, sent: ContactData): Promise<string> {
  const mode = wish.existingContact ?? 'link'
  const existing = mode === 'separate' ? undefined : await contacts.contactByEmail(ctx, loginEmail)
  // A contact that belongs to another live member is never shared.
  if (mode === 'link' && existing && existing.memberId === null) {
    await contacts.updateContact(ctx, existing.contact.id, mergeContacts(existing.contact, sent, loginEmail), { loginEmail })
    return existing.contact.id
  }
  await contacts.insertContact(ctx, wish.id, sent, { loginEmail, isProvisional: mode === 'provisional' && existing !== undefined })
  return wish.id
}
