import type { LocalTask } from '#kit/jobs/runner.ts'
import { removeExpiredArchives } from './actions/kept-archives.ts'

/** Archives are files of the machine that made them: no site is visited for them. */
export const archiveTasks: LocalTask[] = [{ name: 'archive.expire', everySeconds: 3600, run: removeExpiredArchives }]
