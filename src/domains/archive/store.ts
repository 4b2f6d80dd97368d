/** Rows of archives. The tables are those of all domains; what of them goes in, each says in its tables.ts. */
export { advanceSequences, listMigrations, RowsRefused, withoutTriggers } from '#kit/db/archive/insert-rows.ts'
export { useArchiveSnapshot } from '#kit/db/archive/read-rows.ts'
export { type ArchiveTable, isBytes, readArchiveTables, sortByReferences } from '#kit/db/archive/tables.ts'
