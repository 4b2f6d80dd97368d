/** SQL on attempts to charge. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, pipelineQuery, type Db } from '#kit/db/open.ts'
import type { AttemptState } from '../rules/attempt-machine.ts'
import type { AttemptKind } from '../rules/payable.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export interface Attempt {
  id: string
  kind: AttemptKind
  payableId: string
  /** The invoice of an order that it is to pay; each of them is paid separately. */
  invoiceId: string | null
  /** Counts the attempts of an invoice, or of a payable without invoices. */
  n: number
  /** The provider's idempotency key. */
  key: string
  /** `setup` asks for no money; `off-session` charges a saved card without the buyer. */
  mode: 'pay' | 'setup' | 'off-session'
  provider: string
  /** Decimal string. */
  amount: string
  currency: string
  /** Whose saved cards it uses and adds to; null for bookings. */
  memberId: string | null
  paymentMethodId: string | null
  /** A new card for this order, or for all of the buyer's. */
  cardFor: 'ORDER' | 'ALL' | null
  /** A card that is not saved. */
  card: { brand: string; last4: string } | null
  /** What the provider receives besides the site and the attempt. */
  details: Readonly<Record<string, string>>
  state: AttemptState
  /** The provider's name for the charge, or for its page until the charge has ended. */
  ref: string | null
  pageUrl: string | null
  declineCode: string | null
  checkAt: Temporal.Instant | null
  at: Temporal.Instant
}

const attempts = (ctx: ReadContext) => ctx.db.selectFrom('paymentAttempt').selectAll().where('siteId', '=', ctx.siteId)

export const insertAttempt = (ctx: TransactionContext, { card, details, ...attempt }: Attempt): Promise<unknown> =>
  pipelineQuery(ctx.tx, ctx.tx.insertInto('paymentAttempt').values({ siteId: ctx.siteId, ...attempt, card: card && json(card), details: json(details) }))

export const findAttempt = async (ctx: ReadContext, id: string): Promise<Attempt | undefined> =>
  (await attempts(ctx).where('id', '=', id).executeTakeFirst()) as Attempt | undefined
export const lockAttempt = async (ctx: TransactionContext, id: string): Promise<Attempt | undefined> =>
  (await attempts(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as Attempt | undefined
export const findAttemptByRef = async (ctx: ReadContext, provider: string, ref: string): Promise<Attempt | undefined> =>
  (await attempts(ctx).where('provider', '=', provider).where('ref', '=', ref).executeTakeFirst()) as Attempt | undefined
export const attemptsOfInvoice = async (ctx: ReadContext, invoiceId: string): Promise<Attempt[]> =>
  (await attempts(ctx).where('invoiceId', '=', invoiceId).orderBy('n').execute()) as Attempt[]
/** Every attempt of a payable, invoice by invoice. */
export const attemptsOfPayable = async (ctx: ReadContext, kind: AttemptKind, payableId: string): Promise<Attempt[]> =>
  (await attempts(ctx).where('payableId', '=', payableId).where('kind', '=', kind).orderBy('invoiceId').orderBy('n').execute()) as Attempt[]

export type AttemptToSend = Attempt & { token: string | undefined; customer: string | undefined }
/** An attempt with the saved card that its provider asks for. */
export async function loadAttemptToSend(ctx: ReadContext, id: string): Promise<AttemptToSend | undefined> {
  const row = await ctx.db
    .selectFrom('paymentAttempt as a')
    .leftJoin('paymentMethod as m', (join) => join.onRef('m.siteId', '=', 'a.siteId').onRef('m.id', '=', 'a.paymentMethodId'))
    .leftJoin('paymentCustomer as c', (join) =>
      join.onRef('c.siteId', '=', 'a.siteId').onRef('c.memberId', '=', 'a.memberId').onRef('c.provider', '=', 'a.provider'),
    )
    .selectAll('a')
    // A card that was kept for a booking has a customer of its own.
    .select(['m.token', (eb) => eb.fn.coalesce('m.customer', 'c.ref').as('customer')])
    .where('a.siteId', '=', ctx.siteId)
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { siteId: _, token, customer, ...attempt } = row
  return { ...(attempt as Attempt), token: token ?? undefined, customer: customer ?? undefined }
}

export type AttemptChange = Partial<Pick<Attempt, 'state' | 'ref' | 'pageUrl' | 'declineCode' | 'checkAt' | 'paymentMethodId' | 'card' | 'cardFor'>>
/** Saves a step of an attempt. Which steps there are decides the table of states (`rules/attempt-machine.ts`). */
export const updateAttempt = (ctx: TransactionContext, id: string, { card, ...set }: AttemptChange): Promise<unknown> =>
  pipelineQuery(
    ctx.tx,
    ctx.tx
      .updateTable('paymentAttempt')
      .set({ ...set, ...(card !== undefined && { card: card && json(card) }) })
      .where('siteId', '=', ctx.siteId)
      .where('id', '=', id),
  )

/** Attempts whose answer is to be asked for again, the earliest first. */
export async function attemptsToCheck(ctx: ReadContext, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('checkAt', '<=', ctx.now)
    .orderBy('checkAt')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Declines of the cards that a member gave since an instant, all orders together. */
export async function countDeclines(ctx: ReadContext, memberId: string, since: Temporal.Instant): Promise<number> {
  const row = await ctx.db
    .selectFrom('paymentAttempt')
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('state', '=', 'DECLINED')
    .where('mode', '<>', 'off-session')
    .where('at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The next instant after `now` at which some attempt of any site is to be asked about. */
export async function nextCheckAt(db: Db, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('paymentAttempt')
    .select((eb) => eb.fn.min('checkAt').as('at'))
    .where('checkAt', '>', now)
    .executeTakeFirst()
  return row?.at ?? undefined
}

export const hasAttemptsToCheck: SiteCondition = ({ now }) => sql`
  exists (select from payment_attempt as one where one.site_id = site.id and one.check_at <= ${now})`
