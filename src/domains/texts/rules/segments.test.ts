import { expect, test } from 'vitest'
import { measureText, toBasicCharacters } from './segments.ts'

test.each([
  ['', { encoding: 'GSM-7', units: 0, segments: 0 }],
  ['Grüße aus Köln', { encoding: 'GSM-7', units: 14, segments: 1 }],
  ['a'.repeat(160), { encoding: 'GSM-7', units: 160, segments: 1 }],
  ['a'.repeat(161), { encoding: 'GSM-7', units: 161, segments: 2 }],
  ['a'.repeat(307), { encoding: 'GSM-7', units: 307, segments: 3 }],
  ['€'.repeat(80), { encoding: 'GSM-7', units: 160, segments: 1 }],
  ['€'.repeat(81), { encoding: 'GSM-7', units: 162, segments: 2 }],
  ['ж'.repeat(70), { encoding: 'UCS-2', units: 70, segments: 1 }],
  ['ж'.repeat(71), { encoding: 'UCS-2', units: 71, segments: 2 }],
  ['🙂'.repeat(36), { encoding: 'UCS-2', units: 72, segments: 2 }],
])('%s', (text, length) => expect(measureText(text)).toEqual(length))

test('times and quotation marks stay within the alphabet that is billed least', () => {
  const text = toBasicCharacters('“Flow” – Tue, 6:00\u202FPM… see you, it’s soon')
  expect(text).toBe('"Flow" - Tue, 6:00 PM... see you, it\'s soon')
  expect(measureText(text).encoding).toBe('GSM-7')
})

test.each([
  ['sáb, 3 may, 18:00. ¡Nos vemos pronto!', 'sab, 3 may, 18:00. ¡Nos vemos pronto!'],
  ['3 août à 18:00\u00a0: «\u00a0Flow\u00a0»', '3 aout à 18:00 : " Flow "'],
])('an accent that would double the price goes: %s', (text, plain) => {
  expect(toBasicCharacters(text)).toBe(plain)
  expect(measureText(plain).encoding).toBe('GSM-7')
})
test('accents stay where other letters cost the double price anyway', () => expect(toBasicCharacters('sáb, йога')).toBe('sáb, йога'))
