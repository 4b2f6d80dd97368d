/** The only door into identity for other domains and for the house. */
export { callerOf, cookieOf, OWNER_COOKIE, SSO_COOKIE, type CallerDeps, type CallerRequest } from './caller.ts'
export { createApiKey, createOAuthApp, createOwner, siteClientId } from './actions/business.ts'
