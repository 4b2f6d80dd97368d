/** What stands in the columns of a file, so that its owner sees what each means. Pure. */
import { guessMapping } from './mapping.ts'

const MOST_EXAMPLES = 3
const MAX_LENGTH = 60

/** `$algorithm$…`, as crypt and PHC strings begin, understood or not. */
const HASH = /^\$[\w-]+\$/

const shorten = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text)

/**
 * Up to three different values of each column, from the first rows. A column with password hashes is left out: they are never shown, not even to those who
 * sent them.
 * `rows`: cells in the order of the columns.
 */
export function toExamples(columns: readonly string[], rows: readonly (readonly string[])[]): Record<string, string[]> {
  const guessed = guessMapping('MEMBERS', columns, 'OTHER')
  return Object.fromEntries(
    columns.flatMap((column, place) => {
      if (guessed[column] === 'passwordHash') return []
      const values = rows.map((cells) => (cells[place] ?? '').replace(/\s+/g, ' ').trim()).filter((value) => value !== '')
      if (values.some((value) => HASH.test(value))) return []
      return [[column, [...new Set(values.map(shorten))].slice(0, MOST_EXAMPLES)]]
    }),
  )
}
