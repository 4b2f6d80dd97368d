import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this program. */
export const readVersion = (rootDir: string): string => (JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string }).version
