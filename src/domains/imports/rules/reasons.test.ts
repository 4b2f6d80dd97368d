import { expect, test } from 'vitest'
import { createReason, joinReasons, toReason } from './reasons.ts'

test('a reason is a code with its data, and a sentence made from them', () => {
  expect(createReason('NOT_AN_EMAIL', { value: 'x' })).toEqual({ code: 'NOT_AN_EMAIL', data: { value: 'x' }, text: '“x” is no email' })
  expect(createReason('SAME_AS_ROW', { row: 2 })).toEqual({ code: 'SAME_AS_ROW', data: { row: 2 }, text: 'is the same as row 2' })
  expect(createReason('BOOKING_PAST')).toEqual({ code: 'BOOKING_PAST', data: {}, text: 'is in the past' })
})

test('what a value holds is not read as a placeholder', () => {
  expect(createReason('PLAN_UNKNOWN', { plan: '{email} $& {plan}' }).text).toBe('there is no plan “{email} $& {plan}”: import or add your plans first')
})

test('a refusal keeps its code, its data and its sentence', () => {
  const refusal = { code: 'SESSION_CAPACITY_EXCEEDED', description: 'The session is full.', data: { openSpots: 0 } }
  expect(toReason(refusal)).toEqual({ code: 'SESSION_CAPACITY_EXCEEDED', data: { openSpots: 0 }, text: 'The session is full.' })
})

test('one problem keeps its code, several are listed in one', () => {
  const email = { column: 'Mail', reason: createReason('NOT_AN_EMAIL', { value: 'x' }) }
  const start = { reason: createReason('VALUE_MISSING', { field: 'start' }) }
  expect(joinReasons([email])).toEqual({ code: 'NOT_AN_EMAIL', data: { value: 'x' }, text: 'Mail “x” is no email' })
  expect(joinReasons([email, start])).toEqual({
    code: 'SEVERAL_PROBLEMS',
    data: {
      problems: [
        { column: 'Mail', code: 'NOT_AN_EMAIL', data: { value: 'x' } },
        { code: 'VALUE_MISSING', data: { field: 'start' } },
      ],
    },
    text: 'Mail “x” is no email; has no start',
  })
})
