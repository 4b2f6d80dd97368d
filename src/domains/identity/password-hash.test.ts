import { scryptSync } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { beforeEach, expect, test } from 'vitest'
import { hashPassword, isOutdatedHash, setHashingCost, verifyPassword } from './password-hash.ts'

beforeEach(() => setHashingCost('full'))

test('hashes cost what the guide asks; those of tests cost less, are right, and count as outdated on a server', async () => {
  setHashingCost('reduced')
  const cheap = await hashPassword('old habits')
  expect([isOutdatedHash(cheap), await verifyPassword(cheap, 'old habits'), await verifyPassword(cheap, 'new habits')]).toEqual([false, true, false])
  setHashingCost('full')
  expect([isOutdatedHash(cheap), await verifyPassword(cheap, 'old habits')]).toEqual([true, true])
  expect(await hashPassword('old habits')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('own hashes verify, are current, and equal for both normal forms of a character', async () => {
  const made = await hashPassword('caf\u00e9 at dawn')
  expect(isOutdatedHash(made)).toBe(false)
  expect(await verifyPassword(made, 'cafe\u0301 at dawn')).toBe(true)
  expect(await verifyPassword(made, 'cafe at dawn')).toBe(false)
  expect(await verifyPassword(null, 'a password that is never used')).toBe(false)
})

test('imported hashes verify and are outdated', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const scrypt = `$scrypt$ln=14,r=8,p=1$${salt.toString('base64')}$${scryptSync('old habits', salt, 32, { N: 2 ** 14, r: 8, p: 1 }).toString('base64')}`
  const argon = await hash('old habits', { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const bcrypt = '$2a$04$mlr.PoDP3w4SzMh8A/td4O2LE5lJcM2/JSPEwYH0wXmT/Ai.Ip3GG'
  for (const [made, password] of [
    [scrypt, 'old habits'],
    [argon, 'old habits'],
    [bcrypt, 'twist'],
  ] as const) {
    expect(await verifyPassword(made, password)).toBe(true)
    expect(await verifyPassword(made, 'new habits')).toBe(false)
    expect(isOutdatedHash(made)).toBe(true)
  }
  for (const broken of ['$scrypt$ln=40,r=8,p=1$aa$bb', '$scrypt$$$', 'nonsense', '']) expect(await verifyPassword(broken, 'old habits')).toBe(false)
})

/** Published values: crypt_blowfish (wrapper.c), jBCrypt, passlib. */
test.each([
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['$2y$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK', 'U*U*'],
  [
    '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
  ],
  ['$2a$05$bvIG6Nmid91Mu9RcmmWZfO5HJIMCT8riNW0hEp8f6/FuA2/mHZFpe', 'password'],
  ['$2b$10$.TtQJ4Jr6isd4Hp.mVfZeuh6Gws4rOQ/vdBczhDx.19NFK0Y84Dle', 'ππππππππ'],
])('%s is right for its password alone', async (made, password) => {
  expect(await verifyPassword(made, password)).toBe(true)
  expect(await verifyPassword(made, `${password.slice(1)}x`)).toBe(false)
})
