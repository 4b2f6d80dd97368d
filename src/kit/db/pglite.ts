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
import { brokenError, type EmbeddedEngine, type EngineFiles, keepText, type OnBroken } from './embedded-engine.ts'
import { LIKENESS, MIN_LIKENESS } from './likeness.ts'
import { EngineStatements } from './pglite-statements.ts'

/** Types that become something else than text on our side of the thread. */
const TEXT_TYPES = [20, 1700, 1184, 1082, 1083, 1114, 3910]

/**
 * The engine keeps an eighth of its 128 MB of pages and for maintenance a quarter of its 64 MB: its memory never shrinks, and what it drops is in the
 * cache of the system still.
 */
const MEMORY_PARAMS = ['-c', 'shared_buffers=16MB', '-c', 'maintenance_work_mem=16MB']
const SHARED_PARAMS = [...MEMORY_PARAMS, '-c', `${LIKENESS}=${MIN_LIKENESS}`]

/**
 * As the engine's own, except that it brings its files to the disk, in the one way that reaches the layer of files. No checkpoint
 * comes by itself in an engine of one process.
 */
const START_PARAMS = [...PGlite.defaultStartParams.filter((one) => one !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', ...SHARED_PARAMS]

const settings = () => ({
  parsers: Object.fromEntries(TEXT_TYPES.map((oid) => [oid, keepText])),
  extensions: { btree_gist, pg_trgm },
})

/** Loaded by a first start alone. */
const unpackInto = (dataDir: string, firstData: string) => async () => (await import('./first-data.ts')).unpackFirstData(firstData, dataDir)

const openDurableEngine = (dataDir: string, firstData: string | undefined, onBroken: OnBroken): Promise<PGlite> =>
  openDurably(dataDir, {
    fill: firstData === undefined ? undefined : unpackInto(dataDir, firstData),
    open: () => PGlite.create({ ...settings(), startParams: START_PARAMS, fs: new DurableFiles(dataDir, onBroken) }),
    checkpoint: (engine) => engine.exec('checkpoint'),
  })

/** SQLSTATE of a system that fails below the engine: input and output (58), disk full (53100), files that are damaged (XX001, XX002). */
const fatalSqlState = /^(58|53100$|XX00[12]$)/

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

/** Opens the engine on this thread. `onBroken` may be called once, at any time. */
export async function openPglite({
  dataDir,
  firstData,
  template,
  onBroken = () => undefined,
}: EngineFiles & { onBroken?: OnBroken | undefined }): Promise<EmbeddedEngine> {
  const guard = new EngineGuard(onBroken)
  const engine = dataDir
    ? await openDurableEngine(dataDir, firstData, guard.reportBroken)
    : await PGlite.create({
        ...settings(),
        startParams: [...PGlite.defaultStartParams, ...SHARED_PARAMS],
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
    vacuum: () => guard.run(engine, async () => void (await engine.exec('vacuum (analyze)'))),
    checkpoint: () => guard.run(engine, async () => void (await engine.exec('checkpoint'))),
    copyTo: (folder) => {
      if (!dataDir) return Promise.reject(new Error('a database in memory has no files'))
      return copyFiles(engine, dataDir, folder)
    },
    close: () => engine.close(),
    dump: (file) => dumpEngine(engine, file),
  }
}
