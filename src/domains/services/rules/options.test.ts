import { describe, expect, test } from 'vitest'
import { alignStaffVariants, minorUnits, findOptionsProblem, pricePerParticipant, priceRange, type OptionsInput, type ServiceOption } from './options.ts'

const custom: ServiceOption = { id: 'o', type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }
const price = (value: string, currency?: string) => ({ value, currency })
const variant = (choice: object, value = '10', currency?: string) => ({ choices: [{ optionId: 'o', ...choice }], price: price(value, currency) })
const ask = (more: Partial<OptionsInput>): OptionsInput => ({
  option: custom,
  variants: [variant({ custom: 'child' })],
  staff: [
    { resourceId: 'ra', staffId: 'sa' },
    { resourceId: 'rb', staffId: 'sb' },
  ],
  durations: [30, 60],
  currency: 'EUR',
  ...more,
})
const staffOption: ServiceOption = { id: 'o', type: 'STAFF_MEMBER' }
const durationOption: ServiceOption = { id: 'o', type: 'DURATION', durationData: { name: 'Length' } }

describe('what is wrong with a set of options', () => {
  test.each<[string, Partial<OptionsInput>, string | undefined]>([
    ['a choice without a variant is fine', {}, undefined],
    ['a type we do not know', { option: { id: 'o', type: 'WEATHER' } }, 'UNSUPPORTED_OPTION_TYPE'],
    ['data of another type', { option: { ...staffOption, customData: { choices: ['x'] } } }, 'UNSUPPORTED_OPTION_DATA'],
    ['another option', { variants: [{ choices: [{ optionId: 'p', custom: 'child' }], price: price('1') }] }, 'UNKNOWN_OPTION_IDS'],
    ['another currency', { variants: [variant({ custom: 'child' }, '10', 'USD')] }, 'MULTIPLE_CURRENCIES'],
    ['the same choice twice', { variants: [variant({ custom: 'child' }), variant({ custom: 'child' }, '12')] }, 'IDENTICAL_CHOICES'],
    ['a choice that is not offered', { variants: [variant({ custom: 'senior' })] }, 'MISSING_CUSTOM_CHOICES'],
    ['no choices at all', { option: { ...custom, customData: { choices: [] } } }, 'MISSING_CUSTOM_CHOICES'],
    ['a staff member who is not on the service', { option: staffOption, variants: [variant({ staffMemberId: 'zz' })] }, 'UNKNOWN_STAFF_IDS'],
    ['a staff member of the service without a price', { option: staffOption, variants: [variant({ staffMemberId: 'ra' })] }, 'MISSING_STAFF_VARIANTS'],
    ['staff under either of their ids', { option: staffOption, variants: [variant({ staffMemberId: 'ra' }), variant({ staffMemberId: 'sb' })] }, undefined],
    ['all durations', { option: durationOption, variants: [variant({ duration: { minutes: 30 } }), variant({ duration: { minutes: 60 } })] }, undefined],
    ['a duration the service does not have', { option: durationOption, variants: [variant({ duration: { minutes: 45 } })] }, 'UNSUPPORTED_OPTION_DATA'],
    ['a choice of another kind', { variants: [variant({ staffMemberId: 'ra' })] }, 'UNSUPPORTED_OPTION_DATA'],
  ])('%s', (_, more, problem) => expect(findOptionsProblem(ask(more))).toBe(problem))
})

test('variants follow the staff of the service', () => {
  const variants = [variant({ staffMemberId: 'ra' }, '10'), variant({ staffMemberId: 'gone' }, '11')]
  expect(alignStaffVariants(variants, 'o', ask({}).staff, price('15'))).toEqual([
    variants[0],
    { choices: [{ optionId: 'o', staffMemberId: 'rb' }], price: price('15') },
  ])
})

test('the default price counts while a choice has no variant', () => {
  expect(priceRange('20', undefined)).toEqual({ min: '20', max: '20' })
  expect(priceRange('20', { option: custom, variants: [variant({ custom: 'child' }, '9.50')] })).toEqual({ min: '9.50', max: '20' })
  const both = [variant({ custom: 'child' }, '9.50'), variant({ custom: 'adult' }, '12')]
  expect(priceRange('20', { option: custom, variants: both })).toEqual({ min: '9.50', max: '12' })
})

test('the price of one participant', () => {
  const options = { option: custom, variants: [variant({ custom: 'child' }, '9.50')] }
  expect(pricePerParticipant({ rateType: 'NO_FEE' })).toEqual({ ok: 0 })
  expect(pricePerParticipant({ rateType: 'CUSTOM' })).toEqual({ ok: undefined })
  expect(pricePerParticipant({ rateType: 'FIXED', price: '16.00' })).toEqual({ ok: 1600 })
  expect(pricePerParticipant({ rateType: 'VARIED', price: '20', options, choices: [{ custom: 'child' }] })).toEqual({ ok: 950 })
  expect(pricePerParticipant({ rateType: 'VARIED', price: '20', options, choices: [{ custom: 'adult' }] })).toEqual({ ok: 2000 })
  const lengths = { option: durationOption, variants: [variant({ duration: { minutes: 30 } }, '5'), variant({ duration: { minutes: 60 } }, '8')] }
  expect(pricePerParticipant({ rateType: 'VARIED', price: '20', options: lengths, minutes: 60 })).toEqual({ ok: 800 })
  expect(pricePerParticipant({ rateType: 'VARIED', price: '20', options: lengths, choices: [{ duration: { minutes: 45 } }] })).toEqual({
    refused: 'INVALID_DURATION_CHOICE',
  })
  const people = { option: staffOption, variants: [variant({ staffMemberId: 'sa' }, '30')] }
  expect(pricePerParticipant({ rateType: 'VARIED', price: '20', options: people, staffIds: ['ra', 'sa'] })).toEqual({ ok: 3000 })
})

test('amounts are whole hundredths, never floats', () => {
  expect([minorUnits('16'), minorUnits('16.5'), minorUnits('0.07'), minorUnits('1.005'), minorUnits('-1')]).toEqual([1600, 1650, 7, undefined, undefined])
})
