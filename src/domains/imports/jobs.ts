import { runImport } from './actions/run-import.ts'

/** Jobs of imports. */
export const importsJobs = { 'imports.run': { own: true as const, run: runImport } }
