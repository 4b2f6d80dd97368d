/**
 * The embedded database behind three calls, on this thread or on its own. It never calls fsync, so a commit is only
 * answered after the log files that it touched are on the disk.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { open as openFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

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

/** Opens the engine on this thread. Without a folder it lives in memory. */
export async function openLite({ dataDir, template }: { dataDir?: string | undefined; template?: string | undefined }): Promise<Lite> {
  const engine = await PGlite.create({
    ...(dataDir ? { dataDir } : {}),
    ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}),
    parsers: Object.fromEntries(TEXT_TYPES.map((oid) => [oid, asText])),
    extensions: { btree_gist, pg_trgm },
  })
  const log = dataDir ? new LogOnDisk(join(dataDir, 'pg_wal')) : undefined
  let writes = false
  let inTransaction = false
  let lastCheckpoint = 0
  return {
    async query(text, params) {
      const result = await engine.query<unknown[]>(text, [...params], { rowMode: 'array' })
      const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase()
      if (word === 'begin' || word === 'start') inTransaction = true
      else if (word !== 'select' || /\bfor (update|share)\b|\binsert\b|\bupdate\b|\bdelete\b|\b\w+\(/i.test(text)) writes = true
      if (word === 'commit' || word === 'rollback') inTransaction = false
      if (writes && !inTransaction) {
        writes = false
        if (word !== 'rollback') await log?.flush()
      }
      return { rows: result.rows, fields: result.fields, affected: result.affectedRows ?? 0 }
    },
    async script(text) {
      await engine.exec(text)
      await log?.flush()
    },
    async checkpoint() {
      await engine.exec('checkpoint')
      if (dataDir) await syncChanged(dataDir, lastCheckpoint)
      lastCheckpoint = Date.now()
    },
    close: () => engine.close(),
    async dump(file) {
      const part = `${file}.${process.pid}`
      writeFileSync(part, new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()))
      renameSync(part, file)
    },
  }
}

/** Opens the engine on a thread of its own. `file` is the built worker. */
export async function openLiteOnThread(file: string, dataDir: string): Promise<Lite> {
  const worker = new Worker(file, { workerData: { dataDir } })
  const waiting = new Map<number, { done: (value: never) => void; fail: (error: Error) => void }>()
  await new Promise<void>((done, fail) => {
    worker.once('message', () => done())
    worker.once('error', fail)
  })
  let last = 0
  worker.on('message', ({ id, value, error }: { id: number; value: never; error?: { message: string } }) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.fail(Object.assign(new Error(error.message), error))
    else call?.done(value)
  })
  worker.on('error', (error) => {
    for (const call of waiting.values()) call.fail(error as Error)
    waiting.clear()
  })
  const ask = <T>(call: LiteCall): Promise<T> =>
    new Promise((done, fail) => {
      const id = ++last
      waiting.set(id, { done: done as (value: never) => void, fail })
      worker.postMessage({ id, call })
    })
  return {
    query: (text, params) => ask<LiteResult>({ kind: 'query', text, params }),
    script: (text) => ask<void>({ kind: 'script', text }),
    checkpoint: () => ask<void>({ kind: 'checkpoint' }),
    dump: () => Promise.reject(new Error('a database on its own thread is not dumped')),
    close: async () => {
      await ask<void>({ kind: 'close' })
      await worker.terminate()
    },
  }
}

/** Brings the files that changed since then to the disk. */
async function syncChanged(folder: string, since: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // A second of slack: not every file system counts milliseconds.
    const changed = await stat(path).catch(() => undefined)
    if (!changed || changed.mtimeMs < since - 1000) continue
    const file = await openFile(path, 'r+').catch(() => undefined)
    if (!file) continue // recycled in between
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}

/** Brings the write-ahead log to the disk. Calls that arrive while one is under way share the next. */
class LogOnDisk {
  readonly #folder: string
  readonly #synced = new Map<string, number>()
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  constructor(folder: string) {
    this.#folder = folder
  }

  flush(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#sync().finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return this.flush()
    })
    return this.#next
  }

  async #sync(): Promise<void> {
    if (!existsSync(this.#folder)) return
    for (const name of await readdir(this.#folder)) {
      if (!/^[0-9A-F]{24}$/.test(name)) continue
      const path = join(this.#folder, name)
      const { mtimeMs } = await stat(path)
      if (this.#synced.get(name) === mtimeMs) continue
      const file = await openFile(path, 'r+')
      try {
        await file.datasync()
      } finally {
        await file.close()
      }
      this.#synced.set(name, mtimeMs)
    }
  }
}
