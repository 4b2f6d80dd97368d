/** Operation → action, for what is served of the old authentication module. Source: guide members 7.5, 16.5. */
import type { Handlers } from '#kit/mount.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { memberById, type MemberRecord, type MemberStatus } from '#domains/members/public.ts'
import { changeEmailOf } from '../actions/email-change.ts'
import { sendActivationEmail } from '../actions/passwords.ts'
import type { authenticationApi } from '../contract/authentication.ts'
import { refuse } from '../errors.ts'
import { badEmail, readEmail } from '../rules/email.ts'
import { identityByEmail } from '../store/identities.ts'

/** The words of the old module for where a member stands. */
const oldStatus = { PENDING: 'APPLICANT', APPROVED: 'ACTIVE', BLOCKED: 'BLOCKED', OFFLINE: 'OFFLINE_ONLY' } satisfies Record<MemberStatus, string>
const given = (text: string): string | undefined => text || undefined
const memberToOldWire = ({ contact, ...member }: MemberRecord) => ({
  id: member.id,
  loginEmail: member.loginEmail,
  emailVerified: member.loginEmailVerified,
  role: member.communityRole,
  memberName: member.nickname,
  firstName: given(contact.firstName),
  lastName: given(contact.lastName),
  nickname: member.nickname,
  slug: member.slug,
  profilePrivacyStatus: member.privacyStatus,
  status: oldStatus[member.status],
  contactId: member.contactId,
  emails: contact.emails,
  phones: contact.phones,
  creationDate: wireTime(member.createdAt),
  lastUpdateDate: wireTime(member.updatedAt),
  lastLoginDate: member.lastLoginAt ? wireTime(member.lastLoginAt) : undefined,
})

export const authenticationHandlers: Handlers<typeof authenticationApi> = {
  changeLoginEmail: async (ctx, { params, body }) => {
    const member = (await memberById(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    await changeEmailOf(ctx, member.id, { newEmail: body.newEmail, keepsSessions: body.revokeCurrentSessions === false })
    return { member: memberToOldWire((await memberById(ctx, member.id)) ?? refuseStandard('NOT_FOUND')) }
  },
  sendSetPasswordEmail: async (ctx, { body }) => {
    const email = readEmail(body.email)
    orViolate(email ? [] : [badEmail('email')])
    const row = email && (await identityByEmail(ctx.tx, ctx.siteId, email.key))
    if (!row) return refuse('-19999')
    await sendActivationEmail(ctx, { identityId: row.id })
    return { accepted: true }
  },
}
