import { expect, test } from 'vitest'
import { findModifiedFields } from './modified-fields.ts'

test.each([
  [{ name: 'Tea' }, { name: 'Tea' }, {}],
  [{ name: 'Tea', revision: '1', updatedDate: 'a' }, { name: 'Coffee', revision: '2', updatedDate: 'b' }, { name: 'Tea' }],
  [{ price: { value: '2', currency: 'EUR' } }, { price: { value: '3', currency: 'EUR' } }, { 'price.value': '2' }],
  [{}, { note: 'x' }, { note: null }],
  [{ note: 'x' }, {}, { note: 'x' }],
  [{ tags: ['a', 'b'] }, { tags: ['a'] }, { tags: ['a', 'b'] }],
  [{ policy: { revision: '1' } }, { policy: { revision: '2' } }, { 'policy.revision': '1' }],
])('from %j to %j: %j', (before, after, modified) => {
  expect(findModifiedFields(before, after)).toEqual(modified)
})
