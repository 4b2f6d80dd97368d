/** Backups that the running server makes by itself: whenever the newest in the folder is old enough, so that a restart or a second process changes nothing. */
import { readdir } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { metrics } from '../../observability/metrics.ts'
import { isBackupDue, listBackups } from '../../pure/backup-names.ts'
import type { BackupTarget, MadeBackup } from './make-backup.ts'

export interface BackupSchedule extends BackupTarget {
  everyHours: number
}

const LOOK_EVERY_MS = 60_000
/** After a failure: a disk that is full, or a server that is away, is not asked every minute. */
const RETRY_AFTER_MS = 15 * 60_000

/** What is not finished by then is thrown away: nothing but unfinished files is left, which a later backup removes. */
const STOP_MS = 20_000

/** Names in the folder; none when it is not there yet. */
const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))

/**
 * Looks every minute whether a backup is due, and makes it with `make`. `stop` waits for the one in hand, 20 seconds at
 * most. `lookEveryMs` is for tests.
 */
export function scheduleBackups(
  schedule: BackupSchedule,
  make: (target: BackupTarget) => Promise<MadeBackup>,
  report: (problem: string, error: unknown) => void,
  lookEveryMs = LOOK_EVERY_MS,
): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let notBefore = 0
  const look = async () => {
    const names = await listNames(schedule.folder)
    const [newest] = listBackups(names)
    if (newest) metrics.lastBackup.set(newest.at.epochMilliseconds / 1000)
    if (performance.now() < notBefore || !isBackupDue(names, Temporal.Now.instant(), schedule.everyHours)) return
    await make(schedule)
    metrics.backups.inc({ outcome: 'made' })
    metrics.lastBackup.set(Temporal.Now.instant().epochMilliseconds / 1000)
  }
  const lookOnce = () => {
    if (isRunning) return
    isRunning = true
    running = look()
      .catch((error: unknown) => {
        notBefore = performance.now() + RETRY_AFTER_MS
        metrics.backups.inc({ outcome: 'failed' })
        report('no backup could be made', error)
      })
      .finally(() => {
        isRunning = false
      })
  }
  lookOnce()
  const timer = setInterval(lookOnce, lookEveryMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_MS).unref())])
    },
  }
}
