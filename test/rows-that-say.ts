/** What a raw dump of the database would show: every column of every table, as text. */
import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/** Every row of every table in which one of the words stands, whatever its case. */
export async function rowsThatSay({ open }: TestServer, ...words: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(open.db)
  const telling: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where t::text ilike any (${words.map((word) => `%${word}%`)})`.execute(open.db)
    telling.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 600)}`))
  }
  return telling
}
