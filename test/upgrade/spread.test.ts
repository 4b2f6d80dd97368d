/** The tables of an earlier version, spread over a cluster, take every update since. Needs a cluster. */
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { distribute, spreadNewTables } from '#kit/db/cluster/distribute.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import { type OpenDatabase, openDatabase } from '#kit/db/open.ts'
import { placements } from '../../src/domains.ts'
import { createUnspreadDatabase } from '../cluster-databases.ts'
import { readDigests, readShape } from '../fingerprint.ts'
import { prepareRows } from './rows-before.ts'
import { loadData } from './stored-data.ts'

/** The text of each function of ours by node, as a digest. */
async function readFunctions({ db }: OpenDatabase): Promise<string[]> {
  const own = `select md5(string_agg(pg_get_functiondef(p.oid), '|' order by p.oid::regprocedure::text)) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`
  const { rows } = await sql<{ digest: string }>`select result as digest from run_command_on_all_nodes(${own})`.execute(db)
  return rows.map(({ digest }) => digest)
}

describe.runIf(process.env.TEST_CLUSTER === '1')('the tables of an earlier version', () => {
  /** The first state that can be spread. */
  const first = migrations.findIndex(({ name }) => name === '0280-functions-in-a-cluster') + 1
  const made: { open: OpenDatabase; drop: () => Promise<void> }[] = []
  async function openEarlier(): Promise<OpenDatabase> {
    const { url, drop } = await createUnspreadDatabase(process.env.TEST_DATABASE_URL as string, async (open) => {
      await loadData(open, 'baseline')
      await migrate(open, migrations.slice(0, first))
      for (const prepare of Object.values(prepareRows)) await prepare(open)
    })
    const open = await openDatabase({ url })
    made.push({ open, drop })
    return open
  }
  afterAll(async () => {
    for (const { open, drop } of made) {
      await open.close()
      await drop()
    }
  })

  test('take every update since when they are spread: the same rows, keys and functions as on one server', async () => {
    expect(first).toBeGreaterThan(1)
    const [onOne, spread] = [await openEarlier(), await openEarlier()]
    // Migrations before gave some rows ids by chance: of those tables the number of rows is compared.
    const [one, other] = [await readDigests(onOne.db), await readDigests(spread.db)]
    const byChance = new Set(Object.keys(one).filter((table) => one[table] !== other[table]))
    expect(byChance.size).toBeLessThan(3)
    const read = async ({ db }: OpenDatabase) =>
      Object.fromEntries(Object.entries(await readDigests(db)).map(([table, digest]) => [table, byChance.has(table) ? digest.split(',')[0] : digest]))
    await distribute(spread, { placements, shards: 4 })
    await migrate(onOne)
    for (let n = first + 1; n <= migrations.length; n++) {
      await migrate(spread, migrations.slice(0, n))
      await spreadNewTables(spread, placements)
    }
    expect(await read(spread)).toEqual(await read(onOne))
    expect(await readShape(spread.db)).toEqual(await readShape(onOne.db))
    const nodes = await readFunctions(spread)
    expect(nodes.length).toBeGreaterThan(2)
    expect(new Set(nodes)).toEqual(new Set(await readFunctions(onOne).then(([coordinator]) => [coordinator])))
    // Nothing is left to spread.
    const moved: string[] = []
    await distribute(spread, { placements, shards: 4, onMoved: (table) => moved.push(table) })
    expect(moved).toEqual([])
    // A guard, as everywhere: two databases are made and updated one step after the other.
  }, 900_000)
})
