/** SQL on redirect sessions. They are found by id or short code alone: a browser that follows a link has no token. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { json, type Db, type ReadDatabase, type Tx } from '#kit/db/open.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { Callbacks, Intent, Payload } from './rules/intent.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export interface RedirectRow {
  siteId: string
  id: string
  intent: Intent
  payload: Payload
  callbacks: Callbacks
  preferences: Payload
  clientId: string | null
  actorKind: 'VISITOR' | 'MEMBER' | 'BUSINESS'
  visitorId: string | null
  memberId: string | null
  identitySessionId: string | null
  origin: string | null
  target: string
  transferHash: string
  shortCode: string
  flowHash: string | null
  enteredAt: Temporal.Instant | null
  createdAt: Temporal.Instant
  enterUntil: Temporal.Instant
  endsAt: Temporal.Instant
}

export type NewRedirect = Omit<RedirectRow, 'flowHash' | 'enteredAt'>
export const insertRedirect = async (tx: Tx, row: NewRedirect): Promise<void> =>
  void (await tx
    .insertInto('redirectSession')
    .values({ ...row, payload: json(row.payload), callbacks: json(row.callbacks), preferences: json(row.preferences) })
    .execute())

const rows = (tx: ReadDatabase) => tx.selectFrom('redirectSession').selectAll().$castTo<RedirectRow>()

/** A redirect session that has not ended. */
export const findRedirect = async (tx: ReadDatabase, id: string | undefined, now: Temporal.Instant): Promise<RedirectRow | undefined> =>
  isGuid(id) ? rows(tx).where('id', '=', id).where('endsAt', '>', now).executeTakeFirst() : undefined
export const findRedirectByShortCode = (tx: ReadDatabase, code: string, now: Temporal.Instant): Promise<RedirectRow | undefined> =>
  rows(tx).where('shortCode', '=', code).where('endsAt', '>', now).executeTakeFirst()

/** The site of a redirect session that has not ended. */
export const findSiteOfRedirect = async (db: Db, id: string, now: Temporal.Instant): Promise<string | undefined> =>
  isGuid(id) ? (await db.selectFrom('redirectSession').select('siteId').where('id', '=', id).where('endsAt', '>', now).executeTakeFirst())?.siteId : undefined

/** Marks the session as entered by the first browser; false when it was entered before or has expired. */
export const markEntered = async (tx: Tx, row: RedirectRow, transferHash: string, flowHash: string, now: Temporal.Instant): Promise<boolean> =>
  (await tx
    .updateTable('redirectSession')
    .set({ flowHash, enteredAt: now })
    .where('siteId', '=', row.siteId)
    .where('id', '=', row.id)
    .where('enteredAt', 'is', null)
    .where('transferHash', '=', transferHash)
    .where('enterUntil', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** A member signed in during the flow. */
export const setMember = async (tx: Tx, row: RedirectRow, memberId: string, identitySessionId: string): Promise<void> =>
  void (await tx
    .updateTable('redirectSession')
    .set({ memberId, identitySessionId, actorKind: 'MEMBER' })
    .where('siteId', '=', row.siteId)
    .where('id', '=', row.id)
    .execute())

export const deleteEndedRedirects = async (tx: Tx, siteId: string, now: Temporal.Instant): Promise<number> =>
  Number(
    (
      await tx
        .deleteFrom('redirectSession')
        .where('siteId', '=', siteId)
        .where('endsAt', '<', sql<Temporal.Instant>`${now}::timestamptz - make_interval(days => 1)`)
        .executeTakeFirst()
    ).numDeletedRows,
  )

export const hasEndedRedirects: SiteCondition = ({ authNow }) => sql`
  exists (select from redirect_session as one where one.site_id = site.id and one.ends_at < ${authNow}::timestamptz - make_interval(days => 1))`
