import { expect, test } from 'vitest'
import { describeProblem } from './field-problem-text.ts'

test('what a field lacks is said as what to do', () => {
  expect(describeProblem({ validity: { valueMissing: true } }, 'text')).toBe('Fill in this field.')
  expect(describeProblem({ validity: { valueMissing: true } }, 'select-one')).toBe('Choose one.')
  expect(describeProblem({ validity: { typeMismatch: true } }, 'email')).toBe('Enter an email address, such as name@example.com.')
  expect(describeProblem({ validity: { typeMismatch: true } }, 'url')).toBe('Enter a full address that starts with https://.')
  expect(describeProblem({ validity: { tooShort: true }, minLength: 8 }, 'text')).toBe('Enter at least 8 characters.')
  expect(describeProblem({ validity: { rangeUnderflow: true }, min: '1' }, 'number')).toBe('Enter 1 or more.')
})

test('a day out of range is named as people name days', () => {
  expect(describeProblem({ validity: { rangeUnderflow: true }, min: '2027-03-02' }, 'date')).toBe('Choose 2 March 2027 or a later day.')
})

test('half a date counts as none, and a pattern tells what it asks for', () => {
  expect(describeProblem({ validity: { badInput: true, valueMissing: true } }, 'date')).toBe('Enter a date.')
  expect(describeProblem({ validity: { patternMismatch: true }, title: 'A number from 1 to 65535.' }, 'text')).toBe('A number from 1 to 65535.')
  expect(describeProblem({ validity: { patternMismatch: true } }, 'text')).toBe('Fill in this field.')
})
