/**
 * The embedded database behind a few calls, on this thread or on its own. A commit is answered when its log is on the disk; a disk
 * that takes no more, or an engine that came to its end, is told at once, and every call fails from then on.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { FilesOnDisk, openWhole } from './files-on-disk.ts'

export type LiteCall = { kind: 'query'; text: string; params: readonly unknown[] } | { kind: 'script'; text: string } | { kind: 'checkpoint' | 'close' }
export interface LiteResult {
  rows: unknown[][]
  fields: { name: string; dataTypeID: number }[]
  affected: number
}
export interface Lite {
  query(text: string, params: readonly unknown[]): Promise<LiteResult>
  script(text: string): Promise<void>
  /** Writes what the log holds into the tables' files and brings those to the disk, so that the log can be cut. */
  checkpoint(): Promise<void>
  close(): Promise<void>
  /** Writes the whole database into one file, from which another can be opened quickly. */
  dump(file: string): Promise<void>
}

/** Types that become something else than text on our side of the thread; they cross it as text. */
export const asText = (text: string): string => text
const TEXT_TYPES = [20, 1700, 1184, 1082, 1083, 1114, 3910]

/** Says why the engine cannot go on. */
export type OnBroken = (reason: string) => void

/**
 * As the engine's own, except that it brings its files to the disk, in the one way that reaches the layer of files. No checkpoint
 * comes by itself in an engine of one process.
 */
const startParams = [...PGlite.defaultStartParams.filter((one) => one !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

const settings = () => ({
  parsers: Object.fromEntries(TEXT_TYPES.map((oid) => [oid, asText])),
  extensions: { btree_gist, pg_trgm },
})

const engineOn = (dataDir: string, onBroken: OnBroken): Promise<PGlite> =>
  openWhole(
    dataDir,
    () => PGlite.create({ ...settings(), startParams, fs: new FilesOnDisk(dataDir, onBroken) }),
    (engine) => engine.exec('checkpoint'),
  )

/** SQLSTATE of a system that fails below the engine: input and output (58), disk full (53100), files that are damaged (XX001, XX002). */
const grave = /^(58|53100$|XX00[12]$)/

/** Opens the engine on this thread. Without a folder it lives in memory. `onBroken` may be called once, at any time. */
export async function openLite({
  dataDir,
  template,
  onBroken = () => undefined,
}: {
  dataDir?: string | undefined
  template?: string | undefined
  onBroken?: OnBroken | undefined
}): Promise<Lite> {
  let broken: Error | undefined
  const told: OnBroken = (reason) => {
    broken ??= new Error(`The embedded database cannot go on: ${reason}.`)
    onBroken(reason)
  }
  const engine = dataDir
    ? await engineOn(dataDir, told)
    : await PGlite.create({ ...settings(), ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}) })
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (broken) throw broken
    try {
      return await work()
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string }
      // What the database says has a code; what has none and comes out of the engine is its end.
      if (typeof code === 'string' ? grave.test(code) : error instanceof WebAssembly.RuntimeError || engine.closed) told(message)
      throw broken ?? error
    }
  }
  return {
    query: (text, params) =>
      guarded(async () => {
        const result = await engine.query<unknown[]>(text, [...params], { rowMode: 'array' })
        // The answer of a commit that the disk did not take.
        if (broken) throw broken
        return { rows: result.rows, fields: result.fields, affected: result.affectedRows ?? 0 }
      }),
    script: (text) => guarded(async () => void (await engine.exec(text))),
    checkpoint: () => guarded(async () => void (await engine.exec('checkpoint'))),
    close: () => engine.close(),
    async dump(file) {
      const part = `${file}.${process.pid}`
      writeFileSync(part, new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()))
      renameSync(part, file)
    },
  }
}

/** Longer than any statement of ours takes, tidying included. */
const DEADLINE_MS = 300_000

/**
 * Opens the engine on a thread of its own. `file` is the built worker. `onBroken` is called once when the engine cannot go on: the
 * disk takes no more, the thread ended, or a call is not answered within five minutes.
 */
export async function openLiteOnThread(file: string, dataDir: string, onBroken: OnBroken): Promise<Lite> {
  const worker = new Worker(file, { workerData: { dataDir } })
  const waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void; until: number }>()
  let broken: Error | undefined
  let isClosing = false
  const breakDown = (reason: string) => {
    if (broken || isClosing) return
    broken = new Error(`The embedded database cannot go on: ${reason}.`)
    for (const call of waiting.values()) call.fail(broken)
    waiting.clear()
    onBroken(reason)
  }
  await new Promise<void>((done, fail) => {
    worker.on('message', (message: { ready?: true; broken?: string }) => {
      if (message.ready) done()
      if (message.broken) {
        fail(new Error(message.broken))
        breakDown(message.broken)
      }
    })
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`its thread ended with code ${code}`)))
  })
  worker.on('message', ({ id, value, error }: { id?: number; value: never; error?: { message: string } }) => {
    if (id === undefined) return
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.fail(Object.assign(new Error(error.message), error))
    else call?.done(value)
  })
  worker.on('error', (error) => breakDown((error as Error).message))
  worker.on('exit', (code) => breakDown(`its thread ended with code ${code}`))
  const watch = setInterval(() => {
    const now = performance.now()
    if ([...waiting.values()].some(({ until }) => until < now)) breakDown('it does not answer')
  }, 1000).unref()
  let last = 0
  const ask = <T>(call: LiteCall): Promise<T> =>
    new Promise((done, fail) => {
      if (broken) return fail(broken)
      const id = ++last
      waiting.set(id, { done: done as (value: never) => void, fail, until: performance.now() + DEADLINE_MS })
      worker.postMessage({ id, call })
    })
  return {
    query: (text, params) => ask<LiteResult>({ kind: 'query', text, params }),
    script: (text) => ask<void>({ kind: 'script', text }),
    checkpoint: () => ask<void>({ kind: 'checkpoint' }),
    dump: () => Promise.reject(new Error('a database on its own thread is not dumped')),
    close: async () => {
      await ask<void>({ kind: 'close' })
      isClosing = true
      clearInterval(watch)
      await worker.terminate()
    },
  }
}
