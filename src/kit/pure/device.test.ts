import { expect, test } from 'vitest'
import { describeDevice } from './device.ts'

const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
test.each([
  [edge, 'en', 'Edge on Windows'],
  [edge, 'de', 'Edge auf Windows'],
  [phone, 'de', 'Safari auf iPhone'],
  ['Firefox', 'en', 'Firefox'],
  ['Linux', 'en', 'Linux'],
  ['Reading Machine 7', 'en', undefined],
] as const)('%s in %s', (userAgent, language, words) => expect(describeDevice(userAgent, language)).toBe(words))
