/** `atrium distribute`: into a cluster, and back to one server. */
import type { Config } from '../config.ts'
import { placements } from '../domains.ts'
import { openMigrated } from '../open-database.ts'
import { ImpossibleCommand } from './read-command.ts'
import { CannotDistribute, distribute, gather } from '#kit/db/cluster/distribute.ts'
import type { Logger } from '#kit/observability/logger.ts'

/** Moves the tables and answers what to print. Throws ImpossibleCommand and CannotStart. */
export async function runDistribute(config: Config, logger: Logger, { into, shards }: { into: boolean; shards: number }): Promise<string> {
  if (!config.databaseUrl)
    throw new ImpossibleCommand('Only a database on a server can be spread: set DATABASE_URL to the coordinator, and restore a backup or an archive there.')
  const open = await openMigrated(config, logger)
  let moved = 0
  const onMoved = (table: string) => {
    moved += 1
    logger.info({ table }, 'moved')
  }
  try {
    await (into ? distribute(open, { placements, shards, onMoved }) : gather(open, onMoved))
  } catch (error) {
    if (error instanceof CannotDistribute) throw new ImpossibleCommand(error.message)
    throw error
  } finally {
    await open.close()
  }
  if (moved === 0) return into ? 'Every table lies where it should; nothing was moved.' : 'No table is spread; nothing was moved.'
  return into
    ? `${moved} tables are spread over the cluster or copied to its nodes. Start the servers again.`
    : `${moved} tables are back on one server. Start the servers again.`
}
