import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { fitQuery, parseQueryString, findQueryViolations } from './query-string.ts'

const packMessage = (message: unknown) => `.r=${Buffer.from(JSON.stringify(message)).toString('base64url')}`

describe('a query string becomes a message', () => {
  test.each([
    ['', {}],
    ['limit=10', { limit: '10' }],
    ['paging.limit=10&paging.offset=20', { paging: { limit: '10', offset: '20' } }],
    ['planIds=a&planIds=b&planIds=c', { planIds: ['a', 'b', 'c'] }],
    ['participantNotification.notifyParticipants=true', { participantNotification: { notifyParticipants: 'true' } }],
    ['name=Jo%C3%A3o+Silva', { name: 'João Silva' }],
    ['empty=', { empty: '' }],
    ['flag', { flag: '' }],
    ['a=1&a.b=2', { a: { b: '2' } }],
    ['a.b=2&a=1', { a: { b: '2' } }],
    ['a..b=1&.c=2&d.=3', {}],
    ['query.filter.$or=x', { query: { filter: { $or: 'x' } } }],
    ['bad=%E0%A4%A', { bad: '\uFFFD%A' }],
  ])('%s', (search, message) => {
    expect(parseQueryString(search)).toEqual(message)
  })

  test('`.r` holds the whole message and wins over other parameters', () => {
    const message = { query: { filter: { 'plan.id': { $in: ['a', 'ü'] } }, sort: [{ fieldName: 'name', order: 'ASC' }] } }
    expect(parseQueryString(packMessage(message))).toEqual(message)
    expect(parseQueryString(`query.paging.limit=3&id=x&${packMessage(message)}`)).toEqual({ id: 'x', ...message })
    expect(parseQueryString('.r=eyJxdWVyeSI6e319')).toEqual({ query: {} })
  })

  test.each(['.r=', '.r=%7B%7D', '.r=bm9wZQ', '.r=WzFd', '.r=MQ'])('%s cannot be read and is reported', (search) => {
    expect(findQueryViolations(parseQueryString(search))).toEqual([{ field: '.r', description: expect.any(String), violatedRule: 'FORMAT', data: {} }])
  })

  test('a readable query has nothing to report', () => {
    expect(findQueryViolations(parseQueryString(`a=1&${packMessage({})}`))).toEqual([])
    expect(findQueryViolations(undefined)).toEqual([])
  })

  test('no name reaches the prototype of objects', () => {
    parseQueryString('__proto__.polluted=1&constructor.prototype.polluted=1&a.__proto__.polluted=1')
    parseQueryString(`.r=${Buffer.from('{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1}}}').toString('base64url')}`)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('a name of a thousand parts does not build a tree', () => {
    expect(parseQueryString(`${'a.'.repeat(1000)}b=1`)).toEqual({})
  })

  test('no input makes it throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseQueryString(text)))
    fc.assert(fc.property(fc.string(), (text) => void parseQueryString(`.r=${text}`)))
  })

  test('every message of nested objects survives `.r`', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
        (message) => {
          const plain = JSON.parse(JSON.stringify(message)) as unknown
          if (!JSON.stringify(plain).includes('__proto__')) expect(parseQueryString(packMessage(plain))).toEqual(plain)
        },
      ),
    )
  })
})

describe('texts take the type of the schema', () => {
  const List = Type.Object({
    limit: Type.Optional(Type.Integer()),
    visible: Type.Optional(Type.Boolean()),
    planIds: Type.Optional(Type.Array(Type.String())),
    amounts: Type.Optional(Type.Array(Type.Number())),
    paging: Type.Optional(Type.Object({ limit: Type.Optional(Type.Integer()) })),
    maybe: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    code: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    state: Type.Optional(Type.Union([Type.Literal('ON'), Type.Literal('OFF')])),
  })

  test.each([
    ['limit=10&visible=true', { limit: 10, visible: true }],
    ['visible=false', { visible: false }],
    ['planIds=a', { planIds: ['a'] }],
    ['amounts=1.5&amounts=2', { amounts: [1.5, 2] }],
    ['paging.limit=7', { paging: { limit: 7 } }],
    ['maybe=4', { maybe: 4 }],
    ['code=007', { code: '007' }],
    ['state=ON', { state: 'ON' }],
    ['limit=1&limit=2', { limit: 2 }],
    ['unknown=1', { unknown: '1' }],
  ])('%s', (search, message) => {
    expect(fitQuery(List, parseQueryString(search))).toEqual(message)
  })

  test.each(['limit=ten', 'limit=', 'limit=0x10', 'limit=1e', 'visible=1', 'visible=TRUE', 'limit=Infinity'])(
    '%s stays a text, for validation to name it',
    (search) => {
      const [name = '', text] = search.split('=')
      expect(fitQuery(List, parseQueryString(search))).toEqual({ [name]: text })
    },
  )
})
