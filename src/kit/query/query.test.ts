/** What queries may say: filters, sorting, paging and masks, read or refused. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fields, openProbe } from '../../../test/factories/probe-table.ts'
import { Violations } from '../api/refusal.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { parseFilter } from './filter.ts'
import { applyMask, parseMask } from './mask.ts'
import { offsetPage, readQuery } from './query.ts'

let probe: Awaited<ReturnType<typeof openProbe>>
beforeAll(async () => {
  probe = await openProbe()
})
afterAll(() => probe.close())

const violation = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Violations) return error.violations[0]
    throw error
  }
  return undefined
}

describe('what a filter may say', () => {
  test.each([
    ['an undeclared field', { age: 3 }, 'VALIDATION'],
    ['an inherited name', { constructor: 'x' }, 'VALIDATION'],
    ['an unknown operator', { name: { $regex: 'x' } }, 'VALIDATION'],
    ['an unknown combinator', { $nor: [] }, 'VALIDATION'],
    ['an operator that the type does not take', { open: { $gt: true } }, 'VALIDATION'],
    ['a value of the wrong type', { size: 'many' }, 'VALIDATION'],
    ['an unknown enum value', { kind: 'C' }, 'INVALID_ENUM_VALUE'],
    ['a timestamp that is none', { at: { $gt: 'yesterday' } }, 'FORMAT'],
    ['a list without operator', { name: ['a'] }, 'VALIDATION'],
    ['a filter that is a list', [{ name: 'a' }], 'VALIDATION'],
    ['$in without a list', { name: { $in: 'a' } }, 'VALIDATION'],
  ])('%s is a violation of query.filter', (_, filter, violatedRule) => {
    expect(violation(() => parseFilter(filter, fields))).toMatchObject({ field: 'query.filter', violatedRule })
  })
  test('depth, conditions and list sizes are bounded', () => {
    let deep: unknown = { name: 'a' }
    for (let i = 0; i < 6; i++) deep = { $not: deep }
    expect(violation(() => parseFilter(deep, fields, { depth: 5 }))).toBeDefined()
    expect(violation(() => parseFilter({ $and: [{ name: 'a' }, { name: 'b' }] }, fields, { conditions: 1 }))).toMatchObject({
      violatedRule: 'MAX_SIZE',
      data: { threshold: 1 },
    })
    expect(violation(() => parseFilter({ name: { $in: ['a', 'b'] } }, fields, { listSize: 1 }))).toMatchObject({ violatedRule: 'MAX_SIZE' })
  })
  test('timestamps may have an offset and no milliseconds, and the spelling of the client is understood', () => {
    expect(parseFilter({ at: '2030-01-02T10:00:00+02:00' }, fields)).toEqual({ field: 'at', op: '$eq', value: '2030-01-02T08:00:00.000Z' })
    expect(parseFilter({ _id: 'x' }, fields)).toEqual({ field: 'id', op: '$eq', value: 'x' })
  })
  test('absent, null and {} mean everything', () => {
    for (const none of [undefined, null, {}]) expect(parseFilter(none, fields)).toEqual({ all: [] })
  })
})

describe('sorting and paging', () => {
  const spec = { name: 'probe.query', fields, paging: 'offset' as const }
  test('a list or one object, sort or sorting, order or direction, the client spelling', () => {
    expect(readQuery({ sorting: { fieldName: 'name', direction: 'desc' } }, spec).sort).toEqual([
      { field: 'name', order: 'DESC' },
      { field: 'id', order: 'DESC' },
    ])
    expect(readQuery({ sort: [{ fieldName: 'size' }], sorting: [{ fieldName: 'name' }] }, spec).sort[0]).toEqual({ field: 'size', order: 'ASC' })
  })
  test.each([
    [{ fieldName: 'open' }, 'VALIDATION'],
    [{ fieldName: 'at', order: 'ASC' }, 'VALIDATION'],
    [{ fieldName: 'name', order: 'UP' }, 'INVALID_ENUM_VALUE'],
    [{ order: 'ASC' }, 'REQUIRED_FIELD'],
  ])('%j is a violation of query.sort', (entry, violatedRule) => {
    expect(violation(() => readQuery({ sort: [entry] }, spec))).toMatchObject({ field: 'query.sort', violatedRule })
  })
  test('limits are checked', () => {
    expect(violation(() => readQuery({ paging: { limit: 101 } }, spec))).toMatchObject({
      field: 'query.paging.limit',
      violatedRule: 'MAX',
      data: { threshold: 100 },
    })
    expect(violation(() => readQuery({ paging: { offset: -1 } }, spec))).toMatchObject({ field: 'query.paging.offset', violatedRule: 'MIN' })
    expect(violation(() => readQuery({ paging: { limit: 0 } }, { ...spec, minLimit: 1, pagingRule: 'PAGING_LIMIT_OUT_OF_RANGE' }))).toMatchObject({
      violatedRule: 'OTHER',
      ruleName: 'PAGING_LIMIT_OUT_OF_RANGE',
    })
    expect(readQuery({}, spec).limit).toBe(50)
  })
  test('a damaged or foreign cursor is a violation', () => {
    const state = {
      filter: { name: 'a' },
      sort: [{ field: 'id', order: 'ASC' as const }],
      position: ['x'],
      direction: 'next' as const,
      limit: 2,
      options: { full: true },
    }
    const cursor = writeCursor('probe.query', state)
    expect(readCursor('probe.query', cursor)).toEqual(state)
    expect(readCursor('others.query', cursor)).toBeUndefined()
    expect(readCursor('probe.query', `${cursor.slice(0, -2)}AA`)).toBeUndefined()
    expect(violation(() => readQuery({ cursorPaging: { cursor: 'nonsense' } }, { ...spec, paging: 'cursor' }))).toMatchObject({
      field: 'query.cursorPaging.cursor',
    })
  })
})

test('whatever comes is read or refused by naming its place, and what is read can be asked of the database', async () => {
  const key = fc.constantFrom(
    ...Object.keys(fields),
    '$and',
    '$or',
    '$not',
    '$eq',
    '$in',
    '$gt',
    '$exists',
    '$hasSome',
    '$startsWith',
    '$nope',
    '_id',
    'other',
    '__proto__',
    '',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constantFrom('A', '2030-01-01T00:00:00Z', '\u0000', '\ud800')),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
    ),
  }))
  const wire = fc.record(
    { filter: tree, sort: tree, sorting: tree, paging: fc.record({ limit: tree, offset: tree }), cursorPaging: tree },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(wire, async (sent) => {
      let query: ReturnType<typeof readQuery> | undefined
      const refused = violation(() => {
        query = readQuery(sent as never, { name: 'probe.query', fields, paging: 'offset' })
      })
      if (refused) expect(refused.field).toMatch(/^query\./)
      else if (query) await offsetPage(probe.db.selectFrom('probe').select('probe.id'), query)
    }),
    { numRuns: 1500 },
  )
})

describe('masks', () => {
  const plan = { id: '1', name: 'Gold', pricing: { price: '3', tax: '1' }, tags: ['a'] }
  test('without a mask what is present changes: null clears, lists are replaced, objects are merged', () => {
    expect(applyMask(plan, { id: '2', name: null, pricing: { price: '4' }, tags: [] })).toEqual({ id: '1', pricing: { price: '4', tax: '1' }, tags: [] })
  })
  test('with a mask exactly the masked paths change, and absent ones are cleared', () => {
    expect(applyMask(plan, { name: 'Silver', pricing: {} }, parseMask('pricing.price,id'))).toEqual({
      id: '1',
      name: 'Gold',
      pricing: { tax: '1' },
      tags: ['a'],
    })
    expect(parseMask({ paths: ['a.b'] })).toEqual(['a.b'])
    expect(parseMask('')).toBeUndefined()
  })
})
