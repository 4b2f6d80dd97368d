/** Operation → action, for the dashboard's own door and the people behind it. */
import type { Handlers } from '#kit/mount.ts'
import * as collaborators from '../actions/collaborators.ts'
import * as owner from '../actions/owner-session.ts'
import type { collaboratorsApi } from '../contract/collaborators.ts'
import type { ownerDoorApi } from '../contract/owner-door.ts'

export const collaboratorsHandlers: Handlers<typeof collaboratorsApi> = {
  listCollaborators: (ctx) => collaborators.listCollaborators(ctx),
  inviteCollaborator: (ctx, { body }) => collaborators.inviteCollaborator(ctx, body),
  withdrawInvitation: async (ctx, { params }) => (await collaborators.withdrawInvitation(ctx, params.id), {}),
  changeCollaborator: async (ctx, { params, body }) => (await collaborators.changeCollaborator(ctx, params.id, body), {}),
  removeCollaborator: async (ctx, { params }) => (await collaborators.removeCollaborator(ctx, params.id), {}),
  readInvitation: (ctx, { body }) => collaborators.readInvitation(ctx, body.token),
  acceptInvitation: (ctx, { body }) => collaborators.acceptInvitation(ctx, body),
}

export const ownerDoorHandlers: Handlers<typeof ownerDoorApi> = {
  signInOwner: (ctx, { body }) => owner.signInOwner(ctx, body),
  verifyOwnerStep: (ctx, { body }) => owner.verifyOwnerStep(ctx, body),
  signOutOwner: async (ctx) => (await owner.signOutOwner(ctx), {}),
  getOwner: (ctx) => owner.currentOwner(ctx),
  confirmOwner: async (ctx, { body }) => (await owner.confirmOwner(ctx, body.password), {}),
  changeOwnerPassword: async (ctx, { body }) => (await owner.changeOwnerPassword(ctx, body), {}),
  mailOwnerRecovery: async (ctx, { body }) => (await owner.mailOwnerRecovery(ctx, body.email), {}),
  recoverOwner: async (ctx, { body }) => (await owner.recoverOwner(ctx, body), {}),
  getOwnerSecurity: (ctx) => owner.ownerSecurity(ctx),
  signOutOtherOwners: (ctx) => owner.signOutOtherOwners(ctx),
  startOwnerStep: (ctx) => owner.startOwnerStep(ctx),
  confirmOwnerStep: (ctx, { body }) => owner.confirmOwnerStep(ctx, body.code),
  removeOwnerStep: async (ctx) => (await owner.removeOwnerStep(ctx), {}),
}
