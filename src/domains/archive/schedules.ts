import type { Schedule } from '#kit/jobs/runner.ts'
import { removeExpiredArchives } from './actions/kept-archives.ts'

export const archiveSchedules: Schedule[] = [{ name: 'archive.expire', everySeconds: 3600, own: true, run: removeExpiredArchives }]
