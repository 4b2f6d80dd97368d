/**
 * Opens the embedded database of an earlier start before anything else is loaded: it takes as long as loading the rest. Loads almost nothing itself, and
 * decides nothing: a first start, a server's database and every other command open theirs when the settings are read.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findWorkerFile, readDataDir, toEmbeddedFolder } from './data-dir.ts'
import { type AnswerRequest, lockDataDir } from '#kit/db/data-dir-lock.ts'
import { toStateFile, WHOLE } from '#kit/db/embedded-engine.ts'
import { type EngineThread, startEngineThread } from '#kit/db/engine-thread.ts'

/** A data folder that this process holds, and the thread that opens the database in it. */
export interface BegunEngine {
  dataDir: string
  /** Rejects with DataDirInUse. */
  held: Promise<{ release: () => Promise<void>; thread: EngineThread }>
  /** Never rejects. */
  untilStarted: Promise<unknown>
}

/**
 * The thread starts when this one waits for something, and loading the program may take all of its time in one piece. No longer than that: a folder
 * whose holder was killed is held only after a while.
 */
const MAX_WAIT_MS = 25

const isStart = (args: readonly string[]): boolean => args.every((arg) => arg === 'start' || arg === '--forget-secrets' || arg.startsWith('--sample'))

/** Whether a former start left a database that needs nothing but to be opened. */
const isWhole = (folder: string): boolean =>
  existsSync(join(folder, 'PG_VERSION')) && existsSync(toStateFile(folder)) && readFileSync(toStateFile(folder), 'utf8') === WHOLE

/** Undefined where there is nothing to begin early. */
export function beginEngine(args: readonly string[], env: NodeJS.ProcessEnv, rootDir: string, answer: AnswerRequest): BegunEngine | undefined {
  const dataDir = readDataDir(env)
  const workerFile = findWorkerFile(rootDir)
  const folder = toEmbeddedFolder(dataDir)
  if (!isStart(args) || env.DATABASE_URL || !workerFile || !isWhole(folder)) return undefined
  const hold = async () => {
    const release = await lockDataDir(dataDir, answer)
    return { release, thread: startEngineThread(workerFile, { dataDir: folder }) }
  }
  const held = hold()
  // The settings may be refused before anyone waits for it.
  const settled = held.catch(() => undefined)
  return { dataDir, held, untilStarted: Promise.race([settled, setTimeout(MAX_WAIT_MS)]) }
}
