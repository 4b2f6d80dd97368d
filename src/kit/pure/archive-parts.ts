/** Parts of archives and backups: files that are named, counted and hashed. */

export interface Part {
  path: string
  bytes: number
  sha256: string
}
/** The rows of a table, a line of JSON each. */
export interface TablePart extends Part {
  name: string
  rows: number
}

export const tablePath = (table: string): string => `tables/${table}.jsonl`
export const filePath = (sha256: string): string => `files/${sha256}`
