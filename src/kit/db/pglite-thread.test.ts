/** A thread that ends, fails or falls silent: every call fails at once, and the server hears it once. The threads are stand-ins that do as they are told. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { type EngineThread, startEngineThread } from './engine-thread.ts'
import { useEngineThread } from './pglite-thread.ts'

/** Answers every call in the order of their coming, except that it is told otherwise by the text. */
const standIn = `
  import { parentPort } from 'node:worker_threads'
  const kept = []
  const obey = {
    exit: () => process.exit(3),
    throw: () => { throw new Error('planted failure') },
    reject: () => void Promise.reject(new Error('planted rejection')),
    break: () => parentPort.postMessage({ broken: 'the disk is full' }),
    block: () => { for (;;); },
    // The engine works on it, and those after it wait.
    wait: () => undefined,
    'answer one': () => parentPort.postMessage({ id: kept.shift(), value: 'late' }),
  }
  parentPort.on('message', ({ id, call }) => {
    const order = obey[call.text ?? call.folder]
    if (!order && kept.length === 0) parentPort.postMessage({ id, value: 'done' })
    else if (call.text !== 'answer one') kept.push(id)
    order?.()
  })
  parentPort.postMessage({ ready: true })
`
let folder: string
let thread: EngineThread
let reasons: string[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-thread-'))
  writeFileSync(join(folder, 'stand-in.mjs'), standIn)
})
afterEach(async () => {
  vi.useRealTimers()
  await thread.worker.terminate()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(...bounds: Parameters<typeof useEngineThread> extends [unknown, unknown, ...infer Rest] ? Rest : never): Promise<EmbeddedEngine> {
  thread = startEngineThread(join(folder, 'stand-in.mjs'), {})
  reasons = []
  const engine = useEngineThread(thread, (reason) => reasons.push(reason), ...bounds)
  await thread.ready
  return engine
}
const ask = (engine: EmbeddedEngine, text: string) => engine.query(text, [], true)
/** What became of each. */
const outcomes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'answered'))
const everyKind = (engine: EmbeddedEngine) => [
  ask(engine, 'select 1'),
  engine.script('select 1'),
  engine.vacuum(),
  engine.checkpoint(),
  engine.copyTo('elsewhere'),
]

describe('a thread that fails', () => {
  test.each([
    ['ends', 'exit', 'its thread ended with code 3'],
    ['throws', 'throw', 'planted failure'],
    ['rejects', 'reject', 'planted rejection'],
    ['says so', 'break', 'the disk is full'],
  ])('that %s: calls under way and later ones fail at once, and it is told once', async (_title, order, reason) => {
    const engine = await open()
    expect(await outcomes([ask(engine, 'select 1')])).toEqual(['answered'])
    const failure = `The embedded database cannot go on: ${reason}.`
    expect(await outcomes([ask(engine, 'wait'), ...everyKind(engine), ask(engine, order)])).toEqual(Array(7).fill(failure))
    expect(await outcomes([...everyKind(engine), engine.close()])).toEqual(Array(6).fill(failure))
    // Whatever else is heard of it.
    await thread.worker.terminate()
    expect(reasons).toEqual([reason])
  })

  test('that ends because the database is closed is no failure', async () => {
    const engine = await open()
    await engine.close()
    expect(reasons).toEqual([])
  })
})

describe('a thread that falls silent', () => {
  test.each(['wait', 'block'])('fails every call when the bound of the first one is over, and it is told once (%s)', async (order) => {
    const engine = await open({ statementMs: 50, longMs: 100_000 })
    const failure = 'The embedded database cannot go on: a statement was not answered within 0.05 seconds.'
    expect(await outcomes([ask(engine, order), ...everyKind(engine)])).toEqual(Array(6).fill(failure))
    expect(await outcomes(everyKind(engine))).toEqual(Array(5).fill(failure))
    expect(reasons).toEqual(['a statement was not answered within 0.05 seconds'])
  })

  test.each([
    ['script', (engine: EmbeddedEngine) => engine.script('wait')],
    ['copyTo', (engine: EmbeddedEngine) => engine.copyTo('wait')],
  ])('with long work (%s): after the bound of long work', async (kind, begin) => {
    const engine = await open({ statementMs: 20, longMs: 400 })
    const startedAt = performance.now()
    expect(await outcomes([begin(engine), ask(engine, 'select 1')])).toEqual(
      Array(2).fill(`The embedded database cannot go on: ${kind} was not answered within 0.4 seconds.`),
    )
    expect(performance.now() - startedAt).toBeGreaterThan(350)
  })
})

describe('as a server has it', () => {
  /** Time passes for the bounds alone: a second of the clock at a time, as long as this thread is awake. */
  const passSeconds = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
  const openFrozen = () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    return open()
  }

  test('a statement may take a minute', async () => {
    const engine = await openFrozen()
    const calls = outcomes([ask(engine, 'wait')])
    passSeconds(60)
    expect(reasons).toEqual([])
    passSeconds(1)
    expect(reasons).toEqual(['a statement was not answered within 60 seconds'])
    await calls
  })

  test('a statement has its minute from when those before it are answered', async () => {
    const engine = await openFrozen()
    const first = ask(engine, 'wait')
    const second = outcomes([ask(engine, 'wait')])
    passSeconds(50)
    void outcomes([ask(engine, 'answer one')])
    await first
    passSeconds(60)
    expect(reasons).toEqual([])
    passSeconds(1)
    expect(reasons).toHaveLength(1)
    await second
  })

  test('what waits behind long work does not end it', async () => {
    const engine = await openFrozen()
    const calls = outcomes([engine.script('wait'), ask(engine, 'select 1')])
    passSeconds(30 * 60)
    expect(reasons).toEqual([])
    passSeconds(1)
    expect(reasons).toEqual(['script was not answered within 1800 seconds'])
    await calls
  })
})
