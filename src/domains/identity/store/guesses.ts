/** Guesses at passwords: what is on record of an account, and the count of one more guess under the lock of its counter. Source: guide identity 9.5. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { json, type Tx } from '#kit/db/open.ts'
import type { Limit } from '#kit/work/windows.ts'
import { lockOut, noAttempts, type Attempts } from '../rules/lock-out.ts'
import type { IdentityRow } from './identities.ts'
import { attemptsIn, usesIn, type Uses } from './throttles.ts'

/** A counter of the caller's address; an undefined key is not counted. `refuses`: a guess beyond the limit has to wait. */
export interface AddressCounter {
  key: string | undefined
  limit: Limit
  refuses: boolean
}

export interface GuessOf {
  /** Where the counters stand. */
  siteId: string
  /** The counter of the account, or of the account in a browser that it knows. */
  key: string
  byAddress: readonly AddressCounter[]
}

/** `wait`: seconds until the guess may be made, then nothing of it is to be judged; 0: it was counted. `locks`: the account waits if it is wrong. */
export interface Counted {
  wait: number
  locks: boolean
}

const also = (counters: readonly AddressCounter[]) =>
  sql`${json(counters.filter(({ key }) => key !== undefined).map(({ key, limit, refuses }) => ({ key, ...limit, refuses })))}::jsonb`
const rule = sql`${json(lockOut)}::jsonb`

/** Counts a guess. One statement: where no transaction is open it commits by itself. */
export async function countGuess(tx: Tx, { siteId, key, byAddress }: GuessOf, now: Temporal.Instant): Promise<Counted> {
  const { rows } = await sql<Counted>`select wait, locks from count_guess(${siteId}::uuid, ${key}, ${also(byAddress)}, ${rule}, ${now}::timestamptz)`.execute(
    tx,
  )
  return rows[0] as Counted
}

/** Whose password is guessed, and where it is counted. */
export interface GuessAtEmail extends GuessOf {
  emailKey: string
  /** The mark that the caller's browser brings, and the counter of the account in that browser if the mark is the account's own. */
  mark: { tokenHash: string; key: string } | undefined
}

/** The mark of a browser that the identity `i` knows. */
const markOf = (tokenHash: string | undefined, now: Temporal.Instant) => sql`
  left join flow_token f on f.site_id = i.site_id and f.token_hash = ${tokenHash ?? null} and f.purpose = 'KNOWN_BROWSER'
    and f.used_at is null and f.expires_at > ${now} and f.data->>'personId' = i.id::text`

/**
 * Counts a guess at the password of an address and answers with the person who holds it: one statement, which commits by itself where
 * no transaction is open; sent again after a lost connection it counts twice, never not at all. `isKnown`: it was counted for the browser only, under the key of the mark.
 */
export async function guessAtEmail(tx: Tx, of: GuessAtEmail, now: Temporal.Instant): Promise<Counted & { found: IdentityRow | undefined; isKnown: boolean }> {
  type Row = { [K in keyof IdentityRow]: IdentityRow[K] | null } & Counted & { isKnown: boolean }
  const { rows } = await sql<Row>`
    select i.*, coalesce(m.status, 'OFFLINE') as member_status, f.token_hash is not null as is_known, g.wait, g.locks
    from (values (${of.siteId}::uuid)) as of(site_id)
    left join identity i on i.site_id = of.site_id and i.email_key = ${of.emailKey} and not i.closed
    left join member m on m.site_id = i.site_id and m.id = i.id and m.deleted_at is null
    ${markOf(of.mark?.tokenHash, now)}
    cross join lateral count_guess(
      of.site_id,
      case when f.token_hash is null then ${of.key}::text else ${of.mark?.key ?? null}::text end,
      case when f.token_hash is null then ${also(of.byAddress)} else '[]'::jsonb end,
      ${rule},
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

/** What was counted before a guess, in one statement that counts nothing. `address` and `lately` are counters of the caller's address, of the limit and of what looks suspicious. */
export async function guessesBefore(
  tx: Tx,
  siteId: string,
  of: { emailKey: string; key: string; markHash: string | undefined; address: Counter; lately: Counter },
  now: Temporal.Instant,
): Promise<{ attempts: Attempts; address: Uses; failuresLately: number; isKnown: boolean }> {
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
  const { rows } = await sql<Row>`
    select t.count as tried, t.streak, t.window_starts_at as tried_since, t.locked_until, t.last_failure_at,
           a.count as address_uses, a.window_starts_at as address_since, l.count as late_uses, f.token_hash is not null as is_known
    from (values (${siteId}::uuid)) as of(site_id)
    left join identity i on i.site_id = of.site_id and i.email_key = ${of.emailKey} and not i.closed
    ${markOf(of.markHash, now)}
    left join throttle t on t.site_id = of.site_id and t.key = ${of.key}
    left join throttle a on a.site_id = of.site_id and a.key = ${addressKey ?? null} and a.window_starts_at > ${now.subtract({ seconds })}
    left join throttle l on l.site_id = of.site_id and l.key = ${of.lately.key ?? null} and l.window_starts_at > ${lateSince}`.execute(tx)
  const row = rows[0] as Row
  return {
    attempts: row.tried === null ? noAttempts(now.epochMilliseconds) : attemptsIn({ ...row, count: row.tried, windowStartsAt: row.triedSince }),
    failuresLately: row.lateUses ?? 0,
    address: usesIn(row.addressUses === null ? undefined : { count: row.addressUses, windowStartsAt: row.addressSince }, seconds, now),
    isKnown: row.isKnown,
  }
}
