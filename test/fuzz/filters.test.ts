/** Every list takes every operator on every field that it may be filtered by, and any grouping of nothing: found or refused, never a failure. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newRandom, type Random } from '../kill/random.ts'
import { allOperations, type MountedOperation } from '../operations.ts'
import { startTestServer, type TestServer, type TestSite } from '../test-server.ts'
import { generateValid } from './generate.ts'

/** Every condition on every field, for long runs; else one on each of a few. */
const isWhole = process.env.FILTERS === 'all'
const FEW = 12
/** No entity has it: how a list answers to it is how it answers to all that it does not know. */
const UNKNOWN = 'noSuchField'
let random: Random
let server: TestServer
let site: TestSite
beforeAll(async () => {
  random = newRandom('filters')
  server = await startTestServer()
  site = await server.createSite({ name: 'Filtered', sample: isWhole })
})
afterAll(() => server.close())

interface Shape {
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
}
const MAX_LEVEL = 5
/** The fields of a schema with those of the objects and lists in it, dotted. */
function listFields(shape: Shape | undefined, level = 0): string[] {
  if (!shape || level > MAX_LEVEL) return []
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, part]) => [name, ...listFields(part, level + 1).map((inner) => `${name}.${inner}`)])
  return [...own, ...(shape.anyOf ?? []).flatMap((one) => listFields(one, level)), ...listFields(shape.items, level)]
}

type Place = readonly string[]
const places: readonly Place[] = [['query', 'filter'], ['search', 'filter'], ['filter']]
function hasPart(shape: Shape | undefined, [name, ...rest]: Place): boolean {
  if (name === undefined) return true
  return [shape, ...(shape?.anyOf ?? [])].some((one) => one?.properties?.[name] && hasPart(one.properties[name], rest))
}

interface List extends MountedOperation {
  /** Where in the body the filter stands. */
  place: Place
}
/** What a list needs beside its filter. */
const required: Readonly<Record<string, object>> = { 'availability.queryEvents': { fromLocalDate: '2031-01-01T00:00:00', toLocalDate: '2031-01-08T00:00:00' } }
/** Lists and counts by POST. Left alone are those that change what a filter finds, and free times, whose filter is no filter but services and a period. */
const lists = allOperations().flatMap((one): List[] => {
  const place = places.find((parts) => hasPart(one.op.body as Shape | undefined, parts))
  return place && !/bulk|queryAvailability$/i.test(one.name) ? [{ ...one, place }] : []
})
const toGroup = ({ name }: MountedOperation) => name.split('.')[0]
/** What the entities of a group are made of; a count has none of its own. */
const candidatesOf = (list: List): string[] => [
  ...new Set(
    allOperations()
      .filter((one) => toGroup(one) === toGroup(list))
      .flatMap(({ op }) => Object.values((op.reply as Shape).properties ?? {}).flatMap((part) => listFields(part))),
  ),
]

const values = ['0a0a0a0a-0000-4000-8000-000000000001', 'Morning Flow', '', '%_\\', 1, -1.5, 3e20, true, '2031-01-02T09:30:00.000Z', '2031-01-02', null]
const valueLists = [[], ...values.map((one) => [one]), values]
const operands: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'].map((operator) => [operator, values])),
  ...Object.fromEntries(['$in', '$nin', '$hasSome', '$hasAll'].map((operator) => [operator, valueLists])),
  ...Object.fromEntries(['$startsWith', '$endsWith', '$contains'].map((operator) => [operator, ['Morning', '', '%_\\']])),
  ...Object.fromEntries(['$exists', '$isEmpty'].map((operator) => [operator, [true, false]])),
  $matchItems: [[], [{}], [{ id: values[0] }], [{ key: 'Morning' }]],
}
const conditions = Object.entries(operands).flatMap(([operator, list]) => list.map((operand) => ({ [operator]: operand })))
const groupsOfNothing = [
  {},
  { $and: [] },
  { $or: [] },
  { $not: {} },
  { $not: [] },
  { $or: [{}] },
  { $or: [{ $or: [] }] },
  { $and: [{ $or: [] }, {}] },
  { $not: { $not: { $or: [] } } },
]

function toBody({ name, op, place }: List, filter: unknown): Record<string, unknown> {
  const body = (op.body ? generateValid(op.body, () => undefined, undefined) : {}) as Record<string, unknown>
  const [outer = '', inner] = place
  return { ...body, ...required[name], [outer]: inner ? { ...(body[outer] as object), [inner]: filter } : filter }
}

const pickSome = <T>(list: readonly T[], count: number): T[] => (list.length === 0 ? [] : Array.from({ length: count }, () => random.pick(list)))

test.each(lists)(
  '$name',
  async (list) => {
    const send = async (filter: unknown) => {
      const reply = await server.call(list.op.method, list.op.path, { as: site, body: toBody(list, filter) })
      expect(reply.status, `${JSON.stringify(filter)}: ${server.problems.at(-1)}`).toBeLessThan(500)
      return reply
    }
    // Its body is right but for what the filter says.
    expect((await send({})).status).toBe(200)
    for (const group of groupsOfNothing) await send(group)
    const unknown = await send({ [UNKNOWN]: { $exists: true } })
    const [fields, tried] = [candidatesOf(list), (all: readonly object[]) => (isWhole ? all : [random.pick(all)])]
    for (const field of isWhole ? fields : pickSome(fields, FEW)) {
      const { text } = await send({ [field]: { $exists: true } })
      if (text.replaceAll(field, UNKNOWN) === unknown.text) continue
      for (const condition of tried(conditions)) {
        const filter = { [field]: condition }
        const isTaken = (await send(filter)).status === 200
        if (isTaken) await send(random.pick([{ $not: filter }, { $or: [{ $or: [] }, filter] }, { $not: { $or: [filter] } }, { ...filter, $or: [] }]))
      }
    }
  },
  900_000,
)

test('the lists are those of the product', () => {
  expect(lists.length).toBeGreaterThan(45)
})
