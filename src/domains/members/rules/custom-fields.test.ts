import { describe, expect, test } from 'vitest'
import { appliesToGroups, builtInFields, decideFieldChange, decideNewField, parseFieldValue, type FieldState } from './custom-fields.ts'

const input = { name: 'T-shirt', fieldType: undefined, socialType: undefined, defaultPrivacy: undefined }
describe('a new field', () => {
  test('is a private text by default', () =>
    expect(decideNewField(input)).toEqual({ ok: { name: 'T-shirt', fieldType: 'TEXT', socialType: null, defaultPrivacy: 'PRIVATE' } }))
  test.each([
    [{ fieldType: 'UNKNOWN' as const }, 'INCORRECT_FIELD_TYPE', { incorrectType: 'UNKNOWN', correctType: 'TEXT' }],
    [{ defaultPrivacy: 'UNKNOWN' as const }, 'INCORRECT_FIELD_PRIVACY', { incorrectPrivacy: 'UNKNOWN', correctPrivacy: 'PRIVATE' }],
    [{ fieldType: 'SOCIAL' as const }, 'INVALID_FIELD_SOCIAL_TYPE', { invalidSocialType: 'UNKNOWN' }],
  ])('%o → %s', (sent, refused, data) => expect(decideNewField({ ...input, ...sent })).toEqual({ refused, data }))
  test('a network counts for social fields only', () =>
    expect(decideNewField({ ...input, fieldType: 'URL', socialType: 'VIMEO' })).toMatchObject({ ok: { socialType: null } }))
})

describe('a changed field', () => {
  const own: FieldState = { name: 'T-shirt', fieldType: 'TEXT', socialType: null, defaultPrivacy: 'PRIVATE', fieldOrigin: 'CUSTOM', alwaysPrivate: false }
  const phone: FieldState = { ...own, name: 'Phone', fieldOrigin: 'SYSTEM', alwaysPrivate: true }
  test('keeps what the change does not name', () =>
    expect(decideFieldChange(own, { defaultPrivacy: 'PUBLIC' })).toMatchObject({ ok: { name: 'T-shirt', defaultPrivacy: 'PUBLIC' } }))
  test('never changes its type', () =>
    expect(decideFieldChange(own, { fieldType: 'DATE' })).toEqual({ refused: 'INCORRECT_FIELD_TYPE', data: { incorrectType: 'DATE', correctType: 'TEXT' } }))
  test('a system field keeps its name', () =>
    expect(decideFieldChange(phone, { name: 'Mobile' })).toEqual({
      refused: 'RESERVED_FIELD_NAME_NON_EDITABLE',
      data: { newName: 'Mobile', currentName: 'Phone' },
    }))
  test('what must stay private stays private', () =>
    expect(decideFieldChange(phone, { defaultPrivacy: 'PUBLIC' })).toMatchObject({ refused: 'INCORRECT_FIELD_PRIVACY' }))
})

test('email, phone, address and birth date are always private', () =>
  expect(builtInFields.filter((field) => field.alwaysPrivate).map((field) => field.name)).toEqual(['Email', 'Phone', 'Address', 'Birth date']))

describe('values', () => {
  const url = { error: 'URL' }
  const type = { error: 'TYPE' }
  test.each([
    ['TEXT', null, 'M', { ok: 'M' }],
    ['TEXT', null, 'x'.repeat(1001), type],
    ['TEXT', null, { a: 1 }, type],
    ['NUMBER', null, '12.50', { ok: '12.50' }],
    ['NUMBER', null, 7, { ok: 7 }],
    ['NUMBER', null, '1'.repeat(31), type],
    ['NUMBER', null, '1e5', type],
    ['DATE', null, '2024-02-29', { ok: '2024-02-29' }],
    ['DATE', null, '2023-02-29', type],
    ['DATE', null, '2023-00-10', type],
    ['URL', null, 'https://ann.example/a', { ok: 'https://ann.example/a' }],
    ['URL', null, 'javascript:alert(1)', url],
    ['URL', null, `https://a.example/${'x'.repeat(2048)}`, url],
    ['SOCIAL', 'INSTAGRAM', '@ann.lee', { ok: 'https://instagram.com/ann.lee' }],
    ['SOCIAL', 'LINKEDIN', 'ann-lee', { ok: 'https://linkedin.com/in/ann-lee' }],
    ['SOCIAL', 'INSTAGRAM', 'https://www.instagram.com/ann', { ok: 'https://www.instagram.com/ann' }],
    ['SOCIAL', 'TWITTER', 'https://x.com/ann', { ok: 'https://x.com/ann' }],
    ['SOCIAL', 'INSTAGRAM', 'https://evil.example/ann', url],
    ['SOCIAL', 'INSTAGRAM', 'https://notinstagram.com/ann', url],
    ['SOCIAL', 'OTHER', 'https://mastodon.example/@ann', { ok: 'https://mastodon.example/@ann' }],
    ['SOCIAL', 'OTHER', 'ann', url],
  ] as const)('%s %s %j', (fieldType, socialType, value, expected) => expect(parseFieldValue({ fieldType, socialType }, value)).toEqual(expected))
})

describe('for whom a field is', () => {
  const gold = { type: 'PRICING_PLAN', id: 'gold' } as const
  const ann = { type: 'MEMBER', id: 'ann' } as const
  test.each([
    [undefined, [], true],
    [{ applications: [gold], exclusions: [] }, [gold, ann], true],
    [{ applications: [gold], exclusions: [] }, [ann], false],
    [{ applications: [gold], exclusions: [ann] }, [gold, ann], false],
    [{ applications: [], exclusions: [ann] }, [gold], true],
  ])('%j with %j: %s', (application, groups, expected) => expect(appliesToGroups(application, groups)).toBe(expected))
})
