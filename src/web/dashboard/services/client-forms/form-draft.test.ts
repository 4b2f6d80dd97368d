import { expect, test } from 'vitest'
import { newField, withPlaceholders } from './form-draft.ts'

test('the preview names questions and choices that have no words yet, and keeps those that have', () => {
  const choice = newField('CHOICE')
  const consent = { ...newField('CONSENT'), label: { de: 'Ich stimme zu.' } }
  const [first, second] = withPlaceholders([choice, consent], 'en')
  expect(first?.label).toEqual({ en: 'Untitled question' })
  expect(first?.options?.map(({ label }) => label)).toEqual([{ en: 'Choice 1' }, { en: 'Choice 2' }])
  expect(first?.options?.map(({ value }) => value)).toEqual(choice.options?.map(({ value }) => value))
  expect(second).toEqual(consent)
})
