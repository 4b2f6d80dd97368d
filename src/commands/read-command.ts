/** What the command line asks for. No I/O. */
import { type NewSite, readSampleName } from '#domains/setup/public.ts'
import type { SiteLimitsChange } from '#domains/site/public.ts'

type SampleName = NonNullable<ReturnType<typeof readSampleName>>

export type Command =
  | { kind: 'start'; sample: SampleName | undefined; workers: number; forgetsSecrets: boolean }
  | { kind: 'export'; file: string; site: string | undefined }
  | { kind: 'import'; file: string }
  | { kind: 'backup'; to: string | undefined }
  | { kind: 'restore'; file: string; force: boolean }
  | { kind: 'distribute'; into: boolean; shards: number }
  | { kind: 'doctor' }
  | { kind: 'sites'; request: SitesRequest }
  | { kind: 'help' }
  | { kind: 'version' }

/** What is done with the sites of the server. */
export type SitesRequest =
  | { action: 'list'; json: boolean }
  | { action: 'create'; site: NewSite }
  | { action: 'invite'; siteId: string; email: string }
  | { action: 'hosts'; siteId: string; approve?: string | undefined }
  | { action: 'limit'; siteId: string; limits: SiteLimitsChange }

/** A command that cannot be carried out; the message is one sentence for the operator. */
export class ImpossibleCommand extends Error {
  override name = 'ImpossibleCommand'
}

export const USAGE = `Usage: atrium [command]

  start                         runs the server; also without a command
    --workers 4                 several processes on one port; needs DATABASE_URL
    --sample, --sample=practice sets up a sample site on a first start
    --forget-secrets            starts without the lost key that sealed secrets
  backup [--to folder]          makes a backup, also while the server runs; else into BACKUP_DIR and the bucket
  restore <file> [--force]      brings a backup into an empty data folder or database; s3:latest is the newest in the bucket
  distribute [--shards 32]      spreads the database over the nodes of a Citus cluster
    --back                      brings it back to one server
  doctor                        says what is wrong with this server, and what to do
  sites [list] [--json]         the sites of this server, their addresses and owners
  sites create --name … --address https://… --owner-email …
    [--time-zone …] [--currency EUR] [--language de]
                                opens another site, and prints the link with which its owner begins
  sites hosts <id> [--approve https://…]
                                the addresses of a site, and which are proved; --approve trusts one unproved
  sites limit <id> [--members N] [--pictures 2GB] [--requests-per-minute N]
                                what the site may use at most; none takes a limit away
  sites invite <id> --owner-email …
                                another owner, or another link for one who lost the first
  export <file> [--site id]     the whole site as one readable file
  import <file>                 such a file into a server without a site
  --version, --help

The settings are environment variables: see docs/operators.md.`

const MAX_WORKERS = 64
const MAX_SHARDS = 1024

const impossible = (sentence: string): never => {
  throw new ImpossibleCommand(sentence)
}

/** The value behind an option, as `--to folder` or `--to=folder`; undefined when the option is not there. Takes both away from the arguments. */
function takeOption(args: string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (at === -1) return undefined
  const [found = ''] = args.splice(at, 1)
  if (found !== name) return found.slice(name.length + 1)
  const [value] = args.splice(at, 1)
  return value ?? impossible(`${name} needs a value behind it.`)
}

function takeFlag(args: string[], name: string): boolean {
  const at = args.indexOf(name)
  if (at !== -1) args.splice(at, 1)
  return at !== -1
}

/** What is left is a mistake: an option that is not known would be ignored otherwise. */
function assertNothingLeft(args: readonly string[]): void {
  if (args.length > 0) impossible(`What does "${args[0]}" mean? See atrium --help.`)
}

function takeFile(args: string[], usage: string): string {
  const [file] = args.splice(0, 1)
  return file === undefined || file.startsWith('-') ? impossible(`Say which file: ${usage}`) : file
}

function readStart(args: string[]): Command {
  const workers = takeOption(args, '--workers') ?? '1'
  if (!/^\d+$/.test(workers) || Number(workers) < 1 || Number(workers) > MAX_WORKERS)
    impossible(`--workers must be a number from 1 to ${MAX_WORKERS}, not "${workers}".`)
  const forgetsSecrets = takeFlag(args, '--forget-secrets')
  const sample = readSampleName(args)
  assertNothingLeft(args.filter((arg) => !/^--sample(=|$)/.test(arg)))
  return { kind: 'start', sample, workers: Number(workers), forgetsSecrets }
}

