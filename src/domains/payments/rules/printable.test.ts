import { expect, test } from 'vitest'
import { toPrintable } from './printable.ts'

test.each([
  ['Code promo d’été\u00a0: −5,00\u00a0€', 'Code promo d’été : -5,00 €'],
  ['Sœur Zoë', 'Sœur Zoë'],
  ['¿Niños?', '¿Niños?'],
  ['Dvořák', 'Dvorák'],
  ['1\u202f040,00', '1 040,00'],
  ['йога', '????'],
])('%s is printed as %s', (text, printed) => expect(toPrintable(text)).toBe(printed))
