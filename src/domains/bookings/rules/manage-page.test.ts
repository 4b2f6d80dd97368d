import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { getChangeWindow, getManagePageState, type ManagedPart } from './manage-page.ts'
import type { PolicySnapshot } from './policy.ts'

const at = (text: string) => Temporal.Instant.from(text)
const limit = (latestMinutes: number | null, more: Partial<PolicySnapshot['cancellation']> = {}) => ({
  enabled: true,
  limited: latestMinutes !== null,
  latestMinutes: latestMinutes ?? 0,
  allowAnonymous: true,
  ...more,
})
const part = (status: ManagedPart['status'], more: Partial<ManagedPart> = {}, minutes: number | null = 60): ManagedPart => ({
  status,
  type: 'CLASS',
  start: at('2027-05-10T10:00:00Z'),
  end: at('2027-05-10T11:00:00Z'),
  holdUntil: null,
  partOfSet: false,
  policy: { cancellation: limit(minutes), reschedule: limit(minutes) } as PolicySnapshot,
  ...more,
})
const before = at('2027-05-10T08:00:00Z')

describe('the state of a booking or visit', () => {
  const held = { holdUntil: at('2027-05-10T08:05:00Z') }
  test.each([
    ['CONFIRMED', [part('CONFIRMED')], before],
    ['REQUESTED', [part('CONFIRMED'), part('PENDING')], before],
    ['PAST', [part('CONFIRMED')], at('2027-05-10T11:00:00Z')],
    ['UNFINISHED', [part('CREATED', held)], before],
    ['LAPSED', [part('CREATED')], before],
    ['LAPSED', [part('CREATED', held)], at('2027-05-10T08:05:00Z')],
    ['WAITING', [part('WAITING_LIST')], before],
    ['CANCELED', [part('CANCELED'), part('DECLINED')], before],
    ['DECLINED', [part('DECLINED')], before],
    ['CONFIRMED', [part('CANCELED'), part('CONFIRMED')], before],
  ] as const)('%s', (state, parts, now) => expect(getManagePageState(parts, now)).toBe(state))
})

describe('until when it can be changed, and why not', () => {
  const one = (minutes: number | null, more = {}) => [{ ...part('CONFIRMED', {}, minutes), ...more }]
  test('in time up to the limit itself, then too late, then begun', () => {
    const until = at('2027-05-10T09:00:00Z')
    expect(getChangeWindow('cancel', one(60), false, until)).toEqual({ until })
    expect(getChangeWindow('cancel', one(60), false, until.add({ seconds: 1 }))).toEqual({ until, why: 'TOO_LATE' })
    expect(getChangeWindow('cancel', one(60), false, at('2027-05-10T10:00:00Z'))).toEqual({ until, why: 'STARTED' })
    expect(getChangeWindow('cancel', one(null), false, before)).toEqual({ until: at('2027-05-10T10:00:00Z') })
  })
  test('a policy that forbids it, to everyone or to links, names no time', () => {
    const policy = (more: object) => ({ policy: { cancellation: limit(null, more), reschedule: limit(null, more) } as PolicySnapshot })
    expect(getChangeWindow('cancel', one(null, policy({ enabled: false })), false, before)).toEqual({ why: 'NOT_ONLINE' })
    expect(getChangeWindow('cancel', one(null, policy({ allowAnonymous: false })), false, before)).toEqual({ why: 'NOT_ONLINE' })
  })
  test('a course is never moved; the strictest part of a visit decides', () => {
    expect(getChangeWindow('reschedule', one(60, { type: 'COURSE' }), false, before)).toEqual({ why: 'COURSE' })
    const later = part('CONFIRMED', { start: at('2027-05-10T11:00:00Z') }, 180)
    expect(getChangeWindow('cancel', [part('CONFIRMED'), later], false, before).until).toEqual(at('2027-05-10T07:00:00Z'))
    expect(getChangeWindow('cancel', [part('CONFIRMED'), later], true, before).until).toEqual(at('2027-05-10T08:00:00Z'))
  })
})
