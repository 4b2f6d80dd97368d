import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Batching, Statement, StatementResult } from './connection.ts'
import { type BatchedStatement, StatementBatches } from './statement-batches.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** The text of a batch is that of its parts. */
const combine: Batching['combine'] = (statements) => ({ ...(statements[0] as Statement), text: statements.map(({ text }) => text).join('+') })
const statement = (text: string, key = 'a class'): BatchedStatement => ({ text, params: [], writes: [], mayPrepare: true, batching: { key, combine } })

/** A database that carries out what it is given when it is told to. */
function createDatabase() {
  const sent: string[] = []
  const underWay: { text: string; succeed(): void; fail(error: unknown): void }[] = []
  const start = (text: string): Promise<StatementResult> => {
    sent.push(text)
    return new Promise((resolve, reject) => {
      const rows = text.split('+').map((id) => ({ id: id.replace('alone ', '') }))
      underWay.push({ text, succeed: () => resolve({ command: 'SELECT', rowCount: rows.length, rows, isWrite: false }), fail: reject })
    })
  }
  const batches = new StatementBatches({ execute: ({ text }) => start(text), executeInTransaction: ({ text }) => start(`alone ${text}`) })
  /** What is under way by this text; ends it. */
  const find = async (text: string) => {
    await expect.poll(() => underWay.map((one) => one.text)).toContain(text)
    return underWay.splice(
      underWay.findIndex((one) => one.text === text),
      1,
    )[0] as (typeof underWay)[number]
  }
  return { sent, find, run: (text: string, key?: string) => batches.run(statement(text, key)) }
}
const toRow = (id: string) => ({ command: 'SELECT', rowCount: 1, rows: [{ id }], isWrite: false })

test('one is sent as it is; those that come meanwhile are one batch, and each gets its own row', async () => {
  const { run, find, sent } = createDatabase()
  const first = run('1')
  await setImmediate()
  const others = ['2', '3', '4'].map((text) => run(text))
  ;(await find('1')).succeed()
  ;(await find('2+3+4')).succeed()
  expect(await first).toEqual(toRow('1'))
  expect(await Promise.all(others)).toEqual(['2', '3', '4'].map(toRow))
  const later = run('5')
  ;(await find('5')).succeed()
  expect(await later).toEqual(toRow('5'))
  expect(sent).toEqual(['1', '2+3+4', '5'])
})

test('those of one moment are a batch at once, and keys do not wait for each other', async () => {
  const { run, find } = createDatabase()
  const results = [run('1'), run('2'), run('3', 'another class')]
  ;(await find('3')).succeed()
  ;(await find('1+2')).succeed()
  expect(await Promise.all(results)).toEqual(['1', '2', '3'].map(toRow))
})

test('a batch has at most sixteen; past 128 that queue they go their own way', async () => {
  const { run, find, sent } = createDatabase()
  const texts = Array.from({ length: 130 }, (_, at) => `${at}`)
  const results = texts.map((text) => run(text))
  ;(await find('alone 128')).succeed()
  ;(await find('alone 129')).succeed()
  for (let at = 0; at < 128; at += 16) (await find(texts.slice(at, at + 16).join('+'))).succeed()
  expect(await Promise.all(results)).toEqual(texts.map(toRow))
  expect(sent).toHaveLength(10)
})

test('when a batch fails, each is tried by itself and fails for its own reason alone', async () => {
  const { run, find, sent } = createDatabase()
  const [full, booked] = [run('1'), run('2')]
  ;(await find('1+2')).fail(new Error('full'))
  // Until one of them succeeds, later ones are not batched either.
  const [third, fourth] = [run('3'), run('4')]
  ;(await find('alone 1')).fail(new Error('full'))
  await expect(full).rejects.toThrow('full')
  ;(await find('alone 3')).fail(new Error('full as well'))
  await expect(third).rejects.toThrow('full as well')
  ;(await find('alone 2')).succeed()
  expect(await booked).toEqual(toRow('2'))
  const batch = [run('5'), run('6')]
  ;(await find('5+6')).succeed()
  ;(await find('alone 4')).succeed()
  expect(await Promise.all([fourth, ...batch])).toEqual(['4', '5', '6'].map(toRow))
  expect(sent).toEqual(['1+2', 'alone 1', 'alone 2', 'alone 3', 'alone 4', '5+6'])
})

test('a class that refused all takes batches again once none is under way', async () => {
  const { run, find } = createDatabase()
  const tried = [run('1'), run('2')]
  ;(await find('1+2')).fail(new Error('full'))
  for (const text of ['alone 1', 'alone 2']) (await find(text)).fail(new Error('full'))
  expect((await Promise.allSettled(tried)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const later = [run('3'), run('4')]
  ;(await find('3+4')).succeed()
  expect(await Promise.all(later)).toEqual(['3', '4'].map(toRow))
})

test('a single one that fails is not tried again', async () => {
  const { run, find, sent } = createDatabase()
  const only = run('1')
  ;(await find('1')).fail(new Error('full'))
  await expect(only).rejects.toThrow('full')
  expect(sent).toEqual(['1'])
})

test('when the connection is lost, those that were sent are in doubt, and those that queued are not', async () => {
  const { run, find, sent } = createDatabase()
  const results = [run('1'), run('2')]
  const batch = await find('1+2')
  const queued = run('3')
  batch.fail(new DatabaseUnavailable(new Error('cut'), { inDoubt: true, isLost: true }))
  const errors = await Promise.all([...results, queued].map((result) => result.catch((error: unknown) => error)))
  expect(errors).toMatchObject([true, true, false].map((inDoubt) => ({ name: 'DatabaseUnavailable', message: 'cut', inDoubt, isLost: true })))
  expect(new Set(errors).size).toBe(3)
  expect(sent).toEqual(['1+2'])
})
