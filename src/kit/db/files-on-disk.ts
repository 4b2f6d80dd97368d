/**
 * The folder of the embedded database as it lies on the disk. The engine asks for its files to be brought to the disk, and its
 * usual file layer does not pass that on: after a power cut the folder may not open. This one does. It also tells of a disk that
 * is full or broken, where the engine would hang.
 */
import { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What we use of the engine's own file system. */
interface EngineModule {
  FS: { filesystems: { NODEFS: { realPath(node: unknown): string; stream_ops: Operations; node_ops: Operations } } }
}
type Operations = Record<string, (...args: never[]) => unknown>
interface Stream {
  nfd?: number
  node: unknown
}

/** Numbers of the engine's C library for: input or output error, no space, quota used up, read-only. */
const GRAVE: Readonly<Record<number, string>> = {
  29: 'the disk reports an error',
  51: 'the disk is full',
  19: 'the disk quota is used up',
  69: 'the disk is read-only',
}
const IO_ERROR = 29

export class FilesOnDisk extends NodeFS {
  readonly #onBroken: (reason: string) => void

  /** `onBroken` hears, once and at once, why the disk takes no more. */
  constructor(folder: string, onBroken: (reason: string) => void) {
    super(folder)
    this.#onBroken = onBroken
  }

  override async init(engine: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const before = (emscriptenOpts.preRun ?? []) as ((module: never) => void)[]
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [(module: EngineModule) => this.#watch(module), ...before] as never } }
  }

  #watch({ FS }: EngineModule): void {
    const { NODEFS } = FS.filesystems
    NODEFS.stream_ops.fsync = (stream: Stream) => {
      try {
        if (stream.nfd === undefined) syncFolder(NODEFS.realPath(stream.node))
        else fdatasyncSync(stream.nfd)
        return 0
      } catch (error) {
        this.#broken(`the disk does not keep what is written (${(error as Error).message})`)
        return IO_ERROR
      }
    }
    for (const operations of [NODEFS.stream_ops, NODEFS.node_ops])
      for (const [name, run] of Object.entries(operations))
        operations[name] = (...args) => {
          try {
            return run(...args)
          } catch (error) {
            const reason = GRAVE[(error as { errno?: number }).errno ?? 0]
            if (reason) this.#broken(reason)
            throw error
          }
        }
  }

  #isBroken = false
  #broken(reason: string): void {
    if (!this.#isBroken) this.#onBroken(reason)
    this.#isBroken = true
  }
}

/** Brings a folder's list of names to the disk; systems that cannot open folders keep it by themselves. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Brings all files below a folder to the disk, with their names. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    if (!entry.isFile()) continue
    const opened = openSync(path, 'r+')
    try {
      fdatasyncSync(opened)
    } finally {
      closeSync(opened)
    }
  }
  syncFolder(folder)
}

/** Beside the folder: how far the database in it has come to the disk. */
const stateFile = (folder: string) => `${folder}.state`
function noteState(folder: string, state: 'being made' | 'whole'): void {
  const part = `${stateFile(folder)}.part`
  const opened = openSync(part, 'w')
  try {
    writeSync(opened, state)
    fdatasyncSync(opened)
  } finally {
    closeSync(opened)
  }
  renameSync(part, stateFile(folder))
  syncFolder(dirname(folder))
}

/**
 * Opens the database of a folder so that it is whole on the disk whatever is cut off when. What a first start left unfinished is
 * thrown away; a folder that a version wrote that did not sync is brought to the disk once. The caller holds the folder.
 */
export async function openWhole<Engine>(folder: string, open: () => Promise<Engine>, checkpoint: (engine: Engine) => Promise<unknown>): Promise<Engine> {
  const state = existsSync(stateFile(folder)) ? readFileSync(stateFile(folder), 'utf8') : undefined
  if (state === 'being made' || !existsSync(join(folder, 'PG_VERSION'))) {
    noteState(folder, 'being made')
    rmSync(folder, { recursive: true, force: true })
  }
  // Left by a process that was killed; after a power cut it is empty, and the engine does not start.
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  const engine = await open()
  if (state === 'whole') return engine
  await checkpoint(engine)
  syncTree(folder)
  noteState(folder, 'whole')
  return engine
}
