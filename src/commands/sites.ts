/** `atrium sites`: the sites of this server, for the person who runs it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openMigrated } from '../open-database.ts'
import { askRunningServer } from './holder.ts'
import { ImpossibleCommand, type SitesRequest } from './read-command.ts'
import {
  approveHostForOperator,
  createSiteForOperator,
  describeHosts,
  describeSites,
  inviteOwnerForOperator,
  limitSiteForOperator,
} from '#domains/setup/public.ts'
import { type AddressBook, createAddressBook } from '#domains/site/public.ts'
import { Clocks } from '#kit/api/clock.ts'
import { Refusal, Violations } from '#kit/api/refusal.ts'
import type { UnitOfWorkDeps } from '#kit/jobs/unit-of-work.ts'
import type { Logger } from '#kit/observability/logger.ts'
import { loadSealingKeys } from '#kit/secrets/seal.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'

const describeInvitation = ({ email, link, days }: { email: string; link: string; days: number }): string =>
  `${email} begins with this link. It works once, for ${days} days; an email with it is on its way if the server has a mail server:\n${link}`

type Overview = Awaited<ReturnType<typeof describeSites>>[number]
const describeSite = ({ id, name, address, owners, invited }: Overview): string =>
  [`${name}`, `  id      ${id}`, `  address ${address}`, `  owners  ${[...owners, ...invited.map((email) => `${email} (invited)`)].join(', ') || 'none'}`].join(
    '\n',
  )

async function listAll(deps: UnitOfWorkDeps, addresses: AddressBook, json: boolean): Promise<string> {
  const sites = await describeSites(deps, addresses)
  if (json) return JSON.stringify(sites, undefined, 2)
  return sites.length === 0 ? 'There is no site yet. Start the server, and open the link that it prints.' : sites.map(describeSite).join('\n\n')
}

const describeState = { CHECKED: 'checked', WAITING: 'waiting for its check', FAILED: 'failed' }
const describeProblem = {
  NOT_CALLED: 'plain http or a private network, which this server does not call',
  UNREACHABLE: 'nothing answers there',
  OTHER_SERVER: 'another server answers there',
  TAKEN: 'another site of this server is there',
}

async function listHosts(deps: UnitOfWorkDeps, addresses: AddressBook, siteId: string): Promise<string> {
  const hosts = await describeHosts(deps, addresses, siteId)
  const lines = hosts.map(
    ({ origin, isMain, state, problem }) =>
      `${origin}  ${describeState[state]}${problem ? `: ${describeProblem[problem]}` : ''}${isMain ? ', links lead here' : ''}`,
  )
  return lines.length === 0 ? 'This site has no address of its own.' : lines.join('\n')
}

type LimitUse = Awaited<ReturnType<typeof limitSiteForOperator>>[number]
const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const describeLimit = ({ limit, allowed, used = 0 }: LimitUse): string =>
  ({
    members: `${Math.min(used, allowed)} of ${allowed} members`,
    pictureBytes: `${inMegabytes(used)} of ${inMegabytes(allowed)} of pictures`,
    requestsPerMinute: `${allowed} requests a minute`,
  })[limit]

async function carryOut(deps: UnitOfWorkDeps, addresses: AddressBook, request: SitesRequest): Promise<string> {
  switch (request.action) {
    case 'list':
      return listAll(deps, addresses, request.json)
    case 'create': {
      const made = await createSiteForOperator(deps, addresses, request.site)
      const steps = 'Point the name at this server, and let the proxy pass Host.'
      return `“${made.name}” is open: ${made.siteId}. ${steps}\n${describeInvitation(made)}`
    }
    case 'hosts':
      if (request.approve !== undefined) await approveHostForOperator(deps, addresses, { siteId: request.siteId, address: request.approve })
      return listHosts(deps, addresses, request.siteId)
    case 'limit': {
      const lines = (await limitSiteForOperator(deps, addresses, request)).map(describeLimit)
      return lines.length === 0 ? 'This site has no limits.' : lines.join('\n')
    }
    case 'invite':
      return describeInvitation(await inviteOwnerForOperator(deps, addresses, request))
  }
}

/** Carries the request out on an open database and answers what to print. Throws ImpossibleCommand with the refusal in one sentence. */
export async function carryOutSites(deps: UnitOfWorkDeps, addresses: AddressBook, request: SitesRequest): Promise<string> {
  try {
    return await carryOut(deps, addresses, request)
  } catch (error) {
    if (error instanceof Refusal) throw new ImpossibleCommand(error.toText('en'))
    if (error instanceof Violations)
      throw new ImpossibleCommand(`${error.violations.map(({ field, description }) => `${field} ${description}`).join('; ')}. Nothing was changed.`)
    throw error
  }
}

/** Asks the server that runs on the same embedded database, or opens the database itself. Throws ImpossibleCommand, CannotStart and DataDirInUse. */
export async function runSites(config: Config, logger: Logger, request: SitesRequest): Promise<string> {
  if (!config.databaseUrl) {
    const reply = await askRunningServer(config.dataDir, { command: 'sites', request })
    if (reply && 'message' in reply) return reply.message
    if (reply && 'refused' in reply) throw new ImpossibleCommand(reply.refused)
    if (!existsSync(join(config.dataDir, 'pglite'))) throw new ImpossibleCommand(`There is no database in the data folder ${config.dataDir}.`)
  }
  const open = await openMigrated(config, logger)
  try {
    // The link of an invitation is sealed in the email that waits for the server.
    configureSealing(await loadSealingKeys(config.secrets))
    const local = `${config.tls ? 'https' : 'http'}://localhost:${config.port}`
    const addresses = createAddressBook(open, () => ({ publicUrl: config.publicUrl, local }))
    const report = (problem: string, error: unknown) => logger.error({ err: error }, problem)
    return await carryOutSites({ database: open, clocks: new Clocks(), loadOrigins: addresses.getOrigins, report }, addresses, request)
  } finally {
    await open.close()
  }
}
