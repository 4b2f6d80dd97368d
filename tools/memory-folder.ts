/** A folder for temporary files that is kept in memory. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const ROOT = '/dev/shm'
const PREFIX = 'atrium-tests-'
/** Twice what the files of a whole run take at most. */
const NEEDED_BYTES = 4 * 2 ** 30
/** What the processes of a run need beside it. */
const BESIDE_BYTES = 6 * 2 ** 30

/** Whether a process of this number runs. One that may not be signalled does. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What a run that was ended by force left behind takes memory until the machine is started anew. */
function removeLeftovers(root: string): void {
  for (const name of readdirSync(root))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) rmSync(join(root, name), { recursive: true, force: true })
}

/** Free bytes of the file system and of the machine's memory. */
const getRoom = (root: string) => {
  const { bavail, bsize } = statfsSync(root)
  return { disk: bavail * bsize, memory: freemem() }
}

/**
 * A new folder in memory that goes when this process ends; undefined where there is none, or not enough memory. Databases wait there for no disk:
 * what they promise about one is tested on a disk that is played.
 */
export function makeMemoryFolder(root = ROOT, room = getRoom): string | undefined {
  try {
    const { disk, memory } = room(root)
    if (disk < NEEDED_BYTES || memory < NEEDED_BYTES + BESIDE_BYTES) return undefined
    removeLeftovers(root)
    const folder = join(root, `${PREFIX}${process.pid}`)
    mkdirSync(folder)
    // PostgreSQL runs as another user than root.
    chmodSync(folder, 0o1777)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    // Without such a folder, or where it cannot be written, the disk serves.
    return undefined
  }
}
