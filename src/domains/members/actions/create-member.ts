/** Creates a member with contact, slug and event. The caller has checked that this is allowed. Source: guide members §5.2 rows 1–4, §9. */
import type { TransactionContext } from '#kit/api/context.ts'
import { assertRoom } from '#domains/site/public.ts'
import { memberCreated } from '../events.ts'
import { refuse } from '../errors.ts'
import { emptyContact, mergeContacts, type ContactData } from '../rules/contact.ts'
import { initialPrivacy } from '../rules/privacy.ts'
import { toDisplayName } from '../rules/slug.ts'
import type { CommunityRole, MemberStatus, PrivacyStatus } from '../rules/status.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { claimGeneratedSlug } from './change-slug.ts'
import { toFullMember } from './member-fields.ts'

export interface CreateMemberInput {
  /** Equals the identity id. */
  id: string
  loginEmail: string
  loginEmailVerified?: boolean | undefined
  status: MemberStatus
  /** The identity still waits for the code (open EMAIL reason). */
  awaitsEmailVerification?: boolean | undefined
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
   * waits until the email is verified, `separate` creates a second contact. Default `link`.
   */
  existingContact?: 'link' | 'provisional' | 'separate' | undefined
}

/** Creates member, contact and slug, and emits the event. Refuses with MEMBER_ALREADY_EXISTS, and with RESOURCE_EXHAUSTED at a site that is full. */
export async function createMember(ctx: TransactionContext, input: CreateMemberInput): Promise<store.MemberRecord> {
  const loginEmail = input.loginEmail.trim()
  await contacts.lockEmail(ctx, loginEmail)
  const existingMember = await store.findMemberByEmail(ctx, loginEmail)
  if (existingMember) refuse('MEMBER_ALREADY_EXISTS', { memberId: existingMember.id })
  await assertRoom(ctx, 'members', { more: 1, countUsed: (upTo) => store.countMembersUpTo(ctx, upTo) })
  const contactData: ContactData = {
    ...emptyContact,
    ...input.contact,
    addresses: (input.contact?.addresses ?? []).map((one) => ({ ...one, id: one.id ?? ctx.newId() })),
  }
  const contactId = await resolveContactId(ctx, input, loginEmail, contactData)
  const nickname = toDisplayName({ nickname: input.profile?.nickname, firstName: contactData.firstName, lastName: contactData.lastName, email: loginEmail })
  const slug = await claimGeneratedSlug(ctx, input.id, input.profile?.slug || nickname)
  await store.insertMember(ctx, {
    id: input.id,
    contactId,
    loginEmail,
    loginEmailVerified: input.loginEmailVerified ?? false,
    status: input.status,
    privacyStatus: initialPrivacy(input.privacyStatus, input.status, await privacy.getPrivacySettings(ctx)),
    awaitsEmailVerification: input.awaitsEmailVerification ?? false,
    communityRole: input.communityRole ?? 'MEMBER',
    userId: input.userId ?? null,
    nickname,
    slug,
    title: input.profile?.title ?? '',
    photo: input.profile?.photo ?? null,
    cover: input.profile?.cover ?? null,
    createdAt: ctx.now,
  })
  const member = (await store.findMemberById(ctx, input.id)) as store.MemberRecord
  ctx.emit(memberCreated(await toFullMember(ctx, member)))
  return member
}

async function resolveContactId(ctx: TransactionContext, input: CreateMemberInput, loginEmail: string, contactData: ContactData): Promise<string> {
  const mode = input.existingContact ?? 'link'
  const existing = mode === 'separate' ? undefined : await contacts.findContactByEmail(ctx, loginEmail)
  // A contact that belongs to another live member is never shared.
  if (mode === 'link' && existing && existing.memberId === null) {
    await contacts.updateContact(ctx, existing.contact.id, mergeContacts(existing.contact, contactData, loginEmail), { loginEmail })
    return existing.contact.id
  }
  await contacts.insertContact(ctx, input.id, contactData, { loginEmail, isProvisional: mode === 'provisional' && existing !== undefined })
  return input.id
}
