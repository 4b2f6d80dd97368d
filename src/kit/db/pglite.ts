/**
 * The embedded database behind a few calls, on this thread or on its own. A commit is answered when its log is on the disk; a disk
 * that takes no more, or an engine that came to its end, is reported at once, and every call fails from then on.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles, openDurably } from './durable-files.ts'

export type EngineCall = { kind: 'query'; text: string; params: readonly unknown[] } | { kind: 'script'; text: string } | { kind: 'checkpoint' | 'close' }
export interface EngineResult {
  rows: unknown[][]
  fields: { name: string; dataTypeID: number }[]
  affected: number
}
export interface EmbeddedEngine {
  query(text: string, params: readonly unknown[]): Promise<EngineResult>
  script(text: string): Promise<void>
  /** Writes what the log holds into the tables' files and brings those to the disk, so that the log can be cut. */
  checkpoint(): Promise<void>
  close(): Promise<void>
  /** Writes the whole database into one file, from which another can be opened quickly. */
  dump(file: string): Promise<void>
}

/** Types that become something else than text on our side of the thread; they cross it as text. */
export const keepText = (text: string): string => text
const TEXT_TYPES = [20, 1700, 1184, 1082, 1083, 1114, 3910]

/** The reason why the engine failed. */
export type OnBroken = (reason: string) => void

/**
 * As the engine's own, except that it brings its files to the disk, in the one way that reaches the layer of files. No checkpoint
 * comes by itself in an engine of one process.
 */
const START_PARAMS = [...PGlite.defaultStartParams.filter((one) => one !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

const settings = () => ({
  parsers: Object.fromEntries(TEXT_TYPES.map((oid) => [oid, keepText])),
  extensions: { btree_gist, pg_trgm },
})

const openDurableEngine = (dataDir: string, onBroken: OnBroken): Promise<PGlite> =>
  openDurably(
    dataDir,
    () => PGlite.create({ ...settings(), startParams: START_PARAMS, fs: new DurableFiles(dataDir, onBroken) }),
    (engine) => engine.exec('checkpoint'),
  )

/** SQLSTATE of a system that fails below the engine: input and output (58), disk full (53100), files that are damaged (XX001, XX002). */
const fatalSqlState = /^(58|53100$|XX00[12]$)/

/** Opens the engine on this thread. Without a folder it lives in memory. `onBroken` may be called once, at any time. */
export async function openPglite({
  dataDir,
  template,
  onBroken = () => undefined,
}: {
  dataDir?: string | undefined
  template?: string | undefined
  onBroken?: OnBroken | undefined
}): Promise<EmbeddedEngine> {
  let broken: Error | undefined
  const reportBroken: OnBroken = (reason) => {
    broken ??= new Error(`The embedded database cannot go on: ${reason}.`)
    onBroken(reason)
  }
  const engine = dataDir
    ? await openDurableEngine(dataDir, reportBroken)
    : await PGlite.create({ ...settings(), ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}) })
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    if (broken) throw broken
    try {
      return await work()
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string }
      // Errors of SQL have a code; an error of the engine without one means that it crashed.
      if (typeof code === 'string' ? fatalSqlState.test(code) : error instanceof WebAssembly.RuntimeError || engine.closed) reportBroken(message)
      throw broken ?? error
    }
  }
  return {
    query: (text, params) =>
      guard(async () => {
        const result = await engine.query<unknown[]>(text, [...params], { rowMode: 'array' })
        // The answer of a commit that the disk did not take.
        if (broken) throw broken
        return { rows: result.rows, fields: result.fields, affected: result.affectedRows ?? 0 }
      }),
    script: (text) => guard(async () => void (await engine.exec(text))),
    checkpoint: () => guard(async () => void (await engine.exec('checkpoint'))),
    close: () => engine.close(),
    async dump(file) {
      const temporaryFile = `${file}.${process.pid}`
      writeFileSync(temporaryFile, new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()))
      renameSync(temporaryFile, file)
    },
  }
}

/** Longer than any statement of ours takes, tidying included. */
const DEADLINE_MS = 300_000

/**
 * Opens the engine on a thread of its own. `file` is the built worker. `onBroken` is called once when the engine cannot go on: the
 * disk takes no more, the thread ended, or a call is not answered within five minutes.
 */
export async function openPgliteInWorker(file: string, dataDir: string, onBroken: OnBroken): Promise<EmbeddedEngine> {
  const worker = new Worker(file, { workerData: { dataDir } })
  const pendingCalls = new Map<number, { done: (value: never) => void; fail: (error: Error) => void; until: number }>()
  let broken: Error | undefined
  let isClosing = false
  const failAll = (reason: string) => {
    if (broken || isClosing) return
    broken = new Error(`The embedded database cannot go on: ${reason}.`)
    for (const call of pendingCalls.values()) call.fail(broken)
    pendingCalls.clear()
    onBroken(reason)
  }
  await new Promise<void>((done, fail) => {
    worker.on('message', (message: { ready?: true; broken?: string }) => {
      if (message.ready) done()
      if (message.broken) {
        fail(new Error(message.broken))
        failAll(message.broken)
      }
    })
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`its thread ended with code ${code}`)))
  })
  worker.on('message', ({ id, value, error }: { id?: number; value: never; error?: { message: string } }) => {
    if (id === undefined) return
    const call = pendingCalls.get(id)
    pendingCalls.delete(id)
    if (error) call?.fail(Object.assign(new Error(error.message), error))
    else call?.done(value)
  })
  worker.on('error', (error) => failAll((error as Error).message))
  worker.on('exit', (code) => failAll(`its thread ended with code ${code}`))
  const deadlineTimer = setInterval(() => {
    const now = performance.now()
    if ([...pendingCalls.values()].some(({ until }) => until < now)) failAll('it does not answer')
  }, 1000).unref()
  let lastId = 0
  const callWorker = <T>(call: EngineCall): Promise<T> =>
    new Promise((done, fail) => {
      if (broken) return fail(broken)
      const id = ++lastId
      pendingCalls.set(id, { done: done as (value: never) => void, fail, until: performance.now() + DEADLINE_MS })
      worker.postMessage({ id, call })
    })
  return {
    query: (text, params) => callWorker<EngineResult>({ kind: 'query', text, params }),
    script: (text) => callWorker<void>({ kind: 'script', text }),
    checkpoint: () => callWorker<void>({ kind: 'checkpoint' }),
    dump: () => Promise.reject(new Error('a database on its own thread is not dumped')),
    close: async () => {
      await callWorker<void>({ kind: 'close' })
      isClosing = true
      clearInterval(deadlineTimer)
      await worker.terminate()
    },
  }
}
