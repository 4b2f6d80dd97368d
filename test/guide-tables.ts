/** The guides of docs/domain, read by tests: a row of a table or an example that no test shows is found by comparing. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Guide = 'bookings' | 'identity' | 'members' | 'services-and-availability'

/** The lines from the first that begins with `start` on. */
function linesFrom(guide: Guide, start: string): string[] {
  const lines = readFileSync(`docs/domain/${guide}.md`, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith(start))
  if (at < 0) throw new Error(`${guide}.md has no line that begins with ${start}`)
  return lines.slice(at)
}

/** The line that begins with `start`. */
export const readGuideLine = (guide: Guide, start: string): string => linesFrom(guide, start)[0] ?? ''

/** The words of a cell without their marks. */
export const stripMarkdown = (cell: string | undefined): string => (cell ?? '').replaceAll(/\*\*|`/g, '')

/** The cells of each row of the first table (or of the `nth`) at or after the line that begins with `start`, without its head. */
export function tableAt(guide: Guide, start: string, nth = 1): string[][] {
  const lines = linesFrom(guide, start)
  const heads = lines.flatMap((line, at) => (line.startsWith('|') && !lines[at - 1]?.startsWith('|') ? [at] : []))
  const table = lines.slice(heads[nth - 1])
  const end = table.findIndex((line) => !line.startsWith('|'))
  return table.slice(2, end < 0 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The first cells of a table whose rows have no case, and the cases that are no row: both have to be empty. */
export function unmatchedRows(rows: readonly string[][], cases: object): { withoutCase: string[]; withoutRow: string[] } {
  const named = rows.map(([first]) => stripMarkdown(first))
  return { withoutCase: named.filter((name) => !Object.hasOwn(cases, name)), withoutRow: Object.keys(cases).filter((name) => !named.includes(name)) }
}
export const allMatched = { withoutCase: [], withoutRow: [] }

/** A case drives the product as its row says; it gets the cells of the row. */
export type RowCase = (row: string[]) => Promise<void> | void
/** A test per row by its first cell; a row without a case and a case without a row are found. `elsewhere`: rows that no call reaches, or that other files drive. */
export function describeRows(name: string, rows: readonly string[][], cases: Record<string, RowCase>, elsewhere: readonly string[] = []): void {
  const driven = rows.filter(([first]) => !elsewhere.includes(stripMarkdown(first)))
  describe(name, () => {
    test('has a case for every row', () => expect([unmatchedRows(driven, cases), rows.length - driven.length]).toEqual([allMatched, elsewhere.length]))
    test.each(driven)('%s', async (...row) => cases[stripMarkdown(row[0])]?.(row))
  })
}

/** The JSON of each example in the first block of code at or after the line that begins with `start`; one example a line or one over many. */
export function examplesAt(guide: Guide, start: string): unknown[] {
  const lines = linesFrom(guide, start)
  const block = lines.slice(lines.findIndex((line) => line.startsWith('```json')) + 1)
  const text = block.slice(0, block.indexOf('```')).join('\n')
  return text.split(/\n(?=\{)/).map((one) => JSON.parse(one))
}

/**
 * What an answer must be to be the example: every word of it, where `…` stands for any text. `open` names the keys whose
 * values are of the moment (ids, times), each with what it has to be.
 */
export function toMatchExample(value: unknown, open: Record<string, unknown> = {}): unknown {
  if (Array.isArray(value)) return value.map((one) => toMatchExample(one, open))
  if (typeof value === 'object' && value !== null)
    return expect.objectContaining(
      Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, Object.hasOwn(open, key) ? open[key] : toMatchExample(inner, open)])),
    )
  if (typeof value !== 'string' || !value.includes('…')) return value
  return expect.stringMatching(new RegExp(`^${value.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll('…', '.+')}$`))
}

/** Each JSON between backticks on the line that begins with `start`. */
export function findQuotes(guide: Guide, start: string): unknown[] {
  const pieces = (linesFrom(guide, start)[0] ?? '').split('`')
  return pieces.filter((piece, at) => at % 2 === 1 && piece.startsWith('{"')).map((piece) => JSON.parse(piece))
}
/** The first of them. */
export const findQuote = (guide: Guide, start: string): unknown => findQuotes(guide, start)[0]

/** The codes of refusals that a cell names. */
export const codesIn = (cell = ''): string[] => cell.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? []
