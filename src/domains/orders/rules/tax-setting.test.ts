import { expect, test } from 'vitest'
import { findTaxProblems } from './tax-setting.ts'

test.each([
  ['VAT', '19', []],
  ['VAT', '7.25', []],
  ['VAT', '0', []],
  ['VAT', '100', []],
  ['VAT', '100.01', ['tax.rate']],
  ['VAT', '8.87501', ['tax.rate']],
  ['VAT', '-1', ['tax.rate']],
  ['VAT', '19%', ['tax.rate']],
  ['  ', 'x', ['tax.name', 'tax.rate']],
])('a tax called "%s" of %s percent', (name, rate, fields) => {
  expect(findTaxProblems({ name, rate }).map(({ field }) => field)).toEqual(fields)
})
