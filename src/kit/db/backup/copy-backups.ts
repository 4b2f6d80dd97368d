/** Backups are copied to a bucket once they are finished; there as in the folder the oldest give way. */
import { join } from 'node:path'
import { listBackups, listExpiredBackups } from '../../pure/backup-names.ts'
import type { Bucket } from './bucket.ts'

/** Where backups are copied to, and how many stay there. */
export interface Copies {
  bucket: Bucket
  keep: number
}

/**
 * Copies the newest of these backups in the folder, unless the bucket has it, and removes those that are too old to keep. Answers the names in the bucket.
 * Throws BucketRefused.
 */
export async function copyNewestBackup({ folder, names }: { folder: string; names: readonly string[] }, { bucket, keep }: Copies): Promise<string[]> {
  const copied = await bucket.list()
  const [newest] = listBackups(names)
  if (newest && !copied.includes(newest.name)) {
    await bucket.put(join(folder, newest.name), newest.name)
    copied.push(newest.name)
  }
  const expired = listExpiredBackups(copied, keep)
  for (const name of expired) await bucket.remove(name)
  return copied.filter((name) => !expired.includes(name))
}

/** The name of a backup in the bucket; `latest` is the newest. Undefined when there is none. */
export async function findInBucket(bucket: Bucket, name: string): Promise<string | undefined> {
  const names = await bucket.list()
  return name === 'latest' ? listBackups(names)[0]?.name : names.find((one) => one === name)
}
