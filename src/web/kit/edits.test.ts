import { expect, test } from 'vitest'
import { withoutSent } from './edits.ts'

test.each([
  ['what was sent', { name: 'VAT' }, { name: 'VAT' }, {}],
  ['what was typed since', { name: 'VAT 19', rate: '19' }, { name: 'VAT', rate: '19' }, { name: 'VAT 19' }],
  ['what was not sent', { name: 'VAT', rate: '19' }, { rate: '19' }, { name: 'VAT' }],
  ['a field that was emptied', { name: undefined }, {}, { name: undefined }],
])('of edits %s', (_what, edits: Record<string, unknown>, sent: Record<string, unknown>, left) => expect(withoutSent(edits, sent)).toEqual(left))
