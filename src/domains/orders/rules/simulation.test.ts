import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { decideAdvance, decideSimulationStart, nextClockStop } from './simulation.ts'

const at = (text: string) => Temporal.Instant.from(text)
const startedAt = at('2026-03-01T15:00Z')
const of = { startedAt, clockAt: startedAt, state: 'READY' as const, timeZone: 'America/New_York' }
const readRefusal = (decision: object) => ('refused' in decision ? decision.refused : undefined)

test('three copies at a time, twenty thousand running plans at most', () => {
  expect(decideSimulationStart({ orders: 20_000, running: 2 })).toEqual({ ok: 'start' })
  expect(readRefusal(decideSimulationStart({ orders: 20_001, running: 0 }))).toBe('SIMULATION_TOO_LARGE')
  expect(readRefusal(decideSimulationStart({ orders: 0, running: 3 }))).toBe('TOO_MANY_SIMULATIONS')
})

describe('where the clock goes', () => {
  test('days are calendar days: the wall clock stays over the change to summer time', () => {
    expect(decideAdvance(of, { days: 10 })).toEqual({ ok: at('2026-03-11T14:00Z') })
  })
  test.each([
    ['nowhere', {}],
    ['back', { to: at('2026-03-01T14:59Z') }],
    ['standing still', { to: startedAt }],
    ['more than two years', { to: at('2028-03-01T15:00:01Z') }],
  ])('not %s', (_, input) => expect(readRefusal(decideAdvance(of, input))).toBe('SIMULATION_DATE_INVALID'))
  test('two years exactly; one way at a time', () => {
    expect(decideAdvance(of, { to: at('2028-03-01T15:00Z') })).toHaveProperty('ok')
    expect(readRefusal(decideAdvance({ ...of, state: 'RUNNING' }, { days: 1 }))).toBe('SIMULATION_RUNNING')
  })
})

describe('the next stop', () => {
  const day = 86_400_000
  const way = { clockAt: startedAt, targetAt: startedAt.add({ hours: 240 }) }
  test.each([
    ['exactly when something is due', startedAt.add({ hours: 30 }), startedAt.add({ hours: 30 })],
    ['the target when nothing is due before it', startedAt.add({ hours: 300 }), way.targetAt],
    ['the target when nothing is due at all', undefined, way.targetAt],
    ['not closer than a two-thousandth of the way', startedAt.add({ seconds: 1 }), startedAt.add({ seconds: 432 })],
  ])('%s', (_, due, stop) => expect(nextClockStop(way, 10 * day, due).toString()).toBe(stop.toString()))
})
