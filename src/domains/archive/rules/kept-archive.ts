/** What becomes of an archive that the dashboard made. */
import { Temporal } from 'temporal-polyfill'

/** The note beside the file. Instants are texts of the auth clock. */
export interface KeptArchive {
  state: 'RUNNING' | 'READY' | 'FAILED'
  startedAt: string
  /** When the process that makes it wrote last. */
  seenAt: string
  rows: number
  bytes?: number
  finishedAt?: string
  /** Who has it may download the file until then. */
  ticket?: { hash: string; until: string }
}
export interface ShownArchive {
  state: 'NONE' | 'RUNNING' | 'READY' | 'FAILED'
  rows?: number
  bytes?: number
  startedDate?: string
  finishedDate?: string
  expiresDate?: string
}

/** decision: an archive holds everything about everyone; it lies on the server no longer than a download takes to be remembered. */
const KEPT_HOURS = 24
/** A process that has not written for so long has ended. */
const LOST_AFTER_SECONDS = 120

const expiry = ({ finishedAt, startedAt }: KeptArchive): Temporal.Instant => Temporal.Instant.from(finishedAt ?? startedAt).add({ hours: KEPT_HOURS })
export const isExpired = (archive: KeptArchive, now: Temporal.Instant): boolean => Temporal.Instant.compare(now, expiry(archive)) >= 0

/** What the owner sees of it now. */
export function toArchiveState(archive: KeptArchive | undefined, now: Temporal.Instant): ShownArchive {
  if (!archive || isExpired(archive, now)) return { state: 'NONE' }
  const { rows, bytes, startedAt: startedDate, finishedAt } = archive
  const isLost = archive.state === 'RUNNING' && now.since(archive.seenAt).total('seconds') > LOST_AFTER_SECONDS
  return {
    state: isLost ? 'FAILED' : archive.state,
    rows,
    startedDate,
    ...(bytes !== undefined && { bytes }),
    ...(finishedAt && { finishedDate: finishedAt }),
    ...(archive.state === 'READY' && { expiresDate: expiry(archive).toString() }),
  }
}