function readDistribute(args: string[]): Command {
  const into = !takeFlag(args, '--back')
  const shards = Number(takeOption(args, '--shards') ?? '32')
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS) impossible(`--shards must be a number from 1 to ${MAX_SHARDS}.`)
  return { kind: 'distribute', into, shards }
}

const takeNeeded = (args: string[], name: string, usage: string): string => takeOption(args, name) ?? impossible(`${name} is missing: ${usage}`)

const CREATE_USAGE = 'atrium sites create --name River --address https://river.example --owner-email olive@river.example'

/** A site in the arguments, by its id. */
function takeSiteId(args: string[], usage: string): string {
  const [id] = args.splice(0, 1)
  return id === undefined || id.startsWith('-') ? impossible(`Say which site: ${usage}. Their ids: atrium sites`) : id
}

/** A whole number with one of the units, or the word none for no limit; undefined when the option is not there. */
function takeLimit(args: string[], name: string, units: Readonly<Record<string, number>> = { '': 1 }): number | null | undefined {
  const text = takeOption(args, name)
  if (text === undefined || text === 'none') return text === undefined ? undefined : null
  const [, digits = '', unit = ''] = /^(\d{1,12}) ?([A-Za-z]*)$/.exec(text) ?? []
  const factor = units[unit.toUpperCase()]
  if (digits !== '' && factor !== undefined) return Number(digits) * factor
  const examples = Object.keys(units).map((one) => `500${one}`)
  return impossible(`${name} must be a number such as ${examples.join(' or ')}, or none; not "${text}".`)
}

const sitesReaders: Readonly<Record<string, (args: string[]) => SitesRequest>> = {
  list: (args) => ({ action: 'list', json: takeFlag(args, '--json') }),
  create: (args) => ({
    action: 'create',
    site: {
      name: takeNeeded(args, '--name', CREATE_USAGE),
      address: takeNeeded(args, '--address', CREATE_USAGE),
      ownerEmail: takeNeeded(args, '--owner-email', CREATE_USAGE),
      timeZone: takeOption(args, '--time-zone'),
      currency: takeOption(args, '--currency'),
      language: takeOption(args, '--language'),
    },
  }),
  invite: (args) => {
    const usage = 'atrium sites invite <id> --owner-email olive@river.example'
    return { action: 'invite', siteId: takeSiteId(args, usage), email: takeNeeded(args, '--owner-email', usage) }
  },
  limit: (args) => ({
    action: 'limit',
    siteId: takeSiteId(args, 'atrium sites limit <id> [--members 500]'),
    limits: {
      members: takeLimit(args, '--members'),
      pictureBytes: takeLimit(args, '--pictures', { MB: 1_000_000, GB: 1_000_000_000 }),
      requestsPerMinute: takeLimit(args, '--requests-per-minute'),
    },
  }),
  hosts: (args) => ({
    action: 'hosts',
    siteId: takeSiteId(args, 'atrium sites hosts <id> [--approve https://river.example]'),
    approve: takeOption(args, '--approve'),
  }),
}

function readSites(args: string[]): Command {
  const [name = 'list'] = args[0]?.startsWith('-') ? ['list'] : args.splice(0, 1)
  const read = sitesReaders[name] ?? impossible(`"atrium sites" does not know "${name}". See atrium --help.`)
  return { kind: 'sites', request: read(args) }
}

const readers: Readonly<Record<string, (args: string[]) => Command>> = {
  start: readStart,
  backup: (args) => ({ kind: 'backup', to: takeOption(args, '--to') }),
  restore: (args) => ({ kind: 'restore', force: takeFlag(args, '--force'), file: takeFile(args, 'atrium restore <file> [--force]') }),
  distribute: readDistribute,
  doctor: () => ({ kind: 'doctor' }),
  sites: readSites,
  export: (args) => ({ kind: 'export', site: takeOption(args, '--site'), file: takeFile(args, 'npm start -- export studio.tar.gz [--site id]') }),
  import: (args) => ({ kind: 'import', file: takeFile(args, 'npm start -- import studio.tar.gz') }),
  help: () => ({ kind: 'help' }),
}

/** The command in the arguments. Throws ImpossibleCommand and UnknownSample. */
export function readCommand(given: readonly string[]): Command {
  if (given.includes('--help') || given.includes('-h')) return { kind: 'help' }
  if (given.includes('--version')) return { kind: 'version' }
  const [name = ''] = given
  const isNamed = name !== '' && !name.startsWith('-')
  const read = isNamed ? readers[name] : readStart
  if (!read) return impossible(`There is no command "${name}". See atrium --help.`)
  const args = given.slice(isNamed ? 1 : 0)
  const command = read(args)
  if (command.kind !== 'start') assertNothingLeft(args)
  return command
}
