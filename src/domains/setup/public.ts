/** What main and the test hooks use of setup. */
export { applyConnections, configureConnections } from './actions/connections.ts'
export { createSiteWithOwner } from './actions/create-site.ts'
export { startSampleStudio } from './actions/set-up.ts'
export { createSetupToken } from './actions/setup-token.ts'
export type { SetupServer } from './handlers.ts'
export type { CallAsOwner } from './sample-data.ts'
export { createSampleData } from './sample-studio.ts'
