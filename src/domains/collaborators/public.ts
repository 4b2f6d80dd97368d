/** What other domains may use of collaborators. */
export { authenticateRequest } from './caller.ts'
export { assertOwnerReauthenticated } from './actions/owner-session.ts'
export { inviteOwner, inviteWithRole } from './actions/collaborators.ts'
export { addOwner, createAccount, createOwner, type ExistingOwner, getCallingSiteOwner } from './actions/owners.ts'
export { findSiteUser, findUserCaller } from './actions/site-user.ts'
export { findJoinedAt, ownerEmails, ownersOfSites, type SitePerson } from './store/owners.ts'
