import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newSecret, newSiteSecret, readSiteOfSecret, toTokenKey } from './secrets.ts'

test('a secret names the site that it was made for, with a prefix too', () => {
  fc.assert(
    fc.property(fc.uuid(), (siteId) => {
      const secret = newSiteSecret(siteId)
      expect(secret).toMatch(/^[\w-]{64}$/)
      expect(readSiteOfSecret(secret)).toBe(siteId)
      expect(readSiteOfSecret(`JWS.${secret}`)).toBe(siteId)
    }),
  )
})

test('two secrets of a site differ in 256 random bits', () => {
  const siteId = '00000000-0000-4000-8000-000000000001'
  const random = () => Buffer.from(newSiteSecret(siteId), 'base64url').subarray(16).toString('hex')
  expect(new Set(Array.from({ length: 100 }, random)).size).toBe(100)
  expect(random()).toHaveLength(64)
})

test('secrets of before, and what people make up, name no site', () => {
  for (const secret of [newSecret(), `JWS.${newSecret()}`, '', 'a.b.c', 'x'.repeat(63), `${'x'.repeat(63)}!`, '0'.repeat(200)])
    expect(readSiteOfSecret(secret), secret).toBeUndefined()
})

test('the hash covers the site: with another site in front it is another secret', () => {
  const secret = newSiteSecret('00000000-0000-4000-8000-000000000001')
  const moved = `${newSiteSecret('00000000-0000-4000-8000-000000000002').slice(0, 22)}${secret.slice(22)}`
  expect(toTokenKey(moved).tokenHash).not.toBe(toTokenKey(secret).tokenHash)
})
