import { expect, test } from 'vitest'
import { canTakeFeeStep, takeFeeStep, type FeeStatus, type FeeStep } from './fee-machine.ts'

test.each<[FeeStatus, FeeStep, FeeStatus | undefined]>([
  ['NOT_YET_APPLIED_TO_ORDER', 'apply', 'APPLIED_TO_ORDER'],
  ['UNKNOWN_STATUS', 'apply', 'APPLIED_TO_ORDER'],
  ['APPLIED_TO_ORDER', 'apply', undefined],
  ['APPLIED_TO_ORDER', 'collect', 'APPLIED_TO_ORDER'],
  ['NOT_YET_APPLIED_TO_ORDER', 'collect', undefined],
  ['WAIVED', 'apply', undefined],
  ['WAIVED', 'collect', undefined],
])('a fee that is %s, %s: %s', (from, step, to) => {
  expect(canTakeFeeStep(from, step)).toBe(to !== undefined)
  if (to) expect(takeFeeStep(from, step)).toBe(to)
  else expect(() => takeFeeStep(from, step)).toThrow('cannot')
})
