import type { OpenDatabase } from '../db/open.ts'

/** Longer than any piece of work holds the one connection of the embedded database, shorter than supervisors wait. */
const TIMEOUT_MS = 3000

/** Whether the database answers, within three seconds. */
export function isDatabaseReady(open: Pick<OpenDatabase, 'version'>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), TIMEOUT_MS)
  })
  const reachable = open.version().then(
    () => true,
    () => false,
  )
  return Promise.race([reachable, timeout]).finally(() => clearTimeout(timer))
}
