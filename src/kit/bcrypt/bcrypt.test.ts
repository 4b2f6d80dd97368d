import { expect, test } from 'vitest'
import { bcryptIsRight } from './bcrypt.ts'
import { bcryptOnThread } from './on-thread.ts'

/** Published values: crypt_blowfish (wrapper.c), jBCrypt, John the Ripper's sample hashes, passlib. */
const published: [hash: string, password: string][] = [
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK', 'U*U*'],
  ['$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a', 'U*U*U'],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy', ''],
  [
    '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
  ],
  ['$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s.', ''],
  ['$2a$05$bvIG6Nmid91Mu9RcmmWZfO5HJIMCT8riNW0hEp8f6/FuA2/mHZFpe', 'password'],
  ['$2a$10$.TtQJ4Jr6isd4Hp.mVfZeuh6Gws4rOQ/vdBczhDx.19NFK0Y84Dle', 'ππππππππ'],
]
test.each(published)('%s', (hash, password) => {
  expect(bcryptIsRight(hash, password)).toBe(true)
  if (password.length < 72) expect(bcryptIsRight(hash, `${password}x`)).toBe(false)
  // The later letters name the same sum, made by implementations that had no fault to tell apart from.
  expect(bcryptIsRight(hash.replace('$2a$', '$2y$'), password)).toBe(true)
  expect(bcryptIsRight(hash.replace('$2a$', '$2b$'), password)).toBe(true)
})

test.each([
  '',
  'nonsense',
  '$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e',
  '$2a$05$short',
  '$2a$5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
])('%s is right for nobody', (hash) => {
  expect(bcryptIsRight(hash, 'U*U')).toBe(false)
})

test('the sum is done on a thread of its own', async () => {
  const [[hash = '', password = ''] = []] = published
  expect(await bcryptOnThread(hash, password)).toBe(true)
  expect(await bcryptOnThread(hash, 'another')).toBe(false)
})
