/** Sign-in of one member, managed by the business; and the audit log. Source: guide identity §9.6, §14. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { FreeObject, Guid, MaybeText } from '#kit/api/wire.ts'

import { LoginId, ProfileInput } from './shapes.ts'
import { Identity } from './state.ts'

const Text = Type.String()
const Nothing = Type.Object({})
const ById = Type.Object({ id: Guid })
const Maybe = Type.Optional
const owner = { owner: 'any' } as const
const Email = Type.String({ maxLength: 254 })
const MEMBERS = 'MEMBERS.MEMBER_UPDATE'

const Entry = Type.Object({
  id: Text,
  action: Text,
  actorKind: Text,
  actorId: MaybeText,
  subjectId: MaybeText,
  ip: Text,
  requestId: Text,
  data: FreeObject,
  date: Text,
})

export const memberAccessApi = operations({
  getMemberSignIn: {
    method: 'GET',
    path: '/api/members/{id}/sign-in',
    summary: 'How a member signs in and where they are signed in',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    params: ById,
    reply: Type.Object({
      status: Text,
      reasons: Type.Array(Text),
      emailVerified: Type.Boolean(),
      hasPassword: Type.Boolean(),
      passwordResetRequired: Type.Boolean(),
      factors: Type.Array(Type.Object({ type: Text, status: Text })),
      passkeys: Type.Integer(),
      connections: Type.Array(Text),
      devices: Type.Array(Type.Object({ id: Text, createdDate: Text, lastUsedDate: Text, userAgent: Text, ip: Text })),
    }),
    refuses: ['-19999'],
    work: 'read',
  },
  signOutMember: {
    method: 'POST',
    path: '/api/members/{id}/sign-out',
    summary: 'Sign a member out everywhere, or one device',
    access: owner,
    permission: MEMBERS,
    internal: true,
    params: ById,
    body: Type.Object({ deviceId: Maybe(Guid) }),
    reply: Type.Object({ signedOut: Type.Integer() }),
    refuses: ['-19999'],
  },
  demandNewPassword: {
    method: 'POST',
    path: '/api/members/{id}/demand-password',
    summary: 'The member has to set a new password before the next sign-in; a link is emailed',
    access: owner,
    permission: MEMBERS,
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: ['-19999'],
  },
  resetSecondStep: {
    method: 'POST',
    path: '/api/members/{id}/reset-second-step',
    summary: 'Reset the second step of a member who lost their device',
    access: owner,
    permission: MEMBERS,
    internal: true,
    params: ById,
    reply: Type.Object({ reset: Type.Integer() }),
    refuses: ['-19999'],
  },
  markEmailVerified: {
    method: 'POST',
    path: '/api/members/{id}/verify-email',
    summary: 'Mark the email of a member as verified',
    access: owner,
    permission: MEMBERS,
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: ['-19999'],
  },
  createIdentity: {
    method: 'POST',
    path: '/api/identities',
    summary: 'Import a member with the hash of their password',
    access: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    internal: true,
    body: Type.Object({
      loginId: LoginId,
      profile: Maybe(ProfileInput),
      /** argon2 or scrypt as a PHC string, or bcrypt; rehashed at the first sign-in. */
      passwordHash: Type.String({ minLength: 1, maxLength: 500 }),
      /** Whether the email was verified elsewhere. */
      emailVerified: Maybe(Type.Boolean()),
    }),
    reply: Type.Object({ identity: Identity }),
    refuses: ['-19995'],
  },
  inviteMember: {
    method: 'POST',
    path: '/api/member-invitations',
    summary: 'Create a member and email them a link to choose a password',
    access: owner,
    permission: 'MEMBERS.MEMBER_CREATE',
    internal: true,
    body: Type.Object({
      email: Email,
      firstName: Maybe(Type.String({ maxLength: 100 })),
      lastName: Maybe(Type.String({ maxLength: 100 })),
    }),
    reply: Type.Object({ memberId: Text, created: Type.Boolean() }),
    refuses: ['MEMBER_BLOCKED', 'OWNER_APPROVAL_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED'],
  },

  listAuditLog: {
    method: 'GET',
    path: '/api/audit-log',
    summary: 'Who signed in, failed, changed a password, a key, a setting',
    access: owner,
    permission: 'IAM.AUDIT_LOG_READ',
    internal: true,
    query: Type.Object({
      action: Maybe(Type.String({ maxLength: 60 })),
      subjectId: Maybe(Type.String({ maxLength: 60 })),
      actorId: Maybe(Type.String({ maxLength: 60 })),
      cursor: Maybe(Type.String({ maxLength: 200 })),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    }),
    reply: Type.Object({ entries: Type.Array(Entry), next: MaybeText }),
    refuses: [],
    work: 'read',
  },
})
