/** Pipelining saves round trips and changes nothing else: DB_PIPELINE=0 and 1 behave alike on PostgreSQL. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Batching } from '#kit/db/connection.ts'
import { type OpenDatabase, pipelineQuery } from '#kit/db/open.ts'
import { emptyDatabase } from '../test-databases.ts'

const onServer = test.skipIf(!process.env.TEST_DATABASE_URL)

/** What a transaction may do, in the order in which it does it. `n` meets a row that is there already now and then. */
type Step = {
  kind: 'insert' | 'pipelined insert' | 'pipelined insert with result' | 'pipelined count with result' | 'batched insert' | 'batched insert with result'
  n: number
}
const stepArbitrary = fc.record<Step>({
  kind: fc.constantFrom<Step['kind']>(
    'insert',
    'pipelined insert',
    'pipelined insert with result',
    'pipelined count with result',
    'batched insert',
    'batched insert with result',
  ),
  n: fc.integer({ min: 0, max: 30 }),
})

const insertRow = (n: number) => sql<{ n: number }>`insert into step (n) values (${n}) returning n`
/** No other transaction is under way: there is nothing to combine it with. */
const batching: Batching = {
  key: 'steps',
  combine: () => {
    throw new Error('one is not combined')
  },
}
/** What came of the steps in one transaction, and what the table holds afterwards, in the order of writing. */
async function play({ db }: OpenDatabase, steps: readonly Step[]) {
  const outcome = await db
    .transaction()
    .execute(async (tx) => {
      const results: unknown[] = []
      for (const { kind, n } of steps) {
        const translate = (error: unknown): never => {
          throw Object.assign(new Error(`row ${n} is there already`), { code: (error as { code: string }).code })
        }
        if (kind === 'insert') results.push((await insertRow(n).execute(tx)).rows)
        else if (kind === 'pipelined insert') await pipelineQuery(tx, insertRow(n), translate)
        else if (kind === 'pipelined insert with result') results.push(await (await pipelineQuery(tx, insertRow(n), translate))())
        else if (kind === 'batched insert') await pipelineQuery(tx, insertRow(n), translate, batching)
        else if (kind === 'batched insert with result') results.push(await (await pipelineQuery(tx, insertRow(n), translate, batching))())
        else results.push(await (await pipelineQuery(tx, sql`select count(*) as count from step`))())
      }
      return results
    })
    .catch((error: Error & { code?: string; detail?: string }) => ({ message: error.message, code: error.code, detail: error.detail }))
  return { outcome, rows: (await sql`select n from step order by position`.execute(db)).rows }
}

onServer('with and without pipelining a transaction has the same results, the same error and the same order', async () => {
  const databases = await Promise.all([true, false].map((isPipelined) => emptyDatabase({ isPipelined })))
  try {
    for (const { script } of databases) await script('create table step (n int primary key, position int generated always as identity)')
    const outcomes: unknown[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 8 }), async (steps) => {
        const [pipelined, plain] = await Promise.all(databases.map((database) => play(database, steps)))
        expect(pipelined).toEqual(plain)
        outcomes.push(plain?.outcome)
      }),
      { numRuns: 200 },
    )
    // Both ends were met often enough to say something.
    expect(outcomes.filter(Array.isArray).length).toBeGreaterThan(20)
    expect(outcomes.filter((outcome) => !Array.isArray(outcome)).length).toBeGreaterThan(20)
  } finally {
    for (const database of databases) await database.close()
  }
})

onServer('a statement that was rolled back before it was sent tells who waits for its result', async () => {
  const database = await emptyDatabase({ isPipelined: true })
  try {
    await database.script('create table step (n int primary key)')
    let result: Promise<unknown> | undefined
    const work = database.db.transaction().execute(async (tx) => {
      const pending = await pipelineQuery(tx, insertRow(1), undefined, batching)
      result = new Promise((resolve) => setImmediate(resolve)).then(pending)
      result.catch(() => undefined)
      throw new Error('changed its mind')
    })
    await expect(work).rejects.toThrow('changed its mind')
    await expect(result).rejects.toThrow('rolled back before the statement was sent')
    expect((await sql`select n from step`.execute(database.db)).rows).toEqual([])
  } finally {
    await database.close()
  }
})

onServer('without pipelining every statement is answered before the next one is sent', async () => {
  const database = await emptyDatabase({ isPipelined: false })
  try {
    await database.script('create table step (n int primary key)')
    const order: string[] = []
    await database.db.transaction().execute(async (tx) => {
      const result = await pipelineQuery(tx, insertRow(1))
      void result().then(() => order.push('answered'))
      await new Promise((resolve) => setImmediate(resolve))
      order.push('next')
    })
    expect(order).toEqual(['answered', 'next'])
    await expect(database.db.transaction().execute(async (tx) => void (await pipelineQuery(tx, insertRow(1))))).rejects.toMatchObject({ code: '23505' })
  } finally {
    await database.close()
  }
})
