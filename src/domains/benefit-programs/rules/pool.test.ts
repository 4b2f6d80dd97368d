import { expect, test } from 'vitest'
import { findPoolProblems, toBenefit, type PoolInput } from './pool.ts'

const program = '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a12'
const bookings = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
const pool = (price: string, more: object = {}, benefit: object = {}): PoolInput => ({
  programDefinitionIds: [program],
  details: { benefits: [{ price, ...benefit }], ...more },
})
const custom = (appId: string) => ({ type: 'POLICY', policyOptions: { type: 'CUSTOM', customOptions: { appId } } })
const all = (...expressions: object[]) => ({ type: 'OPERATOR_AND', operatorAndOptions: { expressions } })

test.each([
  ['unlimited', pool('0'), []],
  ['ten credits', pool('1', { creditConfiguration: { amount: '10' } }), []],
  ['unlimited with credits', pool('0', { creditConfiguration: { amount: '10' } }), ['creditConfiguration']],
  ['limited without credits', pool('1'), ['creditConfiguration']],
  ['its own set of items', pool('0', {}, { itemSetId: program.toUpperCase() }), []],
  ['another set of items', pool('0', {}, { itemSetId: bookings }), ['benefits[0].itemSetId']],
  ['a cap', pool('1', { creditConfiguration: { amount: '5', rolloverConfiguration: { enabled: true, balanceCap: '2' } } }), []],
  [
    'a cap without rollover',
    pool('1', { creditConfiguration: { amount: '5', rolloverConfiguration: { enabled: false, balanceCap: '2' } } }),
    ['creditConfiguration.rolloverConfiguration.balanceCap'],
  ],
  ['the policy of the dashboard', pool('0', { policyExpression: all(custom(bookings), custom('1522827f-c56c-a5c9-2ac9-00f9e6ae12d3')) }), []],
  ['a policy of another app', pool('0', { policyExpression: all(custom(bookings), custom(program)) }), ['policyExpression']],
  ['a limit by time', pool('0', { policyExpression: { type: 'POLICY', policyOptions: { type: 'RATE_LIMITED' } } }), ['policyExpression']],
  [
    'one of two policies',
    pool('0', { policyExpression: { type: 'OPERATOR_OR', operatorOrOptions: { expressions: [custom(bookings)] } } }),
    ['policyExpression'],
  ],
  ['no expression', pool('0', { policyExpression: 'all' }), ['policyExpression']],
])('%s', (_, input, fields) => {
  expect(findPoolProblems(input).map(({ field }) => field)).toEqual(fields.map((field) => `poolDefinition.details.${field}`))
})

test('credits are whole numbers, absent ones unlimited', () => {
  expect(toBenefit(pool('0'))).toEqual({ credits: null, rollover: { enabled: false } })
  expect(toBenefit(pool('1', { creditConfiguration: { amount: '10.0000' } }))).toEqual({ credits: 10, rollover: { enabled: false } })
  expect(toBenefit(pool('1', { creditConfiguration: { amount: '4', rolloverConfiguration: { enabled: true, balanceCap: '2' } } }))).toEqual({
    credits: 4,
    rollover: { enabled: true, cap: 2 },
  })
})
