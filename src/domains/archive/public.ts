/** What the server and its commands use of archives. */
export { type ArchiveSettings, exportSite } from './actions/export-site.ts'
export { importSite } from './actions/import-site.ts'
export { configureArchives } from './actions/kept-archives.ts'
