/**
 * The embedded database behind a few calls, on this thread or on its own. A commit is answered when its log is on the disk; a disk
 * that takes no more, or an engine that came to its end, is reported at once, and every call fails from then on.
 */
import { constants, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFiles, openDurably } from './durable-files.ts'
import { EngineStatements, type EngineResult } from './pglite-statements.ts'

export type EngineCall =
  | { kind: 'query'; text: string; params: readonly unknown[]; mayPrepare: boolean }
  | { kind: 'script'; text: string }
  | { kind: 'copyTo'; folder: string }
  | { kind: 'checkpoint' | 'close' }
export interface EmbeddedEngine {
  /** `mayPrepare`: false when a kept plan would be a bad one for other values. */
  query(text: string, params: readonly unknown[], mayPrepare: boolean): Promise<EngineResult>
  script(text: string): Promise<void>
  /** Writes what the log holds into the tables' files and brings those to the disk, so that the log can be cut. */
  checkpoint(): Promise<void>
  /** Copies the files of the database, as they are at one moment, into a new folder that another engine can open. Only an engine with a folder can. */
  copyTo(folder: string): Promise<void>
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
 * The engine keeps an eighth of its 128 MB of pages and for maintenance a quarter of its 64 MB: its memory never shrinks, and what it drops is in the
 * cache of the system still.
 */
const MEMORY_PARAMS = ['-c', 'shared_buffers=16MB', '-c', 'maintenance_work_mem=16MB']

/**
 * As the engine's own, except that it brings its files to the disk, in the one way that reaches the layer of files. No checkpoint
 * comes by itself in an engine of one process.
 */
const START_PARAMS = [...PGlite.defaultStartParams.filter((one) => one !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', ...MEMORY_PARAMS]

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

export const brokenError = (reason: string): Error => new Error(`The embedded database cannot go on: ${reason}.`)

/** Runs calls of the engine until one shows that it cannot go on; from then on every call fails with the reason. */
class EngineGuard {
  #broken: Error | undefined
  readonly #onBroken: OnBroken

  constructor(onBroken: OnBroken) {
    this.#onBroken = onBroken
  }

  /** May be called by the layer of files at any time. */
  readonly reportBroken: OnBroken = (reason) => {
    this.#broken ??= brokenError(reason)
    this.#onBroken(reason)
  }

  async run<T>(engine: PGlite, work: () => Promise<T>): Promise<T> {
    if (this.#broken) throw this.#broken
    try {
      const result = await work()
      // A commit is answered although the disk did not take it.
      if (this.#broken) throw this.#broken
      return result
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string }
      // Errors of SQL have a code; an error of the engine without one means that it crashed.
      if (typeof code === 'string' ? fatalSqlState.test(code) : error instanceof WebAssembly.RuntimeError || engine.closed) this.reportBroken(message)
      throw this.#broken ?? error
    }
  }
}

/**
 * While the files are copied this thread does nothing else, and the engine has no other: the copy is what a power cut at this moment would leave,
 * which the engine opens. Of the log only what a start after the checkpoint reads is copied.
 */
async function copyFiles(engine: PGlite, dataDir: string, folder: string): Promise<void> {
  await engine.exec('checkpoint')
  const { rows } = await engine.query<{ first: string; last: string }>(
    'select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()',
  )
  const [{ first, last } = { first: '', last: '' }] = rows
  const isNeeded = (path: string) => {
    const name = basename(path)
    return name !== 'postmaster.pid' && (!/^[0-9A-F]{24}$/.test(name) || (name >= first && name <= last))
  }
  cpSync(dataDir, folder, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNeeded })
}

async function dumpEngine(engine: PGlite, file: string): Promise<void> {
  // Without it, every opening would replay the log of all that was written before.
  await engine.exec('checkpoint')
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()))
  renameSync(temporaryFile, file)
}

/** Opens the engine on this thread. Without a folder it is kept in memory. `onBroken` may be called once, at any time. */
export async function openPglite({
  dataDir,
  template,
  onBroken = () => undefined,
}: {
  dataDir?: string | undefined
  template?: string | undefined
  onBroken?: OnBroken | undefined
}): Promise<EmbeddedEngine> {
  const guard = new EngineGuard(onBroken)
  const engine = dataDir
    ? await openDurableEngine(dataDir, guard.reportBroken)
    : await PGlite.create({
        ...settings(),
        startParams: [...PGlite.defaultStartParams, ...MEMORY_PARAMS],
        ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}),
      })
  const statements = new EngineStatements(engine)
  return {
    query: (text, params, mayPrepare) => guard.run(engine, () => statements.run(text, params, mayPrepare)),
    script: (text) =>
      guard.run(engine, async () => {
        await engine.exec(text)
        await statements.forget()
      }),
    checkpoint: () => guard.run(engine, async () => void (await engine.exec('checkpoint'))),
    copyTo: (folder) => {
      if (!dataDir) return Promise.reject(new Error('a database in memory has no files'))
      return copyFiles(engine, dataDir, folder)
    },
    close: () => engine.close(),
    dump: (file) => dumpEngine(engine, file),
  }
}
