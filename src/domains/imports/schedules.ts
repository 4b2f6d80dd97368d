import type { Schedule } from '#kit/jobs/runner.ts'
import { deleteOldImports, hasOldImports } from './actions/control-import.ts'

export const importsSchedules: Schedule[] = [{ name: 'imports.drop-old', everySeconds: 3600, isDue: hasOldImports, run: deleteOldImports }]
