/** Backups are known by the names of their files: when each was made, which one is too old to keep, and whether the next is due. */
import { Temporal } from 'temporal-polyfill'

/** An instant in the name of a file: `20261126T145400Z`. */
export const toStamp = (at: Temporal.Instant): string => at.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString().replaceAll(/[-:]/g, '')

/** `atrium-20261126T145400Z.tar.gz`; an encrypted one ends in `.enc`. */
export const toBackupName = (at: Temporal.Instant, isEncrypted: boolean): string => `atrium-${toStamp(at)}.tar.gz${isEncrypted ? '.enc' : ''}`

/** When the backup of this name was made; undefined for other files. */
export function readBackupTime(name: string): Temporal.Instant | undefined {
  const [, year, month, day, hour, minute, second] = /^atrium-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(?:\.enc)?$/.exec(name) ?? []
  if (year === undefined) return undefined
  try {
    return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  } catch {
    // Digits that are no time.
    return undefined
  }
}

interface NamedBackup {
  name: string
  at: Temporal.Instant
}
/** Backups among the names of a folder, the newest first. */
export const listBackups = (names: readonly string[]): NamedBackup[] =>
  names
    .flatMap((name) => {
      const at = readBackupTime(name)
      return at ? [{ name, at }] : []
    })
    .toSorted((a, b) => Temporal.Instant.compare(b.at, a.at) || (a.name < b.name ? -1 : 1))

/** Which of the names go when the newest `keep` backups stay. Files of other names stay always. */
export const listExpiredBackups = (names: readonly string[], keep: number): string[] =>
  listBackups(names)
    .slice(keep)
    .map(({ name }) => name)

/** Whether the next backup is due. One from the future, made under a wrong clock, keeps none away. */
export function isBackupDue(names: readonly string[], now: Temporal.Instant, everyHours: number): boolean {
  const newest = listBackups(names).find(({ at }) => Temporal.Instant.compare(at, now) <= 0)
  return newest === undefined || Temporal.Instant.compare(newest.at.add({ seconds: Math.round(everyHours * 3600) }), now) <= 0
}
