/** Counts password attempts under the lock of their counter, and reads what was counted. Source: guide identity §9.5. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { type Db, json, type ReadDatabase, type Tx, writes } from '#kit/db/open.ts'
import type { RateLimit } from '#kit/http/rate-limit.ts'
import { lockOut, emptyAttempts, type Attempts } from '../rules/lock-out.ts'
import type { IdentityRow } from './identities.ts'
import { toAttempts, toRateLimitUsage, type RateLimitUsage } from './rate-limits.ts'
import { readSql } from '#kit/db/open.ts'

/** A counter of the caller's IP address; an undefined key is not counted. `refuses`: an attempt beyond the limit has to wait. */
export interface AddressCounter {
  key: string | undefined
  limit: RateLimit
  refuses: boolean
}

export interface AttemptTarget {
  /** The site that holds the counters. */
  siteId: string
  /** The counter of the account, or of the account in a known browser. */
  key: string
  byAddress: readonly AddressCounter[]
}

/** `wait`: seconds until an attempt is allowed, 0 when it was counted. `locks`: the account is locked if the attempt is wrong. */
export interface CountedAttempt {
  wait: number
  locks: boolean
}

const toCountersJson = (counters: readonly AddressCounter[]) =>
  sql`${json(counters.filter(({ key }) => key !== undefined).map(({ key, limit, refuses }) => ({ key, ...limit, refuses })))}::jsonb`
const lockoutRule = sql`${json(lockOut)}::jsonb`

/** Counts an attempt in one statement, which commits on its own outside of a transaction. */
export async function countPasswordAttempt(tx: Tx, { siteId, key, byAddress }: AttemptTarget, now: Temporal.Instant): Promise<CountedAttempt> {
  const { rows } =
    await sql<CountedAttempt>`${writes('throttle')} select wait, locks from count_guess(${siteId}::uuid, ${key}, ${toCountersJson(byAddress)}, ${lockoutRule}, ${now}::timestamptz)`.execute(
      tx,
    )
  return rows[0] as CountedAttempt
}

/** An attempt at the password of an email. */
export interface EmailAttemptTarget extends AttemptTarget {
  emailKey: string
  /** The known-browser cookie that the caller sends, and the counter to use when it is the account's own. */
  browser: { tokenHash: string; key: string } | undefined
}

/** Joins the known-browser token of identity `i`. */
const joinKnownBrowser = (tokenHash: string | undefined, now: Temporal.Instant) => sql`
  left join flow_token f on f.site_id = i.site_id and f.token_hash = ${tokenHash ?? null} and f.purpose = 'KNOWN_BROWSER'
    and f.used_at is null and f.expires_at > ${now} and f.data->>'personId' = i.id::text`

/**
 * Counts an attempt at the password of an email and returns its holder, in one statement, which commits on its own where
 * no transaction is open; repeated after a lost connection it counts twice, never zero times. `isKnown`: counted for the known browser only.
 */
export async function countPasswordAttemptByEmail(
  tx: Db,
  of: EmailAttemptTarget,
  now: Temporal.Instant,
): Promise<CountedAttempt & { found: IdentityRow | undefined; isKnown: boolean }> {
  type Row = { [K in keyof IdentityRow]: IdentityRow[K] | null } & CountedAttempt & { isKnown: boolean }
  const { rows } = await sql<Row>`${writes('throttle')}
    select i.*, coalesce(m.status, 'OFFLINE') as member_status, f.token_hash is not null as is_known, g.wait, g.locks
    from (values (${of.siteId}::uuid)) as of(site_id)
    left join identity i on i.site_id = of.site_id and i.email_key = ${of.emailKey} and not i.closed
    left join member m on m.site_id = i.site_id and m.id = i.id and m.deleted_at is null
    ${joinKnownBrowser(of.browser?.tokenHash, now)}
    cross join lateral count_guess(
      of.site_id,
      case when f.token_hash is null then ${of.key}::text else ${of.browser?.key ?? null}::text end,
      case when f.token_hash is null then ${toCountersJson(of.byAddress)} else '[]'::jsonb end,
      ${lockoutRule},
      ${now}::timestamptz
    ) g`.execute(tx)
  const row = rows[0] as Row
  const { wait, locks, isKnown } = row
  return { wait, locks, isKnown, found: row.id === null ? undefined : (row as IdentityRow) }
}

interface Counter {
  key: string | undefined
  seconds: number
}

/** Reads the counters without counting, in one statement. `address` and `lately` are counters of the caller's IP address: of the limit, and of suspicious failures. */
export async function readPasswordAttempts(
  tx: ReadDatabase,
  siteId: string,
  of: { emailKey: string; key: string; browserTokenHash: string | undefined; address: Counter; lately: Counter },
  now: Temporal.Instant,
): Promise<{ attempts: Attempts; address: RateLimitUsage; failuresLately: number; isKnown: boolean }> {
  interface Row {
    tried: number | null
    streak: number
    triedSince: Temporal.Instant
    lockedUntil: Temporal.Instant | null
    lastFailureAt: Temporal.Instant | null
    addressUses: number | null
    addressSince: Temporal.Instant
    lateUses: number | null
    isKnown: boolean
  }
  const { seconds, key: addressKey } = of.address
  const lateSince = now.subtract({ seconds: of.lately.seconds })
  const { rows } = await readSql(
    tx,
    sql<Row>`
    select t.count as tried, t.streak, t.window_starts_at as tried_since, t.locked_until, t.last_failure_at,
           a.count as address_uses, a.window_starts_at as address_since, l.count as late_uses, f.token_hash is not null as is_known
    from (values (${siteId}::uuid)) as of(site_id)
    left join identity i on i.site_id = of.site_id and i.email_key = ${of.emailKey} and not i.closed
    ${joinKnownBrowser(of.browserTokenHash, now)}
    left join throttle t on t.site_id = of.site_id and t.key = ${of.key}
    left join throttle a on a.site_id = of.site_id and a.key = ${addressKey ?? null} and a.window_starts_at > ${now.subtract({ seconds })}
    left join throttle l on l.site_id = of.site_id and l.key = ${of.lately.key ?? null} and l.window_starts_at > ${lateSince}`,
  )
  const row = rows[0] as Row
  return {
    attempts: row.tried === null ? emptyAttempts(now.epochMilliseconds) : toAttempts({ ...row, count: row.tried, windowStartsAt: row.triedSince }),
    failuresLately: row.lateUses ?? 0,
    address: toRateLimitUsage(row.addressUses === null ? undefined : { count: row.addressUses, windowStartsAt: row.addressSince }, seconds, now),
    isKnown: row.isKnown,
  }
}
