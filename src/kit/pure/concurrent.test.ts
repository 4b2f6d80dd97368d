import { expect, test } from 'vitest'
import { forEachConcurrent } from './concurrent.ts'

const delay = () => new Promise((done) => setTimeout(done, 1))

test('every item is done once, never more at a time than the limit', async () => {
  const done: number[] = []
  let now = 0
  let most = 0
  await forEachConcurrent([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, (now += 1))
    await delay()
    now -= 1
    done.push(item)
  })
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('a failure is thrown, and nothing new starts after it', async () => {
  const begun: number[] = []
  const work = forEachConcurrent([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item)
    await delay()
    if (item === 2) throw new Error('two')
  })
  await expect(work).rejects.toThrow('two')
  await delay()
  expect(begun.length).toBeLessThan(6)
})
