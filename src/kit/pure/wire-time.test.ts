import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { toWireTime } from './wire-time.ts'

test('an instant is written in UTC with milliseconds, however often', () => {
  const at = Temporal.Instant.from('2030-01-02T10:00:00.05+01:00')
  expect([toWireTime(at), toWireTime(at), toWireTime({ epochMilliseconds: at.epochMilliseconds })]).toEqual(Array(3).fill('2030-01-02T09:00:00.050Z'))
})

test('no two instants share a text, however many are written', () => {
  const first = Date.UTC(2030, 0, 1)
  const texts = new Set(Array.from({ length: 25_000 }, (_, at) => toWireTime({ epochMilliseconds: first + at })))
  expect(texts.size).toBe(25_000)
  const bound = { min: Date.UTC(1, 0, 1), max: Date.UTC(9999, 11, 31) }
  fc.assert(fc.property(fc.integer(bound), (epochMilliseconds) => Date.parse(toWireTime({ epochMilliseconds })) === epochMilliseconds))
})
