/** An operation that does not say who may call it compiles nowhere, keeps the server from starting, and is refused where it is called all the same. */
import fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { sendError } from '../http/send-error.ts'
import type { Caller } from './context.ts'
import { type Operation, operations } from './contract.ts'
import { groupOperations, mount, type MountDeps } from './mount.ts'

const shape = { method: 'GET', path: '/v1/things', summary: '', work: 'read', reply: Type.Object({}), refuses: [] } as const

test('the marked lines do not compile', () => {
  const wrong = operations({
    // @ts-expect-error for the business, and neither a permission nor that it needs none
    forgotten: { ...shape, access: { owner: 'any' } },
    // @ts-expect-error members may call it, which says nothing of the business
    shared: { ...shape, access: { visitor: 'own', member: 'own', owner: 'any' } },
    // @ts-expect-error either it names a permission or it needs none
    contradictory: { ...shape, access: { owner: 'any' }, permission: 'THINGS.READ', needsNoPermission: true },
    // @ts-expect-error a marker is set or absent
    unmarked: { ...shape, access: { owner: 'any' }, needsNoPermission: false },
    // @ts-expect-error for no role
    unreachable: { ...shape, access: {} },
    // @ts-expect-error who may call it is missing altogether
    silent: shape,
    // @ts-expect-error what anyone may call needs no permission
    guarded: { ...shape, access: 'anyone', permission: 'THINGS.READ' },
  })
  expect(Object.keys(wrong)).toHaveLength(7)
})

/** A server with one operation, for a caller of the business with these permissions; all of them without a list. */
function createServer(op: object, permissions?: readonly string[]): FastifyInstance {
  const caller = { role: 'owner', siteId: 'site', ...(permissions && { permissions }) } as Caller
  const deps = {
    // Nothing here asks it.
    database: { db: { withoutPlugins: () => ({ withPlugin: () => ({}) }) } },
    authenticate: () => Promise.resolve(caller),
    loadOrigins: () => Promise.resolve({ origin: 'https://site.test', origins: [] }),
    findPreferredLanguage: () => Promise.resolve(undefined),
    dryRunReporters: [],
    strict: true,
    report: () => undefined,
  } as unknown as MountDeps
  const app = fastify()
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps))
  mount(app, [groupOperations('things', { list: op as Operation }, { list: () => Promise.resolve({}) })], deps, undefined)
  return app
}

describe('a registry with an operation that does not say who may call it is not mounted', () => {
  test.each([
    ['neither a permission nor that it needs none', { access: { owner: 'any' } }],
    ['an empty name', { access: { owner: 'any' }, permission: '' }],
    ['a marker that is off', { access: { owner: 'any' }, needsNoPermission: false }],
    ['both', { access: { owner: 'any' }, permission: 'THINGS.READ', needsNoPermission: true }],
    ['nothing of the business beside members', { access: { visitor: 'own', member: 'own', owner: 'any' } }],
    ['no role', { access: {} }],
    ['no access', {}],
  ])('%s', (_title, op) => {
    expect(() => createServer({ ...shape, ...op })).toThrow(/^operation things\.list does not say who may call it: /)
  })

  test.each([
    ['a permission', { access: { owner: 'any' }, permission: 'THINGS.READ' }],
    ['that it needs none', { access: { owner: 'any' }, needsNoPermission: true }],
    ['members only', { access: { member: 'own' } }],
    ['anyone', { access: 'anyone' }],
  ])('it is with %s', (_title, op) => {
    expect(() => createServer({ ...shape, ...op })).not.toThrow()
  })
})

describe('at run time', () => {
  const guarded = { ...shape, access: { owner: 'any' }, permission: 'THINGS.READ' }
  const open = { ...shape, access: { owner: 'any' }, needsNoPermission: true }

  test.each([
    ['the permission that it names', guarded, ['THINGS.READ'], 200],
    ['all permissions', guarded, undefined, 200],
    ['others', guarded, ['OTHERS.READ'], 403],
    ['none, which it needs', guarded, [], 403],
    ['none, when it needs none', open, [], 200],
  ] as const)('a caller with %s', async (_title, op, permissions, status) => {
    expect((await createServer(op, permissions).inject('/v1/things')).statusCode).toBe(status)
  })

  test.each([
    ['no permission', []],
    ['a permission', ['THINGS.READ']],
    ['all of them', undefined],
  ])('an operation that lost its mark after it was mounted is refused to a caller with %s', async (_title, permissions) => {
    const op: { needsNoPermission?: boolean } = { ...open }
    const server = createServer(op, permissions)
    expect((await server.inject('/v1/things')).statusCode).toBe(200)
    delete op.needsNoPermission
    const answer = await server.inject('/v1/things')
    expect([answer.statusCode, answer.json().details.applicationError.code]).toEqual([403, 'PERMISSION_DENIED'])
  })
})
