/** Collaborators and invitations. Source: guide identity §2. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const Text = Type.String()
const Nothing = Type.Object({})
const ById = Type.Object({ id: Guid })
const Password = Type.String({ maxLength: 1000 })
const Maybe = Type.Optional
const owner = { owner: 'any' } as const
const Email = Type.String({ maxLength: 254 })

const Permissions = Maybe(Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }), Type.Null()]))
/** A ready-made role by its name, an own one by its id; it comes before `permissions`. */
const SentTeamRole = Maybe(Type.Union([Type.String({ maxLength: 40 }), Type.Null()]))
const Role = Type.Enum(['OWNER', 'CONTRIBUTOR'])
const Collaborator = Type.Object({
  userId: Text,
  email: Text,
  name: Text,
  role: Text,
  permissions: Type.Union([Type.Array(Text), Type.Null()]),
  /** The role of the team that the permissions come from. */
  teamRole: Type.Union([Text, Type.Null()]),
  createdDate: Text,
  /** A second step is required after the password. */
  secondStep: Type.Boolean(),
  you: Type.Boolean(),
})
const Invitation = Type.Object({
  id: Text,
  email: Text,
  role: Text,
  permissions: Type.Union([Type.Array(Text), Type.Null()]),
  /** The role of the team that the permissions come from. */
  teamRole: Type.Union([Text, Type.Null()]),
  createdDate: Text,
  expiresDate: Text,
})

export const invitationsApi = operations({
  listCollaborators: {
    method: 'GET',
    path: '/api/collaborators',
    summary: 'Collaborators and open invitations',
    access: owner,
    permission: 'IAM.COLLABORATORS_MANAGE',
    internal: true,
    reply: Type.Object({ collaborators: Type.Array(Collaborator), invitations: Type.Array(Invitation) }),
    refuses: [],
    work: 'read',
  },
  inviteCollaborator: {
    method: 'POST',
    path: '/api/collaborators/invitations',
    summary: 'Invite a collaborator',
    recentPassword: true,
    access: owner,
    permission: 'IAM.COLLABORATORS_MANAGE',
    internal: true,
    body: Type.Object({ email: Email, role: Role, permissions: Permissions, teamRole: SentTeamRole }),
    reply: Type.Object({ invitation: Invitation }),
    refuses: ['NOT_FOUND', 'ALREADY_COLLABORATOR', 'MORE_THAN_OWN_RIGHTS'],
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/collaborators/invitations/{id}',
    summary: 'Revoke an invitation',
    access: owner,
    permission: 'IAM.COLLABORATORS_MANAGE',
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: ['MORE_THAN_OWN_RIGHTS'],
  },
  changeCollaborator: {
    method: 'PATCH',
    path: '/api/collaborators/{id}',
    summary: 'Change the role or permissions of a collaborator',
    recentPassword: true,
    access: owner,
    permission: 'IAM.COLLABORATORS_MANAGE',
    internal: true,
    params: ById,
    body: Type.Object({ role: Role, permissions: Permissions, teamRole: SentTeamRole }),
    reply: Nothing,
    refuses: ['LAST_OWNER', 'MORE_THAN_OWN_RIGHTS'],
  },
  removeCollaborator: {
    method: 'DELETE',
    path: '/api/collaborators/{id}',
    summary: 'Remove a collaborator',
    recentPassword: true,
    access: owner,
    permission: 'IAM.COLLABORATORS_MANAGE',
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: ['LAST_OWNER', 'MORE_THAN_OWN_RIGHTS'],
  },
  resetCollaboratorStep: {
    method: 'POST',
    path: '/api/collaborators/{id}/reset-second-step',
    summary: 'Reset the second step of a collaborator',
    recentPassword: true,
    access: owner,
    permission: 'IAM.COLLABORATORS_MANAGE',
    internal: true,
    params: ById,
    reply: Type.Object({ reset: Type.Integer() }),
    refuses: ['MORE_THAN_OWN_RIGHTS'],
  },
  readInvitation: {
    method: 'POST',
    path: '/api/invitations/read',
    summary: 'Site, email and role of an invitation',
    access: 'anyone',
    internal: true,
    body: Type.Object({ token: Type.String({ maxLength: 1000 }) }),
    reply: Type.Object({ siteName: Text, email: Text, role: Text, hasAccount: Type.Boolean() }),
    refuses: ['INVALID_INVITATION'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Accept an invitation with a new password, or with that of an existing account',
    access: 'anyone',
    internal: true,
    body: Type.Object({ token: Type.String({ maxLength: 1000 }), name: Maybe(Type.String({ maxLength: 100 })), password: Password }),
    reply: Type.Object({ email: Text, siteId: Text }),
    refuses: ['INVALID_INVITATION', 'WRONG_SIGN_IN'],
    work: 'own',
  },
})
