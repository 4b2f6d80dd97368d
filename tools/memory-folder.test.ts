import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeMemoryFolder } from './memory-folder.ts'

const gigabyte = 2 ** 30
const plenty = () => ({ disk: 20 * gigabyte, memory: 20 * gigabyte })
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-memory-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a folder of this process, and those of processes that are gone go', () => {
  // No process has such a number.
  const left = join(root, 'atrium-tests-4194305')
  const other = join(root, `atrium-tests-${process.ppid}`)
  for (const folder of [left, other, join(root, 'something-else')]) mkdirSync(folder)
  const made = makeMemoryFolder(root, plenty)
  expect(made).toBe(join(root, `atrium-tests-${process.pid}`))
  expect(readdirSync(root).toSorted()).toEqual([`atrium-tests-${process.pid}`, `atrium-tests-${process.ppid}`, 'something-else'].toSorted())
  expect(existsSync(left)).toBe(false)
})

test.each([
  ['little room in it', { disk: 3 * gigabyte, memory: 20 * gigabyte }],
  ['little memory', { disk: 20 * gigabyte, memory: 8 * gigabyte }],
])('none with %s', (_what, room) => {
  expect(makeMemoryFolder(root, () => room)).toBeUndefined()
  expect(readdirSync(root)).toEqual([])
})

test('none where there is no such place', () => {
  expect(makeMemoryFolder(join(root, 'nowhere'), plenty)).toBeUndefined()
  expect(makeMemoryFolder(join(root, 'nowhere'))).toBeUndefined()
})
