import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipelineQuery, type Tx } from '#kit/db/open.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.open.script('create table step (n int primary key)')
})
afterAll(() => server.close())

const insert = (n: number) => sql<{ n: number }>`insert into step values (${n}) returning n`
const steps = async () => (await sql<{ n: number }>`select n from step order by n`.execute(server.open.db)).rows.map((row) => row.n)

test('pipelined statements are carried out in order, and their results can be asked for', async () => {
  const sent: string[] = []
  server.open.watch.onStatement = (text, { isPipelined }) => void (isPipelined || sent.push(text))
  const answers = await server.open.db.transaction().execute(async (tx) => {
    const first = await pipelineQuery(tx, insert(1))
    const second = await pipelineQuery(tx, sql<{ count: number }>`select count(*) as count from step`)
    const third = await insert(2).execute(tx)
    await pipelineQuery(tx, insert(3))
    return [await first(), await second(), third.rows]
  })
  server.open.watch.onStatement = undefined
  expect(answers).toEqual([[{ n: 1 }], [{ count: 1 }], [{ n: 2 }]])
  expect(await steps()).toEqual([1, 2, 3])
  expect(sent.filter((text) => text !== 'begin')).toHaveLength(2)
})

test('an answer that is asked for before the next statement comes by itself', async () => {
  const asked = server.open.db.transaction().execute(async (tx) => (await pipelineQuery(tx, sql<{ one: number }>`select 1 as one`))())
  expect(await asked).toEqual([{ one: 1 }])
})

test('outside of a transaction it is carried out at once', async () => {
  const answer = await pipelineQuery(server.open.db as unknown as Tx, sql<{ two: number }>`select 2 as two`)
  expect(await answer()).toEqual([{ two: 2 }])
  await expect(pipelineQuery(server.open.db as unknown as Tx, insert(1))).rejects.toMatchObject({ code: '23505' })
})

test('a statement that fails on its way fails the transaction with its own error', async () => {
  const twice = { message: expect.stringContaining('step_pkey') as string }
  await expect(
    server.open.db.transaction().execute(async (tx) => {
      await insert(4).execute(tx)
      await pipelineQuery(tx, insert(1))
    }),
  ).rejects.toMatchObject(twice)
  await expect(
    server.open.db.transaction().execute(async (tx) => {
      await pipelineQuery(tx, insert(1))
      await insert(5).execute(tx)
    }),
  ).rejects.toMatchObject(twice)
  await expect(
    server.open.db.transaction().execute(async (tx) => {
      await pipelineQuery(tx, insert(1))
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow(/changed my mind|step_pkey/)
  expect(await steps()).toEqual([1, 2, 3])
})
