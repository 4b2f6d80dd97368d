import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { sandbox } from './sandbox.ts'

const at = Temporal.Instant.from('2025-03-01T00:00Z')
const saveTestCard = (number: string, more = {}) => sandbox.saveCard({ number, expMonth: 12, expYear: 2030, cvc: '123', ...more }, at)
const createRequest = (number: string) => ({ token: `sandbox_card_${number}`, amount: { amount: '10.00', currency: 'USD' }, key: 'k', at, meta: {} })
const chargeFirst = async (number: string, challenge?: 'approve' | 'reject') => {
  const result = await sandbox.chargeOnSession({ ...createRequest(number), mode: 'pay', challenge })
  return result.declineCode ?? result.outcome
}
const chargeLater = async (number: string) => {
  const result = await sandbox.chargeOffSession(createRequest(number))
  return result.declineCode ?? result.outcome
}

test('a wrong number, date or code is named by its field', () => {
  expect(saveTestCard('4242 4242 4242 4241')).toMatchObject({ field: 'number' })
  expect(saveTestCard('4242 4242 4242 4242', { expYear: 2024 })).toMatchObject({ field: 'expiry' })
  expect(saveTestCard('4242 4242 4242 4242', { cvc: '12' })).toMatchObject({ field: 'cvc' })
  expect(saveTestCard('4111 1111 1111 1111')).toMatchObject({ field: 'number' })
  expect(saveTestCard('4242 4242 4242 4242')).toMatchObject({ saved: { last4: '4242', brand: 'Visa' } })
})
test('each test card does what it is known for', async () => {
  expect(await chargeFirst('4242424242424242')).toBe('succeeded')
  expect(await chargeFirst('4000000000009995')).toBe('insufficient_funds')
  expect([await chargeFirst('4000002500003155'), await chargeFirst('4000002500003155', 'approve'), await chargeFirst('4000002500003155', 'reject')]).toEqual([
    'requires_action',
    'succeeded',
    'authentication_failed',
  ])
  expect(await chargeFirst('4000008260003178', 'approve')).toBe('insufficient_funds')
  expect([await chargeLater('4000000000000341'), await chargeLater('4000002760003184'), await chargeLater('4000002500003155')]).toEqual([
    'generic_decline',
    'requires_action',
    'succeeded',
  ])
})
test('a slow charge succeeds a minute later', async () => {
  const slow = await sandbox.chargeOnSession({ ...createRequest('4000000000000077'), mode: 'pay' })
  expect(slow.outcome).toBe('processing')
  expect((await sandbox.lookUp(slow.ref ?? '', at.add({ seconds: 59 }))).outcome).toBe('processing')
  expect((await sandbox.lookUp(slow.ref ?? '', at.add({ seconds: 60 }))).outcome).toBe('succeeded')
})
