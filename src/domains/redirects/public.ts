/** The only door of the redirects domain. */
export { findSiteOfRedirect } from './store.ts'
