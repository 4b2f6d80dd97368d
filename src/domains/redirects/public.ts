/** What other domains may use of redirects. */
export { findSiteOfRedirect } from './store.ts'
