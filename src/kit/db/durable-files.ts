/**
 * The folder of the embedded database as it lies on the disk. The engine asks for its files to be brought to the disk, and its
 * usual file layer does not pass that on: after a power cut the folder may not open. This one does. It also reports a disk that
 * is full or broken, where the engine would hang.
 */
import {
  close,
  closeSync,
  type Dirent,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  open,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { forEachConcurrent } from '../pure/concurrent.ts'
import { toStateFile, WHOLE } from './embedded-engine.ts'

/** What we use of the engine's own file system. */
interface EngineModule {
  FS: { filesystems: { NODEFS: { realPath(node: unknown): string; stream_ops: FileOperations; node_ops: FileOperations } } }
}
type FileOperations = Record<string, (...args: never[]) => unknown>
interface Stream {
  nfd?: number
  node: unknown
}

/** Numbers of the engine's C library for: input or output error, no space, quota used up, read-only. */
const FATAL_ERRNO: Readonly<Record<number, string>> = {
  29: 'the disk reports an error',
  51: 'the disk is full',
  19: 'the disk quota is used up',
  69: 'the disk is read-only',
}
const IO_ERROR = 29

export class DurableFiles extends NodeFS {
  readonly #onBroken: (reason: string) => void

  /** `onBroken` is called once, immediately, with the reason why the disk failed. */
  constructor(directory: string, onBroken: (reason: string) => void) {
    super(directory)
    this.#onBroken = onBroken
  }

  override async init(engine: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = (emscriptenOpts.preRun ?? []) as ((module: never) => void)[]
    // The engine's types hide the file system that its module has.
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [(module: EngineModule) => this.#watch(module), ...preRun] as never } }
  }

  #watch({ FS }: EngineModule): void {
    const { NODEFS } = FS.filesystems
    NODEFS.stream_ops.fsync = (stream: Stream) => {
      try {
        if (stream.nfd === undefined) syncDirectory(NODEFS.realPath(stream.node))
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
            const reason = FATAL_ERRNO[(error as { errno?: number }).errno ?? 0]
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
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** As many wait for the disk at once: it brings what they ask for along in few goes, where one after the other waits two thousand times. */
const FILES_AT_ONCE = 8

/** What it calls is looked up each time: the tests of power cuts put a recorded disk in its place. */
async function syncFile(path: string): Promise<void> {
  const descriptor = await promisify(open)(path, 'r+')
  try {
    await promisify(fdatasync)(descriptor)
  } finally {
    await promisify(close)(descriptor)
  }
}

/** Brings all files below a folder to the disk, with their names. */
export async function syncTree(directory: string): Promise<void> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  const list = (isOne: (entry: Dirent) => boolean) => entries.filter(isOne).map(({ parentPath, name }) => join(parentPath, name))
  await forEachConcurrent(
    list((entry) => entry.isFile()),
    FILES_AT_ONCE,
    syncFile,
  )
  for (const folder of [...list((entry) => entry.isDirectory()), directory]) syncDirectory(folder)
}

function writeState(directory: string, state: 'being made' | typeof WHOLE): void {
  const temporaryFile = `${toStateFile(directory)}.part`
  const descriptor = openSync(temporaryFile, 'w')
  try {
    writeSync(descriptor, state)
    fdatasyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporaryFile, toStateFile(directory))
  syncDirectory(dirname(directory))
}

/** How a folder becomes a database and is opened. `fill` writes the files of a new one; without it the engine makes them. */
export interface DurableOpening<Engine> {
  fill?: (() => Promise<void>) | undefined
  open: () => Promise<Engine>
  checkpoint: (engine: Engine) => Promise<unknown>
}

/**
 * Opens the database of a folder so that it is whole on the disk whatever is cut off when. What a first start left unfinished is
 * thrown away; a folder that a version wrote that did not sync is brought to the disk once. The caller holds the folder.
 */
export async function openDurably<Engine>(directory: string, { fill, open, checkpoint }: DurableOpening<Engine>): Promise<Engine> {
  const state = existsSync(toStateFile(directory)) ? readFileSync(toStateFile(directory), 'utf8') : undefined
  if (state === 'being made' || !existsSync(join(directory, 'PG_VERSION'))) {
    writeState(directory, 'being made')
    rmSync(directory, { recursive: true, force: true })
    await fill?.()
  }
  // Left by a process that was killed; after a power cut it is empty, and the engine does not start.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  const engine = await open()
  if (state === WHOLE) return engine
  await checkpoint(engine)
  await syncTree(directory)
  writeState(directory, WHOLE)
  return engine
}
