import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { sandbox } from './sandbox.ts'

const at = Temporal.Instant.from('2025-03-01T00:00Z')
const card = (number: string, more = {}) => sandbox.saveCard({ number, expMonth: 12, expYear: 2030, cvc: '123', ...more }, at)
const ask = (number: string) => ({ token: `sandbox_card_${number}`, amount: { amount: '10.00', currency: 'USD' }, key: 'k', at, meta: {} })
const first = async (number: string, challenge?: 'approve' | 'reject') => {
  const result = await sandbox.chargeOnSession({ ...ask(number), mode: 'pay', challenge })
  return result.declineCode ?? result.outcome
}
const later = async (number: string) => {
  const result = await sandbox.chargeOffSession(ask(number))
  return result.declineCode ?? result.outcome
}

test('a wrong number, date or code is named by its field', () => {
  expect(card('4242 4242 4242 4241')).toMatchObject({ field: 'number' })
  expect(card('4242 4242 4242 4242', { expYear: 2024 })).toMatchObject({ field: 'expiry' })
  expect(card('4242 4242 4242 4242', { cvc: '12' })).toMatchObject({ field: 'cvc' })
  expect(card('4111 1111 1111 1111')).toMatchObject({ field: 'number' })
  expect(card('4242 4242 4242 4242')).toMatchObject({ saved: { last4: '4242', brand: 'Visa' } })
})
test('each test card does what it is known for', async () => {
  expect(await first('4242424242424242')).toBe('succeeded')
  expect(await first('4000000000009995')).toBe('insufficient_funds')
  expect([await first('4000002500003155'), await first('4000002500003155', 'approve'), await first('4000002500003155', 'reject')]).toEqual([
    'requires_action',
    'succeeded',
    'authentication_failed',
  ])
  expect(await first('4000008260003178', 'approve')).toBe('insufficient_funds')
  expect([await later('4000000000000341'), await later('4000002760003184'), await later('4000002500003155')]).toEqual([
    'generic_decline',
    'requires_action',
    'succeeded',
  ])
})
test('a slow charge succeeds a minute later', async () => {
  const slow = await sandbox.chargeOnSession({ ...ask('4000000000000077'), mode: 'pay' })
  expect(slow.outcome).toBe('processing')
  expect((await sandbox.lookUp(slow.ref ?? '', at.add({ seconds: 59 }))).outcome).toBe('processing')
  expect((await sandbox.lookUp(slow.ref ?? '', at.add({ seconds: 60 }))).outcome).toBe('succeeded')
})
