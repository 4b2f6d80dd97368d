/** What is on record before a password is looked at: who holds the address, how often it was tried, and by whom. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Tx } from '#kit/db/open.ts'
import { noAttempts, type Attempts } from '../rules/lock-out.ts'
import type { IdentityRow } from './identities.ts'
import { attemptsIn, usesIn, type Uses } from './throttles.ts'

type Row = { [K in keyof IdentityRow]: IdentityRow[K] | null } & {
  tried: number | null
  streak: number
  triedSince: Temporal.Instant
  lockedUntil: Temporal.Instant | null
  lastFailureAt: Temporal.Instant | null
  addressUses: number | null
  addressSince: Temporal.Instant
  lateUses: number | null
}

interface Counter {
  key: string | undefined
  seconds: number
}

/** Every sign-in reads this, so it is one statement. `address` and `lately` are counters of the caller's address, of the limit and of what looks suspicious; undefined keys are not counted. */
export async function beforePassword(
  tx: Tx,
  siteId: string,
  of: { emailKey: string; attemptsKey: string; address: Counter; lately: Counter },
  now: Temporal.Instant,
): Promise<{ found: IdentityRow | undefined; attempts: Attempts; address: Uses; failuresLately: number }> {
  const { seconds, key: addressKey } = of.address
  const lateSince = now.subtract({ seconds: of.lately.seconds })
  const { rows } = await sql<Row>`
    select i.*, coalesce(m.status, 'OFFLINE') as member_status,
           t.count as tried, t.streak, t.window_starts_at as tried_since, t.locked_until, t.last_failure_at,
           a.count as address_uses, a.window_starts_at as address_since, l.count as late_uses
    from (values (${siteId}::uuid)) as of(site_id)
    left join identity i on i.site_id = of.site_id and i.email_key = ${of.emailKey} and not i.closed
    left join member m on m.site_id = i.site_id and m.id = i.id and m.deleted_at is null
    left join throttle t on t.site_id = of.site_id and t.key = ${of.attemptsKey}
    left join throttle a on a.site_id = of.site_id and a.key = ${addressKey ?? null} and a.window_starts_at > ${now.subtract({ seconds })}
    left join throttle l on l.site_id = of.site_id and l.key = ${of.lately.key ?? null} and l.window_starts_at > ${lateSince}`.execute(tx)
  const row = rows[0] as Row
  return {
    found: row.id === null ? undefined : (row as IdentityRow),
    attempts: row.tried === null ? noAttempts(now.epochMilliseconds) : attemptsIn({ ...row, count: row.tried, windowStartsAt: row.triedSince }),
    failuresLately: row.lateUses ?? 0,
    address: usesIn(row.addressUses === null ? undefined : { count: row.addressUses, windowStartsAt: row.addressSince }, seconds, now),
  }
}
