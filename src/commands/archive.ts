/** `atrium export <file>` and `atrium import <file>`: the whole site out of this database, or into an empty one, without a server. */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { archiveTables } from '../domains.ts'
import { openMigrated } from '../open-database.ts'
import { readVersion } from '../version.ts'
import { type Command, ImpossibleCommand } from './read-command.ts'
import { type ArchiveSettings, exportSite, importSite } from '#domains/archive/public.ts'
import { listSites } from '#domains/site/public.ts'
import { Clocks } from '#kit/api/clock.ts'
import { Refusal } from '#kit/api/refusal.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import type { Logger } from '#kit/observability/logger.ts'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import { loadSealingKeys } from '#kit/secrets/seal.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'

/** What archives need of the server. */
export const toArchiveSettings = ({ rootDir, dataDir }: Config): ArchiveSettings => ({
  tables: archiveTables,
  program: readVersion(rootDir),
  folder: join(dataDir, 'archives'),
})

type ArchiveCommand = Extract<Command, { kind: 'export' | 'import' }>

/** Throws ImpossibleCommand for a file to write that exists, and for one to read that does not. */
function assertFile({ kind, file }: ArchiveCommand): void {
  if (kind === 'export' && existsSync(file)) throw new ImpossibleCommand(`${file} exists already. Choose another name, or remove it first.`)
  if (kind === 'import' && !existsSync(file)) throw new ImpossibleCommand(`There is no file ${file}.`)
}

const createSiteContext = (open: OpenDatabase, siteId: string) =>
  createOwnContext(
    {
      database: open,
      clocks: new Clocks(),
      loadOrigins: async () => ({ origin: '', origins: [] }),
      report: (problem, error) => console.error(problem, error),
    },
    createSystemMeta(siteId, ''),
  )

async function findSite(open: OpenDatabase, wanted: string | undefined): Promise<string> {
  const sites = await listSites(open.db)
  const found = wanted === undefined && sites.length === 1 ? sites[0] : sites.find(({ id }) => id === wanted)
  if (found) return found.id
  if (sites.length === 0) throw new ImpossibleCommand('There is no site in this database.')
  throw new ImpossibleCommand(`Say which site with --site: ${sites.map(({ id, name }) => `${id} (${name})`).join(', ')}.`)
}

/** Opens the database, carries the command out and answers what to print. Throws ImpossibleCommand, CannotStart and DataDirInUse. */
export async function runArchiveCommand(config: Config, logger: Logger, command: ArchiveCommand): Promise<string> {
  assertFile(command)
  const open = await openMigrated(config, logger)
  try {
    configureSealing(await loadSealingKeys(config.secrets))
    return await carryOut(open, config, command)
  } finally {
    await open.close()
  }
}

async function carryOut(open: OpenDatabase, config: Config, command: ArchiveCommand): Promise<string> {
  const settings = toArchiveSettings(config)
  try {
    if (command.kind === 'export') {
      let rows = 0
      await exportSite(createSiteContext(open, await findSite(open, command.site)), settings, command.file, (done) => void (rows = done))
      return `${command.file} holds the whole site: ${rows} rows. It opens every account: keep it like a password.`
    }
    const { name, rows } = await importSite(createSiteContext(open, ''), settings, createReadStream(command.file))
    return `“${name}” is here with all ${rows} rows. Start the server, and connect mail server, text messages and Stripe again under Settings.`
  } catch (error) {
    if (error instanceof Refusal) throw new ImpossibleCommand(error.toText('en'))
    throw error
  }
}
