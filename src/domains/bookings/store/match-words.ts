/** The search in bookings: by words in name, email or phone of the customer. */
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import { findRarestPart, listIndexableParts, splitIntoWords } from '../rules/search-words.ts'

const contains = (part: string) => sql<SqlBool>`booking.search like plain_text(${`%${part.replace(/[\\%_]/g, '\\$&')}%`})`
/** The same, in words for which no index is asked. */
const containsUnindexed = (word: string) => sql<SqlBool>`position(plain_text(${word}) in booking.search) > 0`

/** Rows of which one counts how many have a part. */
const SAMPLE_SIZE = 500
async function countInSample(ctx: ReadContext, parts: readonly string[]): Promise<number[]> {
  const counts = parts.map((part) => sql`count(*) filter (where ${contains(part)})::int`)
  const sample = sql`select search from booking where site_id = ${ctx.siteId}::uuid order by start_at desc limit ${SAMPLE_SIZE}`
  const { rows } = await readSql(ctx.db, sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts from (${sample}) as booking`)
  return rows[0]?.counts ?? []
}

/**
 * Bookings whose customer's name, email or phone contains every word, ignoring case and accents; undefined without a word. In a long list the index looks
 * up the rarest part alone: it would read millions of entries for a domain or a first name that thousands share.
 */
export async function matchesWords(ctx: ReadContext, expression: string | null | undefined, isLongList: boolean): Promise<Expression<SqlBool> | undefined> {
  const words = splitIntoWords(expression)
  if (words.length === 0) return undefined
  const parts = isLongList ? listIndexableParts(words) : []
  const rarest = parts.length > 1 ? findRarestPart(parts, await countInSample(ctx, parts)) : undefined
  const conditions: RawBuilder<SqlBool>[] =
    rarest === undefined ? words.map(contains) : [contains(rarest), ...words.filter((word) => word !== rarest).map(containsUnindexed)]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
