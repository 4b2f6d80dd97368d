import type { OpenDatabase } from '../db/open.ts'

/** Longer than any piece of work holds the one connection of the embedded database, shorter than supervisors wait. */
const PATIENCE_MS = 3000

/** Whether the database answers, within three seconds. */
export function isReady(open: Pick<OpenDatabase, 'version'>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined
  const deadline = new Promise<boolean>((done) => {
    late = setTimeout(() => done(false), PATIENCE_MS)
  })
  const answered = open.version().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, deadline]).finally(() => clearTimeout(late))
}
