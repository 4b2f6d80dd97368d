import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { calculateNextCheck, isTooOld, type CheckInput } from './attempt-checks.ts'
import {
  attemptMachine,
  isInFlight,
  isOpen,
  isPaid,
  nextAttemptState,
  toAttemptStep,
  toOutcome,
  type AttemptState,
  type AttemptStep,
} from './attempt-machine.ts'

const states = Object.keys(attemptMachine) as AttemptState[]

test.each<[AttemptState, AttemptStep, AttemptState | undefined]>([
  ['SENDING', 'lose', 'UNKNOWN'],
  ['UNKNOWN', 'resend', 'SENDING'],
  ['SENDING', 'resend', undefined],
  ['SENDING', 'requireAction', 'REQUIRES_ACTION'],
  // A buyer who has answered the bank may wait again.
  ['REQUIRES_ACTION', 'process', 'PROCESSING'],
  ['PROCESSING', 'requireAction', 'REQUIRES_ACTION'],
  ['REQUIRES_ACTION', 'lose', undefined],
  ['PROCESSING', 'lose', undefined],
  ['DECLINED', 'reopen', 'REQUIRES_ACTION'],
  ['DECLINED', 'decline', undefined],
  ['DECLINED', 'requireAction', undefined],
  ['DECLINED', 'expire', 'EXPIRED'],
  ['EXPIRED', 'reopen', undefined],
  ['EXPIRED', 'decline', undefined],
  ['SUCCEEDED', 'decline', undefined],
  ['SUCCEEDED', 'succeed', undefined],
  ['SUCCEEDED', 'return', 'LATE'],
  ['DECLINED', 'return', undefined],
])('%s, %s: %s', (from, step, to) => expect(nextAttemptState(from, step)).toBe(to))

test('money that moved counts once, from every state before', () => {
  for (const state of states) expect(nextAttemptState(state, 'succeed')).toBe(isPaid(state) ? undefined : 'SUCCEEDED')
  for (const state of states) expect(nextAttemptState(state, 'mismatch')).toBe(isPaid(state) ? undefined : 'EXPIRED')
})

test('nothing leads back from where money moved', () => {
  expect(Object.keys(attemptMachine.SUCCEEDED)).toEqual(['return'])
  expect(attemptMachine.LATE).toEqual({})
})

test('an attempt is in flight while money may be on its way, and open while the provider may say something new', () => {
  expect(states.filter(isInFlight)).toEqual(['SENDING', 'UNKNOWN', 'PROCESSING'])
  expect(states.filter(isOpen)).toEqual(['SENDING', 'UNKNOWN', 'REQUIRES_ACTION', 'PROCESSING'])
})

test.each<[Parameters<typeof toAttemptStep>[0], AttemptStep]>([
  [{ outcome: 'succeeded' }, 'succeed'],
  [{ outcome: 'declined', declineCode: 'lost_card' }, 'decline'],
  [{ outcome: 'declined' }, 'decline'],
  [{ outcome: 'declined', declineCode: 'abandoned' }, 'expire'],
  [{ outcome: 'declined', declineCode: 'superseded' }, 'expire'],
  [{ outcome: 'declined', declineCode: 'provider_unavailable' }, 'expire'],
  [{ outcome: 'requires_action' }, 'requireAction'],
  [{ outcome: 'processing' }, 'process'],
  [{ outcome: 'unknown' }, 'lose'],
])('%o asks for the step %s', (answer, step) => expect(toAttemptStep(answer)).toBe(step))

test('every state has a word for the buyer', () => expect(states.map(toOutcome)).not.toContain(undefined))

const now = Temporal.Instant.from('2027-03-01T10:00:00Z')
test.each<[CheckInput, number | null]>([
  [{ kind: 'ORDER', state: 'PROCESSING', isOnPage: false }, 1],
  [{ kind: 'ORDER', state: 'UNKNOWN', isOnPage: false }, 10],
  [{ kind: 'ORDER', state: 'REQUIRES_ACTION', isOnPage: true }, 60],
  [{ kind: 'ORDER', state: 'REQUIRES_ACTION', isOnPage: false }, null],
  [{ kind: 'BOOKING', state: 'REQUIRES_ACTION', isOnPage: true }, 1],
  [{ kind: 'VISIT', state: 'UNKNOWN', isOnPage: true }, 1],
  [{ kind: 'BOOKING_FEE', state: 'UNKNOWN', isOnPage: false }, 10],
  [{ kind: 'BOOKING', state: 'DECLINED', isOnPage: true }, null],
  [{ kind: 'ORDER', state: 'SUCCEEDED', isOnPage: false }, null],
])('%o is asked about again after %s minutes', (input, minutes) =>
  expect(calculateNextCheck(input, now)?.toString()).toBe(minutes === null ? undefined : now.add({ minutes }).toString()),
)

test('an open answer is waited for for a day', () => {
  expect(isTooOld(now.subtract({ hours: 23 }), now)).toBe(false)
  expect(isTooOld(now.subtract({ hours: 24 }), now)).toBe(true)
})
