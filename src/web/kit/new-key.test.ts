import { expect, test } from 'vitest'
import { newKey } from './new-key.ts'

test('keys are UUIDs of version 4, and no two are alike', () => {
  const keys = Array.from({ length: 1000 }, newKey)
  expect(keys.filter((key) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(1000)
})
