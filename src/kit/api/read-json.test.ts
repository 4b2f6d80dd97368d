import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

test('JSON is read, nothing is an empty message', () => {
  expect(readJson('{"a":[1,"\\u00e9","\\ud83c\\udf31"]}')).toEqual({ a: [1, 'é', '🌱'] })
  expect(readJson('')).toEqual({})
  // A backslash and letters, not an escape.
  expect(readJson('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' })
})

test.each([['{"a":'], ['{"a":"\\u0000"}'], ['{"\\u0000":1}'], ['["\\ud800"]'], ['{"a":{"b":"x\\udc00"}}']])('%s is refused with 400', (text) => {
  expect(() => readJson(text)).toThrow(expect.objectContaining({ statusCode: 400 }))
})

test('a text may nest a hundred levels deep; brackets inside of strings do not count', () => {
  const nestArrays = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(readJson(nestArrays(100))).toBeInstanceOf(Array)
  expect(readJson(JSON.stringify({ text: `${'[{'.repeat(500)}\\"` }))).toHaveProperty('text')
  expect(readJson(`[${'[],'.repeat(500)}[]]`)).toHaveLength(501)
  for (const deep of [nestArrays(101), nestArrays(200_000), '{"a":'.repeat(101), `{"a":"\\"","b":${nestArrays(100)}}`])
    expect(() => readJson(deep)).toThrow(expect.objectContaining({ statusCode: 400, message: 'The body nests deeper than 100 levels.' }))
})
