/** `npm start -- export <file>` and `npm start -- import <file>`: the whole site out of this database, or into an empty one, without a server. */
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { archiveTables } from './domains.ts'
import { type ArchiveSettings, exportSite, importSite } from '#domains/archive/public.ts'
import { listSites } from '#domains/site/public.ts'
import { Clocks } from '#kit/api/clock.ts'
import { Refusal } from '#kit/api/refusal.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'

/** What archives need of the server. */
export const toArchiveSettings = ({ rootDir, dataDir }: Config): ArchiveSettings => ({
  tables: archiveTables,
  program: (JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string }).version,
  folder: join(dataDir, 'archives'),
})

export type ArchiveCommand = { kind: 'export'; file: string; site: string | undefined } | { kind: 'import'; file: string }

/** A command that cannot be carried out; the message is one sentence for the operator. */
export class ImpossibleCommand extends Error {
  override name = 'ImpossibleCommand'
}

/** The command in the arguments; undefined when there is none. */
export function readArchiveCommand(args: readonly string[]): ArchiveCommand | undefined {
  const [kind, file, ...rest] = args
  if (kind !== 'export' && kind !== 'import') return undefined
  const site = rest[0] === '--site' ? rest[1] : undefined
  const isComplete = file !== undefined && !file.startsWith('-') && (rest.length === 0 || (kind === 'export' && rest.length === 2 && site !== undefined))
  if (!isComplete) throw new ImpossibleCommand(`Say which file: npm start -- ${kind} studio.tar.gz${kind === 'export' ? ' [--site id]' : ''}`)
  if (kind === 'export') {
    if (existsSync(file)) throw new ImpossibleCommand(`${file} exists already. Choose another name, or remove it first.`)
    return { kind, file, site }
  }
  if (!existsSync(file)) throw new ImpossibleCommand(`There is no file ${file}.`)
  return { kind, file }
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

/** Carries a command out and answers what to print. Throws ImpossibleCommand. */
export async function runArchiveCommand(open: OpenDatabase, config: Config, command: ArchiveCommand): Promise<string> {
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
