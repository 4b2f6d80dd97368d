import type { Schedule } from '#kit/jobs/runner.ts'
import { deleteForgottenFiles, hasForgottenFiles } from './actions/files.ts'

/** Periodic work of forms. */
export const formsSchedules: readonly Schedule[] = [{ name: 'forms.forgotten-files', everySeconds: 3600, isDue: hasForgottenFiles, run: deleteForgottenFiles }]
