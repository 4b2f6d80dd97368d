/** Tables for spreadsheets. Cells that a spreadsheet would run as a formula are kept as text. */
export type Cell = string | number | boolean | null | undefined

/** The text with one apostrophe more when a spreadsheet would run it, also before apostrophes: taking one away gives back what was written. */
export const keepFromRunning = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function formatCell(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' ? keepFromRunning(text) : text
  return /[",;\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
/** Lines of a table (RFC 4180), each with its end. */
export const toCsvRows = (rows: Cell[][]): string => rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
/** A table with its head, and a byte order mark so that every spreadsheet reads the accents. */
export const toCsv = (head: string[], rows: Cell[][]): string => `\uFEFF${toCsvRows([head, ...rows])}`
/** The text of a cell of ours: takes back what kept it from being run. */
export const parseCell = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r])/, '')
