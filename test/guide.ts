/** The guides of docs/domain, read by tests: a row of a table or an example that no test shows is found by comparing. */
import { readFileSync } from 'node:fs'

type Guide = 'identity' | 'members'

/** The lines from the first that begins with `start` on. */
function linesFrom(guide: Guide, start: string): string[] {
  const lines = readFileSync(`docs/domain/${guide}.md`, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.startsWith(start))
  if (at < 0) throw new Error(`${guide}.md has no line that begins with ${start}`)
  return lines.slice(at)
}

/** The cells of each row of the first table at or after the line that begins with `start`, without its head. */
export function tableAt(guide: Guide, start: string): string[][] {
  const lines = linesFrom(guide, start)
  const table = lines.slice(lines.findIndex((line) => line.startsWith('|')))
  const end = table.findIndex((line) => !line.startsWith('|'))
  return table.slice(2, end < 0 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The JSON of each example in the first block of code at or after the line that begins with `start`; one example a line or one over many. */
export function examplesAt(guide: Guide, start: string): unknown[] {
  const lines = linesFrom(guide, start)
  const block = lines.slice(lines.findIndex((line) => line.startsWith('```json')) + 1)
  const text = block.slice(0, block.indexOf('```')).join('\n')
  return text.split(/\n(?=\{)/).map((one) => JSON.parse(one))
}
