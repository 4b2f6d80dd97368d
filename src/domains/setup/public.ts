/** What main and the test hooks use of setup. */
export { configureConnections, readServerConnections } from './actions/connections.ts'
export { createSiteWithOwner } from './actions/create-site.ts'
export {
  approveHostForOperator,
  createSiteForOperator,
  describeHosts,
  describeSites,
  inviteOwnerForOperator,
  limitSiteForOperator,
  type NewSite,
} from './actions/operate-sites.ts'
export { startSample } from './actions/set-up.ts'
export { assertSetupToken, createSetupToken } from './actions/setup-token.ts'
export type { SetupServer } from './handlers.ts'
export { readSampleName, toSampleName, UnknownSample } from './rules/sample-names.ts'
export type { CallAsOwner } from './samples/calls.ts'
export { createSampleData } from './samples/samples.ts'
export { deleteSetupTokens } from './store/setup-tokens.ts'
export { findAnySite, lockSetup } from './store/sites.ts'
