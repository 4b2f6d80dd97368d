/** What is said to the embedded engine and of it, on this thread or on its own. Loads nothing: servers with another database import it, too. */
import type { EngineResult } from './pglite-statements.ts'

export type EngineCall =
  | { kind: 'query'; text: string; params: readonly unknown[]; mayPrepare: boolean }
  | { kind: 'script'; text: string }
  | { kind: 'copyTo'; folder: string }
  | { kind: 'vacuum' | 'checkpoint' | 'close' }
export interface EmbeddedEngine {
  /** `mayPrepare`: false when a kept plan would be a bad one for other values. */
  query(text: string, params: readonly unknown[], mayPrepare: boolean): Promise<EngineResult>
  script(text: string): Promise<void>
  /** Frees the room of rows that are gone, and counts anew what plans are made from. In no transaction. */
  vacuum(): Promise<void>
  /** Writes what the log holds into the tables' files and brings those to the disk, so that the log can be cut. */
  checkpoint(): Promise<void>
  /** Copies the files of the database, as they are at one moment, into a new folder that another engine can open. Only an engine with a folder can. */
  copyTo(folder: string): Promise<void>
  close(): Promise<void>
  /** Writes the whole database into one file, from which another can be opened quickly. */
  dump(file: string): Promise<void>
}

/** The reason why the engine failed. */
export type OnBroken = (reason: string) => void

export const brokenError = (reason: string): Error => new Error(`The embedded database cannot go on: ${reason}.`)

export interface EngineFiles {
  /** Without a folder the database is kept in memory. */
  dataDir?: string | undefined
  /** What a new folder begins with, packed by `packFirstData`. */
  firstData?: string | undefined
  /** A dump that a database in memory begins with. */
  template?: string | undefined
}

/** Types that become something else than text on our side of the thread cross it as text; of others the text is the value. */
export const keepText = (text: string): string => text

/** Beside the folder of a database: how far it has come to the disk. */
export const toStateFile = (directory: string): string => `${directory}.state`
/** What that file says of a database that is whole on the disk. */
export const WHOLE = 'whole'
