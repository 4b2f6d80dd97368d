import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packFirstData } from './first-data.ts'
import { openDatabase } from './open.ts'

const home = mkdtempSync(join(tmpdir(), 'atrium-first-'))
const at = (name: string) => join(home, name)
afterAll(() => rmSync(home, { recursive: true }))

beforeAll(async () => {
  const open = await openDatabase({ dataDir: at('made') })
  await open.script("create table thing (id int primary key, name text); insert into thing values (1, 'kept')")
  await open.copyTo?.(at('copied'))
  await open.close()
  await packFirstData(at('copied'), at('first.tar.gz'))
})

test('a new folder begins with what was packed, and one that is there goes on as it is', async () => {
  for (const [round, names] of [
    [2, ['kept']],
    [3, ['kept', 'added 2']],
  ] as const) {
    const open = await openDatabase({ dataDir: at('data'), firstData: at('first.tar.gz') })
    const { rows } = await sql<{ name: string }>`select name from thing order by id`.execute(open.db)
    await sql`insert into thing values (${round}, ${`added ${round}`})`.execute(open.db)
    await open.close()
    expect(rows.map(({ name }) => name)).toEqual(names)
  }
})

test('a file that was cut off opens nothing, and the next start with a whole one begins anew', async () => {
  await packFirstData(at('copied'), at('cut.tar.gz'))
  truncateSync(at('cut.tar.gz'), 1_000_000)
  await expect(openDatabase({ dataDir: at('other'), firstData: at('cut.tar.gz') })).rejects.toThrow()
  const open = await openDatabase({ dataDir: at('other'), firstData: at('first.tar.gz') })
  const { rows } = await sql<{ name: string }>`select name from thing`.execute(open.db)
  await open.close()
  expect(rows).toEqual([{ name: 'kept' }])
})
