/** Changes what the member or the owner may edit. Source: guide members 7.2, 7.3. */
import type { Ctx } from '#kit/ctx.ts'
import { picturesSent } from '#domains/media/public.ts'
import { orViolate } from '#kit/refusal.ts'
import type { MemberWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { changed, isSame, type At, type Editable, type Wish } from '../rules/change.ts'
import { emailKey } from '../rules/contact.ts'
import { customFields } from '../store/custom-fields.ts'
import * as contacts from '../store/contacts.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { saved } from './saved.ts'

/** The circumstances of a change by this caller. The business day may be one ahead somewhere: the latest on earth counts. */
export const changeAt = async (ctx: Ctx, wish: Wish, unknownFields: At['unknownFields']): Promise<At> => ({
  today: ctx.now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate(),
  fields: await customFields(ctx),
  foreignPictures: ctx.caller.role === 'owner',
  uploaded: await uploadedIn(ctx, wish),
  unknownFields,
  newId: () => ctx.newId(),
})

async function uploadedIn(ctx: Ctx, { profile }: Wish): Promise<At['uploaded']> {
  const [photo, cover] = await picturesSent(ctx, [profile?.photo, profile?.cover])
  return { photo, cover }
}

export async function updateMember(ctx: Ctx, member: store.MemberRecord, wish: MemberWish): Promise<store.MemberRecord> {
  if (wish.loginEmail && emailKey(wish.loginEmail) !== emailKey(member.loginEmail))
    orViolate([
      { field: 'member.loginEmail', description: "The login email can't be changed here.", violatedRule: 'OTHER', ruleName: 'IMMUTABLE_FIELD', data: {} },
    ])
  const from: Editable = {
    profile: { nickname: member.nickname, title: member.title, photo: member.photo, cover: member.cover },
    contact: dataOf(member.contact),
  }
  const { to, flaws } = changed(from, wish, await changeAt(ctx, wish, 'refuse'))
  orViolate(flaws)
  const privacyStatus = wish.privacyStatus === 'PUBLIC' || wish.privacyStatus === 'PRIVATE' ? wish.privacyStatus : member.privacyStatus
  if (
    privacyStatus === 'PUBLIC' &&
    member.privacyStatus !== 'PUBLIC' &&
    (member.status !== 'APPROVED' || (await privacy.privacySettings(ctx)).candidates === 'NO_ONE')
  )
    refuse('COMMUNITY_JOIN_IMPOSSIBLE')
  if (isSame(from, to) && privacyStatus === member.privacyStatus) return member
  await contacts.updateContact(ctx, member.contactId, to.contact, { loginEmail: member.loginEmail })
  return saved(ctx, member.id, { ...to.profile, privacyStatus })
}

/** The three calls that clear a list, which an update never does. */
export async function clearList(ctx: Ctx, member: store.MemberRecord, list: 'phones' | 'emails' | 'addresses'): Promise<store.MemberRecord> {
  if (member.contact[list].length === 0) return member
  await contacts.updateContact(ctx, member.contactId, { ...dataOf(member.contact), [list]: [] }, { loginEmail: member.loginEmail })
  return saved(ctx, member.id, {})
}

const dataOf = ({ id: _, ...data }: contacts.ContactRecord) => data
