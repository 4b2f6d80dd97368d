/** Lines of rows with sealed values: open in an archive of a site, sealed with the key of this server in its tables. */
import { openSecret, sealSecret } from '../../secrets/sealing.ts'
import type { ArchiveRule } from './rules.ts'

function mapSealed({ sealed = [] }: ArchiveRule, line: string, map: (about: string, value: string) => string): string {
  if (sealed.length === 0) return line
  const row = JSON.parse(line) as Record<string, unknown>
  for (const { column, boundTo, describe } of sealed) {
    const value = row[column]
    if (typeof value === 'string' && value !== '') row[column] = map(describe(...boundTo.map((name) => String(row[name]))), value)
  }
  return JSON.stringify(row)
}

/** The line as an archive holds it. Throws when a value was sealed with another key than this process has. */
export const openSealedLine = (rule: ArchiveRule, line: string): string => mapSealed(rule, line, openSecret)

/** The line as the tables of this server hold it. */
export const sealLine = (rule: ArchiveRule, line: string): string => mapSealed(rule, line, sealSecret)
