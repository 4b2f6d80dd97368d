/** What the server uses of pages. */
export { resolveMovedCall } from './rules/moved-paths.ts'
