/** Two supported calls of the legacy authentication module: change of the sign-in email, and password link. Source: guide members §7.5, §16.5. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'

const Text = Type.String()
/** A member in the form of the legacy module. */
const LegacyMember = Type.Object({
  id: Text,
  loginEmail: Text,
  emailVerified: Type.Boolean(),
  role: Text,
  memberName: Text,
  firstName: Type.Optional(Text),
  lastName: Type.Optional(Text),
  nickname: Text,
  slug: Text,
  profilePrivacyStatus: Text,
  status: Text,
  contactId: Text,
  emails: Type.Array(Text),
  phones: Type.Array(Text),
  creationDate: Text,
  lastUpdateDate: Text,
  lastLoginDate: Type.Optional(Text),
})

export const legacyAuthenticationApi = operations({
  changeLoginEmail: {
    method: 'PATCH',
    path: '/api/v1/members/{id}/change-login-email',
    summary: 'Give a member another address to sign in with',
    access: { owner: 'any' },
    permission: 'MEMBERS.MEMBER_UPDATE',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ newEmail: Type.String({ maxLength: 254 }), revokeCurrentSessions: Maybe(Type.Boolean()) }),
    reply: Type.Object({ member: LegacyMember }),
    refuses: ['NOT_FOUND', '-19995'],
  },
  sendSetPasswordEmail: {
    method: 'POST',
    path: '/v1/auth/members/send-set-password-email',
    summary: 'Email a member a link to choose a password',
    access: { owner: 'any' },
    permission: 'MEMBERS.SEND_SET_PASSWORD_EMAIL',
    body: Type.Object({ email: Type.String({ maxLength: 254 }) }),
    reply: Type.Object({ accepted: Type.Boolean() }),
    refuses: ['-19999'],
  },
})
