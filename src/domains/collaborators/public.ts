/** What other domains may use of collaborators. */
export { authenticateRequest } from './caller.ts'
export { assertOwnerReauthenticated } from './actions/owner-session.ts'
export { inviteWithRole } from './actions/collaborators.ts'
export { addOwner, createOwner, type ExistingOwner, getCallingSiteOwner } from './actions/owners.ts'
export { findSiteUser, findUserCaller } from './actions/site-user.ts'
export { ownerEmails } from './store/owners.ts'
