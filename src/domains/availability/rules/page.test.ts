import { expect, test } from 'vitest'
import { paginate, type PagePosition } from './page.ts'

const entries = [1, 2, 2, 2, 3].map((start, n) => ({ start, n }))
const walk = (list: { start: number; n: number }[], limit: number, descending = false) => {
  const seen: number[] = []
  let from: PagePosition | undefined
  for (let i = 0; i < 10; i++) {
    const { page, next } = paginate(list, limit, { from, descending })
    seen.push(...page.map((entry) => entry.n))
    if (!next) return seen
    from = next
  }
  return seen
}

test('pages join without gap or repetition, also inside one start', () => {
  for (const limit of [1, 2, 3, 5]) expect(walk(entries, limit)).toEqual([0, 1, 2, 3, 4])
  expect(walk(entries.toReversed(), 2, true)).toEqual([4, 3, 2, 1, 0])
})
test('what was taken in between does not bring a passed start back', () => {
  const { next } = paginate(entries, 3)
  expect(next).toEqual({ start: 2, delivered: 2 })
  expect(paginate([entries[3], entries[4]] as typeof entries, 5, { from: next }).page.map((entry) => entry.start)).toEqual([3])
  expect(paginate([], 5, { from: next })).toEqual({ page: [], next: undefined })
})
