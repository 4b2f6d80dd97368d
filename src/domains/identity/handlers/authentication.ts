/** Operation → action: legacy authentication module. Source: guide members §7.5, §16.5. */
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { findMemberById, type MemberRecord, type MemberStatus } from '#domains/members/public.ts'
import { changeMemberEmail } from '../actions/email-change.ts'
import { sendActivationEmail } from '../actions/passwords.ts'
import type { legacyAuthenticationApi } from '../contract/authentication.ts'
import { refuse } from '../errors.ts'
import { emailViolation, readEmail } from '../rules/email.ts'
import { identityByEmail } from '../store/identities.ts'

/** Member status in the terms of the legacy module. */
const legacyStatus = { PENDING: 'APPLICANT', APPROVED: 'ACTIVE', BLOCKED: 'BLOCKED', OFFLINE: 'OFFLINE_ONLY' } satisfies Record<MemberStatus, string>
const emptyToUndefined = (text: string): string | undefined => text || undefined
const toLegacyMember = ({ contact, ...member }: MemberRecord) => ({
  id: member.id,
  loginEmail: member.loginEmail,
  emailVerified: member.loginEmailVerified,
  role: member.communityRole,
  memberName: member.nickname,
  firstName: emptyToUndefined(contact.firstName),
  lastName: emptyToUndefined(contact.lastName),
  nickname: member.nickname,
  slug: member.slug,
  profilePrivacyStatus: member.privacyStatus,
  status: legacyStatus[member.status],
  contactId: member.contactId,
  emails: contact.emails,
  phones: contact.phones,
  creationDate: toWireTime(member.createdAt),
  lastUpdateDate: toWireTime(member.updatedAt),
  lastLoginDate: member.lastLoginAt ? toWireTime(member.lastLoginAt) : undefined,
})

export const legacyAuthenticationHandlers: Handlers<typeof legacyAuthenticationApi> = {
  changeLoginEmail: async (ctx, { params, body }) => {
    const member = (await findMemberById(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    await changeMemberEmail(ctx, member.id, { newEmail: body.newEmail, keepsSessions: body.revokeCurrentSessions === false })
    return { member: toLegacyMember((await findMemberById(ctx, member.id)) ?? refuseStandard('NOT_FOUND')) }
  },
  sendSetPasswordEmail: async (ctx, { body }) => {
    const email = readEmail(body.email)
    assertNoViolations(email ? [] : [emailViolation('email')])
    const row = email && (await identityByEmail(ctx, email.key))
    if (!row) return refuse('-19999')
    await sendActivationEmail(ctx, { identityId: row.id })
    return { accepted: true }
  },
}
