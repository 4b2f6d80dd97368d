/** Operation → action. */
import type { Handlers } from '#kit/api/mount.ts'
import * as collaborators from './actions/collaborators.ts'
import * as factors from './actions/owner-factors.ts'
import * as passwords from './actions/owner-password.ts'
import * as owner from './actions/owner-session.ts'
import * as signIn from './actions/owner-sign-in.ts'
import * as columns from './actions/list-columns.ts'
import * as filters from './actions/saved-filters.ts'
import * as roles from './actions/team-roles.ts'
import type { collaboratorsApi } from './contract.ts'

export const collaboratorsHandlers: Handlers<typeof collaboratorsApi> = {
  listCollaborators: (ctx) => collaborators.listCollaborators(ctx),
  inviteCollaborator: (ctx, { body }) => collaborators.inviteCollaborator(ctx, body),
  withdrawInvitation: async (ctx, { params }) => (await collaborators.revokeInvitation(ctx, params.id), {}),
  changeCollaborator: async (ctx, { params, body }) => (await collaborators.changeCollaborator(ctx, params.id, body), {}),
  removeCollaborator: async (ctx, { params }) => (await collaborators.removeCollaborator(ctx, params.id), {}),
  resetCollaboratorStep: (ctx, { params }) => factors.resetOwnerSteps(ctx, params.id),
  readInvitation: (ctx, { body }) => collaborators.readInvitation(ctx, body.token),
  acceptInvitation: (ctx, { body }) => collaborators.acceptInvitation(ctx, body),

  signInOwner: (ctx, { body }) => signIn.signInOwner(ctx, body),
  challengeOwnerStep: (ctx, { body }) => signIn.sendOwnerChallenge(ctx, body),
  verifyOwnerStep: (ctx, { body }) => signIn.verifyOwnerStep(ctx, body),
  startOwnerPasskeySignIn: (ctx) => signIn.startOwnerPasskeySignIn(ctx),
  signInOwnerByPasskey: (ctx, { body }) => signIn.signInOwnerByPasskey(ctx, body),
  signOutOwner: async (ctx) => (await owner.signOutOwner(ctx), {}),
  getOwner: (ctx) => owner.getSignedInOwner(ctx),
  // The browser makes the file from the pages of the list, which the screen reads as well: only the password is asked here.
  beginExport: async () => ({}),
  confirmOwner: async (ctx, { body }) => (await signIn.confirmOwner(ctx, body), {}),
  startOwnerConfirmation: (ctx) => signIn.startOwnerConfirmation(ctx),
  changeOwnerPassword: async (ctx, { body }) => (await passwords.changeOwnerPassword(ctx, body), {}),
  sendOwnerRecoveryEmail: async (ctx, { body }) => (await passwords.sendOwnerRecoveryEmail(ctx, body.email), {}),
  recoverOwner: async (ctx, { body }) => (await passwords.recoverOwner(ctx, body), {}),
  signOutOtherOwners: (ctx) => owner.signOutOtherOwners(ctx),

  getOwnerSecurity: (ctx) => factors.getOwnerSecurity(ctx),
  startOwnerFactor: (ctx, { params }) => factors.startOwnerFactor(ctx, params.type),
  confirmOwnerFactor: (ctx, { params, body }) => factors.confirmOwnerFactor(ctx, params.type, body.code),
  removeOwnerFactor: async (ctx, { params }) => (await factors.removeOwnerFactor(ctx, params.type), {}),
  renewOwnerCodes: (ctx) => factors.renewOwnerCodes(ctx),
  startOwnerPasskey: (ctx) => factors.startOwnerPasskey(ctx),
  addOwnerPasskey: (ctx, { body }) => factors.addOwnerPasskey(ctx, body),
  listSavedFilters: (ctx, { params }) => filters.listSavedFilters(ctx, params.screen),
  saveFilter: (ctx, { params, body }) => filters.saveFilter(ctx, params.screen, body),
  deleteSavedFilter: async (ctx, { params }) => (await filters.deleteSavedFilter(ctx, params.screen, params.id), {}),
  getListColumns: (ctx, { params }) => columns.getListColumns(ctx, params.screen),
  saveListColumns: (ctx, { params, body }) => columns.saveListColumns(ctx, params.screen, body.columns),
  resetListColumns: async (ctx, { params }) => (await columns.resetListColumns(ctx, params.screen), {}),

  listTeamRoles: (ctx) => roles.listTeamRoles(ctx),
  createTeamRole: (ctx, { body }) => roles.createTeamRole(ctx, body),
  updateTeamRole: async (ctx, { params, body }) => (await roles.updateTeamRole(ctx, params.id, body), {}),
  deleteTeamRole: async (ctx, { params }) => (await roles.deleteTeamRole(ctx, params.id), {}),

  removeOwnerPasskey: async (ctx, { body }) => (await factors.removeOwnerPasskey(ctx, body.id), {}),
}
