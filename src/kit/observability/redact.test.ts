import { expect, test } from 'vitest'
import { redact, toLoggedError } from './redact.ts'

test.each([
  ['invalid input syntax: "ann@example.com"', 'invalid input syntax: "[email]"'],
  ['bad token eyJhbGciOi.eyJzdWIi.c2ln here', 'bad token [token] here'],
  ['Stripe said: sk_test_4eC39HqLyjWDarjtT1zdp7dc is wrong', 'Stripe said: [key] is wrong'],
  ['authorization: Bearer abc.def-123', 'authorization: [credentials]'],
  ['card 4242 4242 4242 4242 was sent', 'card [number] was sent'],
  ['card 4242424242424242', 'card [number]'],
  [`link ${'a1B2'.repeat(11)}`, 'link [secret]'],
])('logs do not say %s', (text, safe) => expect(redact(text)).toBe(safe))

test('ids and ordinary words stay readable', () => {
  const text = 'job orders.settle failed for 0b7f3f52-7a5e-4f3e-9a41-3f5f2d6d0c11 (attempt 3, 20261122)'
  expect(redact(text)).toBe(text)
})

test('a stack names the files of packages', () => {
  const line = 'at normalizeIP (/srv/atrium/node_modules/@fastify/rate-limit/index.js:34:15)'
  expect(redact(line)).toBe(line)
})

test('an error of the database is logged without the values of its row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "member_email"'), {
    code: '23505',
    constraint: 'member_email',
    detail: 'Key (email)=(ann@example.com) already exists.',
    parameters: ['ann@example.com'],
  })
  const logged = toLoggedError(new Error('the member was not saved', { cause: error }))
  expect(logged).toMatchObject({ message: 'the member was not saved', cause: { code: '23505', constraint: 'member_email' } })
  expect(JSON.stringify(logged)).not.toContain('ann@example.com')
})

test('what is thrown and no error is logged by its words', () => {
  expect(toLoggedError('it broke')).toEqual({ type: 'string', message: 'it broke' })
})
