/** Where the data of this server lies, and the file that opens its embedded database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const readDataDir = (env: NodeJS.ProcessEnv): string => env.DATA_DIR ?? './data'

/** Where the embedded database lies. */
export const toEmbeddedFolder = (dataDir: string): string => join(dataDir, 'pglite')

/** The built worker of the embedded database; undefined where the sources run. */
export function findWorkerFile(rootDir: string): string | undefined {
  const file = join(rootDir, 'dist', 'server', 'pglite-worker.js')
  return existsSync(file) ? file : undefined
}
