/** docs/asvs.md has every requirement of levels 1 and 2 of ASVS 5.0, and names files that are there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Requirements of each chapter, at level 1 and at level 2, as the standard numbers them. They are those of OWASP ASVS 5.0.0. */
const counts: Readonly<Record<number, readonly [first: number, second: number]>> = {
  1: [8, 19],
  2: [4, 7],
  3: [8, 11],
  4: [2, 8],
  5: [4, 5],
  6: [13, 22],
  7: [6, 12],
  8: [4, 3],
  9: [4, 3],
  10: [5, 24],
  11: [3, 11],
  12: [3, 6],
  13: [1, 12],
  14: [2, 7],
  15: [3, 10],
  16: [0, 16],
  17: [0, 7],
}
const page = readFileSync('docs/asvs.md', 'utf8')
const rows = [...page.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| ([12]) \| ([^|]+) \| (\S+) \| (.+) \|$/gm)].map(
  ([, chapter, section, number, level, name, state, how]) => ({
    at: [Number(chapter), Number(section), Number(number)] as const,
    level: Number(level),
    name: name as string,
    state: state as string,
    how: how as string,
  }),
)
const listPaths = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code]) => code as string)
    .filter((code) => /^((src|test|tools|docs|deploy)\/[\w./-]+|[\w-]+\.(md|yaml|json))$/.test(code))

test('every requirement of levels 1 and 2 stands there once, in order', () => {
  const found = Object.fromEntries(
    Object.keys(counts).map((chapter) => [chapter, [1, 2].map((level) => rows.filter((row) => row.at[0] === Number(chapter) && row.level === level).length)]),
  )
  expect(found).toEqual(counts)
  const places = rows.map(({ at: [chapter, section, number] }) => (chapter * 100 + section) * 100 + number)
  expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
})

test('what is met names a file that shows it, what is short says what is missing, and every file is there', () => {
  expect(rows.filter(({ state }) => !['met', 'short', 'n/a'].includes(state))).toEqual([])
  expect(rows.filter(({ state, how }) => state === 'met' && listPaths(how).length === 0).map(({ at }) => at.join('.'))).toEqual([])
  expect(rows.filter(({ state, how }) => state === 'short' && how.length < 8)).toEqual([])
  const paths = listPaths(page)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('the sums at the top are those of the rows', () => {
  const toSums = (of: typeof rows) => [of.length, ...['met', 'short', 'n/a'].map((state) => of.filter((row) => row.state === state).length)]
  const written = [...page.matchAll(/^\| (?:V(\d+) [^|]+|all) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, chapter, ...sums]) => [
    chapter ?? 'all',
    sums.map(Number),
  ])
  expect(written).toEqual([
    ...Object.keys(counts).map((chapter) => [chapter, toSums(rows.filter(({ at }) => String(at[0]) === chapter))]),
    ['all', toSums(rows)],
  ])
})
