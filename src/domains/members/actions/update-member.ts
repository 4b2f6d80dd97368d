/** Changes what members and the owner may edit. Source: guide members §7.2, §7.3. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { resolvePictureReferences } from '#domains/media/public.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { MemberInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { applyMemberChange, isSame, type MemberChangeContext, type Editable, type MemberChangeInput } from '../rules/member-change.ts'
import { emailKey } from '../rules/contact.ts'
import { listVisibleCustomFields } from '../store/custom-fields.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { saveMember } from './save-member.ts'

/** What the rule needs to know about a change by this caller. `today` is the latest date on earth, because the business day may be one ahead. */
export const loadChangeContext = async (
  ctx: ReadContext,
  input: MemberChangeInput,
  unknownFields: MemberChangeContext['unknownFields'],
): Promise<MemberChangeContext> => ({
  today: ctx.now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate(),
  fields: await listVisibleCustomFields(ctx),
  allowsForeignPictures: ctx.caller.role === 'owner',
  uploaded: await findUploadedPictures(ctx, input),
  unknownFields,
  newId: () => ctx.newId(),
})

async function findUploadedPictures(ctx: ReadContext, { profile }: MemberChangeInput): Promise<MemberChangeContext['uploaded']> {
  const [photo, cover] = await resolvePictureReferences(ctx, [profile?.photo, profile?.cover])
  return { photo, cover }
}

/** Applies what member or owner sent. Violates each bad field; refuses with COMMUNITY_JOIN_IMPOSSIBLE. */
export async function updateMember(ctx: TransactionContext, member: store.MemberRecord, input: MemberInput): Promise<store.MemberRecord> {
  if (input.loginEmail && emailKey(input.loginEmail) !== emailKey(member.loginEmail))
    assertNoViolations([
      { field: 'member.loginEmail', description: "The login email can't be changed here.", violatedRule: 'OTHER', ruleName: 'IMMUTABLE_FIELD', data: {} },
    ])
  const from: Editable = {
    profile: { nickname: member.nickname, title: member.title, photo: member.photo, cover: member.cover },
    contact: toContactData(member.contact),
  }
  const { to, errors } = applyMemberChange(from, input, await loadChangeContext(ctx, input, 'refuse'))
  assertNoViolations(errors)
  const privacyStatus = input.privacyStatus === 'PUBLIC' || input.privacyStatus === 'PRIVATE' ? input.privacyStatus : member.privacyStatus
  if (
    privacyStatus === 'PUBLIC' &&
    member.privacyStatus !== 'PUBLIC' &&
    (member.status !== 'APPROVED' || (await privacy.getPrivacySettings(ctx)).candidates === 'NO_ONE')
  )
    refuse('COMMUNITY_JOIN_IMPOSSIBLE')
  if (isSame(from, to) && privacyStatus === member.privacyStatus) return member
  await contacts.updateContact(ctx, member.contactId, to.contact, { loginEmail: member.loginEmail })
  return saveMember(ctx, member.id, { ...to.profile, privacyStatus })
}

/** Clears a list, which an update never does. */
export async function clearList(ctx: TransactionContext, member: store.MemberRecord, list: 'phones' | 'emails' | 'addresses'): Promise<store.MemberRecord> {
  if (member.contact[list].length === 0) return member
  await contacts.updateContact(ctx, member.contactId, { ...toContactData(member.contact), [list]: [] }, { loginEmail: member.loginEmail })
  return saveMember(ctx, member.id, {})
}

const toContactData = ({ id: _, ...data }: contacts.ContactRecord) => data
