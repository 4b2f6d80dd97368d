/** The only door of the redirects domain. */
export { siteOfRedirect } from './store.ts'
