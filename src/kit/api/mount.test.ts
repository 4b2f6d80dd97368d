import Fastify from 'fastify'
import { type Dialect, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Clocks } from './clock.ts'
import { groupOperations, mount, type MountDeps } from './mount.ts'

/** No statement is sent. */
const dialect: Dialect = {
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
}

const greeting = {
  method: 'GET',
  path: '/api/greeting',
  summary: 'A greeting',
  access: 'anyone',
  work: 'own',
  reply: Type.Object({ text: Type.String({ maxLength: 5 }) }),
  refuses: [],
} as const

/** A server with one operation whose reply is longer than its schema allows. */
function startServer(strict: boolean) {
  const problems: string[] = []
  const deps = {
    database: { db: new Kysely({ dialect }) },
    clocks: new Clocks(),
    authenticate: async () => ({ role: 'visitor', siteId: '00000000-0000-4000-8000-000000000001' }),
    resolveSite: async () => '00000000-0000-4000-8000-000000000001',
    loadOrigins: async () => ({ origin: 'http://localhost', origins: [] }),
    findPreferredLanguage: async () => undefined,
    strict,
    report: (problem: string, error: unknown) => problems.push(`${problem}: ${(error as Error).message}`),
  } as unknown as MountDeps
  const app = Fastify()
  mount(app, [groupOperations('greetings', { getGreeting: greeting }, { getGreeting: async () => ({ text: 'Good evening, secret' }) })], deps, undefined)
  return { app, problems }
}

test('a reply that breaks its schema goes out in production, and the log names the operation and the field, not the value', async () => {
  const { app, problems } = startServer(false)
  const reply = await app.inject('/api/greeting')
  expect([reply.statusCode, reply.json()]).toEqual([200, { text: 'Good evening, secret' }])
  expect(problems).toEqual([expect.stringMatching(/^the reply of greetings\.getGreeting breaks its schema: \/text .*5/)])
  expect(problems[0]).not.toContain('secret')
  for (let call = 2; call <= 101; call++) await app.inject('/api/greeting')
  expect(problems).toHaveLength(11)
})

test('in tests it fails', async () => {
  expect((await startServer(true).app.inject('/api/greeting')).statusCode).toBe(500)
})
