import { expect, test } from 'vitest'
import { findWrongFields } from './sent-fields.ts'

const namespace = (name: string, data: unknown = {}) => ({ namespaces: { [name]: data } })

test.each([
  ['an email address', { email: 'Mia.Lee+x@Example.org' }, []],
  ['no address at all', {}, []],
  ['an address without a domain', { email: 'mia@' }, ['contactDetails.email']],
  ['a name in place of an address', { email: 'mia' }, ['contactDetails.email']],
  ['an address within words', { email: 'Mia <mia@example.org>' }, ['contactDetails.email']],
  ['checked, unchecked and empty boxes', { additionalFields: ['true', 'false', ''].map((value) => ({ value, valueType: 'CHECK_BOX' })) }, []],
  ['a box with a text', { additionalFields: [{ value: 'yes' }, { value: 'yes', valueType: 'CHECK_BOX' }] }, ['additionalFields[1].value']],
  ['the namespace of an app', namespace('@studio/app'), []],
  ['the namespace of the business', namespace('_user_fields'), []],
  ['a namespace of no one', namespace('mine'), ['extendedFields.namespaces.mine']],
  ['10 KB', namespace('_user_fields', { a: 'x'.repeat(10_232) }), []],
  ['a byte more', namespace('_user_fields', { a: 'x'.repeat(10_233) }), ['extendedFields.namespaces._user_fields']],
])('%s', (_name, sent, fields) => expect(findWrongFields(sent).map(({ field }) => field)).toEqual(fields))

test('a namespace is at most 164 characters long', () => {
  const name = (length: number) => `@${'x'.repeat(length - 3)}/y`
  expect([164, 165].map((length) => findWrongFields(namespace(name(length))).length)).toEqual([0, 1])
})
