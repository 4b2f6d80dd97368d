import { expect, test } from 'vitest'
import { mapInSlices } from './slices.ts'

test('everything is mapped in order', async () => {
  expect(await mapInSlices([3, 1, 2], async (n) => n * 2)).toEqual([6, 2, 4])
  expect(await mapInSlices([], String)).toEqual([])
})

test('others are served meanwhile', async () => {
  let isDone = false
  let served = 0
  const serve = (): void => {
    served += 1
    if (!isDone) setImmediate(serve)
  }
  setImmediate(serve)
  // Each takes longer than a slice, whatever the machine.
  const spin = () => {
    const end = performance.now() + 11
    while (performance.now() < end);
  }
  await mapInSlices([1, 2, 3, 4], spin)
  isDone = true
  expect(served).toBeGreaterThanOrEqual(4)
})

test('what fails, fails the whole', async () => {
  await expect(
    mapInSlices([1, 2], () => {
      throw new RangeError('no')
    }),
  ).rejects.toThrow('no')
})
