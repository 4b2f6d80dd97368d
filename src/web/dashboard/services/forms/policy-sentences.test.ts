import { expect, test } from 'vitest'
import { newPolicyForm, toNewPolicy, toPolicyForm, type PolicyForm } from './policy-form.ts'
import { policySentences } from './policy-sentences.ts'

const sentence = (form: Partial<PolicyForm>, about: string) =>
  policySentences({ ...newPolicyForm, ...form }, (value) => `€${value}`).find((one) => one.about === about)?.text

test.each<[string, Partial<PolicyForm>, string, string | undefined]>([
  ['anyone', {}, 'staff', undefined],
  ['lowest rank', { staffOrder: 'LOWEST_FIRST' }, 'staff', 'If no one is chosen, free staff with the lowest rank come first.'],
  ['highest rank', { staffOrder: 'HIGHEST_FIRST' }, 'staff', 'If no one is chosen, free staff with the highest rank come first.'],
  ['no intake form', {}, 'intake', undefined],
  [
    'form after',
    { intake: { on: true, formId: 'f', timing: 'AFTER_BOOKING', required: false } },
    'intake',
    'Customers are asked to fill in an intake form after booking.',
  ],
  [
    'form before',
    { intake: { on: true, formId: 'f', timing: 'BEFORE_BOOKING', required: true } },
    'intake',
    'Customers must fill in an intake form when booking.',
  ],
  [
    'optional form',
    { intake: { on: true, formId: 'f', timing: 'BEFORE_BOOKING', required: false } },
    'intake',
    'Customers can fill in an intake form when booking, or later.',
  ],
])('%s', (_what, form, about, text) => expect(sentence(form, about)).toBe(text))

test.each(['ANYONE', 'LOWEST_FIRST', 'HIGHEST_FIRST'] as const)('the order of staff %s is stored and read again', (staffOrder) => {
  expect(toPolicyForm({ id: null, ...toNewPolicy({ ...newPolicyForm, staffOrder }) } as Parameters<typeof toPolicyForm>[0]).staffOrder).toBe(staffOrder)
})
