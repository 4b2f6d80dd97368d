/** `atrium doctor`: looks at everything that an operator can get wrong, changes nothing, and says one line of each. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { CannotStart, openAsItIs } from '../open-database.ts'
import { checkDatabase } from './check-database.ts'
import * as machine from './check-machine.ts'
import { type Finding, formatFindings, hasMistakes, notice, wrong } from './findings.ts'
import { askRunningServer } from './holder.ts'
import { DataDirInUse } from '#kit/db/data-dir-lock.ts'
import type { Logger } from '#kit/observability/logger.ts'

const FREE_BYTES = 1_000_000_000

/** Answers what to print, and whether something is wrong. */
export async function runDoctor(env: NodeJS.ProcessEnv, rootDir: string, logger: Logger): Promise<{ text: string; isHealthy: boolean }> {
  const { config, findings } = machine.checkSettings(env, rootDir)
  const all = [machine.checkNode(process.versions.node), ...findings, ...(config ? await checkAll(config, logger) : [])]
  return { text: formatFindings(all), isHealthy: !hasMistakes(all) }
}

/** The nearest folder that is there: the disk that a folder will lie on. */
function findExisting(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) ? path : findExisting(dirname(path))
}

async function checkAll(config: Config, logger: Logger): Promise<Finding[]> {
  const stripeUrl = config.payments.stripe ? (config.stripeApiUrl ?? 'https://api.stripe.com') : undefined
  return [
    machine.checkAddress(config),
    ...(await machine.checkDns(config.publicUrl)),
    ...machine.checkCertificate(config),
    ...(await machine.checkServer(config)),
    ...(await machine.checkDataDir(config.dataDir)),
    machine.checkKeyFile(config),
    await machine.checkDisk(findExisting(config.dataDir), FREE_BYTES),
    ...(config.backups.folder ? [await machine.checkDisk(findExisting(config.backups.folder), FREE_BYTES)] : []),
    ...machine.checkBackups(config.backups, config),
    ...(await machine.checkBucket(config.backups)),
    ...(stripeUrl ? await machine.checkClockByHttp(stripeUrl, 'Stripe') : []),
    ...(await checkAnyDatabase(config, logger)),
  ]
}

/** An embedded database that a server has open is checked by that server. */
async function checkAnyDatabase(config: Config, logger: Logger): Promise<Finding[]> {
  if (!config.databaseUrl) {
    const reply = await askRunningServer(config.dataDir, { command: 'doctor' })
    if (reply && 'findings' in reply) return reply.findings
    if (reply && 'refused' in reply) return [wrong('Database', reply.refused)]
    if (!existsSync(join(config.dataDir, 'pglite'))) return [notice('Database', 'there is none yet; the first start makes it.')]
  }
  try {
    const open = await openAsItIs(config, logger)
    try {
      return await checkDatabase(open, config)
    } finally {
      await open.close()
    }
  } catch (error) {
    if (error instanceof CannotStart || error instanceof DataDirInUse) return [wrong('Database', error.message)]
    return [wrong('Database', `does not answer as it should: ${(error as Error).message}.`)]
  }
}
