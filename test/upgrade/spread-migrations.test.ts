/** What a cluster runs in the place of a migration does the same as the migration, on the data of an earlier version. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Migration, migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { splitStatements } from '#kit/db/split-statements.ts'
import { readDigests } from '../fingerprint.ts'
import { emptyDatabase } from '../test-databases.ts'
import { prepareRows } from './rows-before.ts'
import { loadData } from './stored-data.ts'

class RolledBack extends Error {}

const known: readonly Migration[] = migrations
const spread = known.filter(({ upWhenSpread }) => upWhenSpread !== undefined)

test('some migrations have other statements for a cluster', () => expect(spread.map(({ name }) => name)).toEqual(Object.keys(prepareRows)))

test.each(spread.map(({ name, up, upWhenSpread }) => ({ name, ways: [up, upWhenSpread ?? ''] })))(
  '$name',
  async ({ name, ways }) => {
    const ends: Record<string, string>[] = []
    const open = await emptyDatabase()
    try {
      await loadData(open, 'baseline')
      await migrate(
        open,
        known.slice(
          0,
          known.findIndex((one) => one.name === name),
        ),
      )
      await prepareRows[name]?.(open)
      const before = await readDigests(open.db)
      for (const way of ways)
        await open.db
          .transaction()
          .execute(async (tx) => {
            for (const statement of splitStatements(way)) await sql.raw(statement).execute(tx)
            ends.push(await readDigests(tx))
            throw new RolledBack()
          })
          .catch((error) => expect(error).toBeInstanceOf(RolledBack))
      const [first, second] = ends
      expect(first).not.toEqual(before)
      expect(second).toEqual(first)
    } finally {
      await open.close()
    }
  },
  300_000,
)
