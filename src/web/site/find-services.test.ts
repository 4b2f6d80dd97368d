import { expect, test } from 'vitest'
import { findServices } from './find-services.ts'

const services = ['Rückenmassage', 'Back Massage', 'Yoga für Anfänger', 'Café Talk'].map((name) => ({ name }))

test.each([
  ['', ['Rückenmassage', 'Back Massage', 'Yoga für Anfänger', 'Café Talk']],
  ['massage', ['Rückenmassage', 'Back Massage']],
  ['  MASS back ', ['Back Massage']],
  ['rucken', ['Rückenmassage']],
  ['cafe', ['Café Talk']],
  ['pilates', []],
])('"%s"', (typed, names) => {
  expect(findServices(services, typed).map(({ name }) => name)).toEqual(names)
})
