import { expect, test } from 'vitest'
import { compareWithKnown, findLongFunctions, shrinkKnown } from './function-length.ts'

const body = (lines: number) => Array.from({ length: lines - 2 }, (_, index) => `  call(${index})`).join('\n')
const plain = (name: string, lines: number) => `export function ${name}() {\n${body(lines)}\n}\n`

test('a function of the server has at most 45 lines', () => {
  expect(findLongFunctions('src/domains/a/b.ts', plain('readAll', 45))).toEqual([])
  expect(findLongFunctions('src/domains/a/b.ts', `const x = 1\n${plain('readAll', 46)}`)).toEqual([
    { file: 'src/domains/a/b.ts', name: 'readAll', line: 2, lines: 46, limit: 45 },
  ])
})

test('arrows, methods and what is handed to a call are functions too', () => {
  const text = `export const one = () => {\n${body(46)}\n}\nexport const two = { three() {\n${body(46)}\n} }\nrun(async () => {\n${body(46)}\n})\nconst four = memo(() => {\n${body(46)}\n})\n`
  expect(findLongFunctions('src/kit/a.ts', text).map(({ name }) => name)).toEqual(['one', 'three', 'run(…)', 'four'])
})

test('in the web a component may have 110 lines, another function 60', () => {
  expect(findLongFunctions('src/web/a.tsx', plain('Panel', 110) + plain('usePanel', 60))).toEqual([])
  expect(findLongFunctions('src/web/a.tsx', plain('Panel', 111) + plain('usePanel', 61)).map(({ name }) => name)).toEqual(['Panel', 'usePanel'])
})

test('the list of known functions only shrinks', () => {
  const long = (name: string, lines: number) => ({ file: 'src/a.ts', name, line: 1, lines, limit: 45 })
  expect(compareWithKnown([long('a', 50)], { 'src/a.ts#a': 50 })).toEqual([])
  expect(compareWithKnown([long('a', 51)], { 'src/a.ts#a': 50 })).toEqual(['src/a.ts:1 a has 51 lines, at most 50 are allowed'])
  expect(compareWithKnown([long('b', 46)], {})).toEqual(['src/a.ts:1 b has 46 lines, at most 45 are allowed'])
  expect(compareWithKnown([], { 'src/a.ts#a': 50 })).toHaveLength(1)
  expect(shrinkKnown([long('a', 48), long('b', 60)], { 'src/a.ts#a': 50, 'src/a.ts#gone': 70 })).toEqual({ 'src/a.ts#a': 48 })
})
