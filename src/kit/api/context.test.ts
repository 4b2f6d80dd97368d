/** What a context may do is decided by its type: the type check fails when one of the marked lines compiles. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from './context.ts'
import { operations } from './contract.ts'
import type { Handlers } from './mount.ts'
import { readSql } from '../db/open.ts'
import { Type } from 'typebox'

const useReadContext = (ctx: ReadContext): unknown[] => [
  ctx.db.selectFrom('site').selectAll().execute(),
  readSql(ctx.db, sql`select 1`),
  // @ts-expect-error a read changes nothing
  ctx.db.insertInto('site'),
  // @ts-expect-error a read changes nothing
  ctx.db.updateTable('site'),
  // @ts-expect-error a read changes nothing
  ctx.db.deleteFrom('site'),
  // @ts-expect-error raw SQL could change rows
  sql`delete from site`.execute(ctx.db),
  // @ts-expect-error there is no transaction
  ctx.tx,
  // @ts-expect-error nothing is saved that an event could be saved with
  ctx.emit,
  // @ts-expect-error nothing is saved that an event could be saved with
  ctx.enqueue,
  // @ts-expect-error nothing is saved that an event could be saved with
  ctx.queueEmail,
  // @ts-expect-error operations that open a transaction declare `work: 'own'`
  ctx.transaction,
]

const lockSite = (ctx: TransactionContext) => ctx.tx.selectFrom('site').selectAll().forUpdate().execute()
const passContexts = (read: ReadContext, own: OwnTransactionContext, inTransaction: TransactionContext): unknown[] => [
  lockSite(inTransaction),
  useReadContext(inTransaction),
  own.transaction(lockSite),
  own.read((inner) => Promise.resolve(useReadContext(inner))),
  // @ts-expect-error a row lock needs a transaction
  lockSite(read),
  // @ts-expect-error a row lock needs a transaction
  lockSite(own),
  // @ts-expect-error between the transactions there are only `read` and `statement`
  own.db,
  // @ts-expect-error between the transactions there are only `read` and `statement`
  own.read(lockSite),
]

const api = operations({
  look: { method: 'GET', path: '/v1/look', summary: '', access: 'anyone', work: 'read', reply: Type.Object({}), refuses: [] },
  change: { method: 'POST', path: '/v1/change', summary: '', access: 'anyone', reply: Type.Object({}), refuses: [] },
  prepare: { method: 'POST', path: '/v1/prepare', summary: '', access: 'anyone', work: 'own', reply: Type.Object({}), refuses: [] },
})
const reply = (ctx: BaseContext) => Promise.resolve({ ctx })
/** Each handler gets the context that the `work` of its operation names. */
const handlers: Handlers<typeof api> = {
  look: async (ctx) => reply(ctx).then(() => ({ rows: useReadContext(ctx) })),
  change: async (ctx) => lockSite(ctx).then(() => ({})),
  prepare: async (ctx) => ctx.transaction(lockSite).then(() => ({})),
}
const wrong: Handlers<typeof api> = {
  ...handlers,
  // @ts-expect-error the operation reads
  look: async (ctx) => lockSite(ctx).then(() => ({})),
  // @ts-expect-error the operation is in one transaction already
  change: async (ctx) => ctx.transaction(lockSite).then(() => ({})),
}

test('the marked lines do not compile', () => {
  expect([passContexts, handlers, wrong]).toHaveLength(3)
})
