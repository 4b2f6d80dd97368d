import { expect, test } from 'vitest'
import { fromSmtpUrl, keepsPassword, type SmtpConnection, toSmtpUrl } from './connections.ts'

const smtp: SmtpConnection = { host: 'mail.example', port: 587, security: 'STARTTLS', user: 'me@a.example', password: 'p@ss/:?', from: 'a@a.example' }
test.each([
  [smtp, 'smtp://me%40a.example:p%40ss%2F%3A%3F@mail.example:587?requireTLS=true'],
  [{ ...smtp, security: 'TLS' as const, port: 465 }, 'smtps://me%40a.example:p%40ss%2F%3A%3F@mail.example:465'],
  [{ ...smtp, security: 'NONE' as const, user: '', port: 25 }, 'smtp://mail.example:25?ignoreTLS=true'],
  [{ ...smtp, host: '::1', user: '', security: 'TLS' as const }, 'smtps://[::1]:587'],
])('%j is %s', (connection, url) => expect(toSmtpUrl(connection)).toBe(url))

test.each([
  ['smtp://me%40a.example:x@mail.example', { host: 'mail.example', port: 587, user: 'me@a.example' }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, user: '' }],
  ['smtp://mail.example:25', { host: 'mail.example', port: 25, user: '' }],
])('%s is shown without its password', (url, shown) => expect(fromSmtpUrl(url)).toEqual(shown))

test.each([
  [undefined, smtp, false],
  [smtp, { host: 'mail.example', user: 'me@a.example' }, true],
  [smtp, { host: 'evil.example', user: 'me@a.example' }, false],
  [smtp, { host: 'mail.example', user: 'you' }, false],
])('the password of %j is kept for %j: %s', (before, after, kept) => expect(keepsPassword(before, after)).toBe(kept))
