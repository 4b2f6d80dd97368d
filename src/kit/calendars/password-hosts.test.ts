import { expect, test } from 'vitest'
import { mayHavePassword } from './password-hosts.ts'

test.each([
  ['cloud.example.co.uk', 'cloud.example.co.uk', true],
  ['cloud.example.co.uk', 'CLOUD.example.co.uk', true],
  ['studio.co.uk', 'other.co.uk', false],
  ['studio.co.uk', 'dav.other.co.uk', false],
  ['studio.co.uk', 'co.uk', false],
  ['dav.studio.co.uk', 'studio.co.uk', true],
  ['studio.co.uk', 'dav.studio.co.uk', true],
  ['dav.studio.co.uk', 'mail.studio.co.uk', false],
  ['studio.co.uk', 'notstudio.co.uk', false],
  ['example.org', 'dav.example.org', true],
  ['dav.example.org', 'example.org', false],
  ['mine.github.io', 'yours.github.io', false],
  ['caldav.icloud.com', 'p42-caldav.icloud.com', true],
  ['p42-caldav.icloud.com', 'p07-caldav.icloud.com', true],
  ['caldav.icloud.com', 'p42-caldav.icloud.com.cn', false],
  ['caldav.icloud.com', 'p42-caldav.icloud.com.example.org', false],
  ['caldav.icloud.com', 'www.icloud.com', false],
  ['dav.example.org', 'p42-caldav.icloud.com', false],
  ['192.0.2.10', '192.0.2.10', true],
  ['192.0.2.10', '192.0.2.11', false],
])('the password for %s may go to %s: %s', (entered, named, expected) => {
  expect(mayHavePassword(`https://${entered}/dav/`, `https://${named}:8443/other`)).toBe(expected)
})
