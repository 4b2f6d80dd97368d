/** Backups that the running server makes by itself: whenever the newest in the folder is old enough, so that a restart or a second process changes nothing. */
import { readdir } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { metrics } from '../../observability/metrics.ts'
import { isBackupDue, listBackups } from '../../pure/backup-names.ts'
import { BucketRefused } from './bucket.ts'
import { type Copies, copyNewestBackup } from './copy-backups.ts'
import type { BackupTarget, MadeBackup } from './make-backup.ts'

export interface BackupSchedule extends BackupTarget {
  everyHours: number
  /** Where each is copied to. */
  copies?: Copies | undefined
}

const LOOK_EVERY_MS = 60_000
/** After a failure: a disk that is full, or a server that is away, is not asked every minute. */
const RETRY_AFTER_MS = 15 * 60_000

/** What is not finished by then is thrown away: nothing but unfinished files is left, which a later backup removes. */
const STOP_MS = 20_000

/** Names in the folder; none when it is not there yet. */
const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))

/** Makes a backup when one is due, and copies the newest. Throws what kept it from doing so. */
function createLook(schedule: BackupSchedule, make: (target: BackupTarget) => Promise<MadeBackup>): () => Promise<void> {
  /** Names in the bucket, once it was asked. */
  let copied: string[] | undefined
  return async () => {
    const { copies, folder } = schedule
    // An answer that does not come is reported when the next backup cannot be copied.
    copied ??= await copies?.bucket.list().catch(() => undefined)
    if (isBackupDue([...(await listNames(folder)), ...(copied ?? [])], Temporal.Now.instant(), schedule.everyHours)) {
      await make(schedule)
      metrics.backups.inc({ outcome: 'made' })
    }
    const names = await listNames(folder)
    const [newest] = listBackups(names)
    if (copies && newest && !copied?.includes(newest.name)) copied = await copyNewestBackup({ folder, names }, copies)
    // With a bucket a backup counts once it is there.
    const [last] = listBackups(copies ? (copied ?? []) : names)
    if (last) metrics.lastBackup.set(last.at.epochMilliseconds / 1000)
  }
}

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
  const look = createLook(schedule, make)
  const lookOnce = () => {
    if (isRunning || performance.now() < notBefore) return
    isRunning = true
    running = look()
      .catch((error: unknown) => {
        notBefore = performance.now() + RETRY_AFTER_MS
        metrics.backups.inc({ outcome: 'failed' })
        report(error instanceof BucketRefused ? 'a backup could not be copied' : 'no backup could be made', error)
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
