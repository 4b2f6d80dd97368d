/** The embedded database as the migrations leave it, kept beside the sources. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { openDatabase } from '#kit/db/open.ts'

/** Stands for the state of the migrations. */
export const migrationsHash = (): string => createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)

/** A dump of the migrated database, made once per state of the migrations: opening it is ten times faster than migrating. */
export async function migratedTemplate(): Promise<string> {
  const file = join('.cache', `template-${migrationsHash()}.tar`)
  if (existsSync(file)) return file
  mkdirSync('.cache', { recursive: true })
  const open = await openDatabase({})
  await migrate(open)
  // Two workers may make it at once: no reader sees half of it.
  const part = `${file}.${process.pid}`
  await open.dump?.(part)
  await open.close()
  renameSync(part, file)
  return file
}
