/** All SQL on simulations: making a copy, walking its work, reading what came of it. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { memberCopyRules } from '#domains/members/public.ts'
import { attemptCopyRule, paymentCopyRules } from '#domains/payments/public.ts'
import { copiedPlans } from '#domains/plans/public.ts'
import { copySite } from '#domains/site/public.ts'
import { copyRows, type CopyRule } from '#kit/db/copy-rows.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { SimulatedCards } from '../rules/simulation.ts'
import { readSql } from '#kit/db/open.ts'
import type { SimulationState, SimulationTransition } from '../rules/simulation-machine.ts'

export interface Simulation {
  /** The site id of the copy. */
  id: string
  cards: SimulatedCards
  state: SimulationState
  orders: number
  startedAt: Temporal.Instant
  clockAt: Temporal.Instant
  targetAt: Temporal.Instant
  problems: number
  createdAt: Temporal.Instant
}

const openStatuses = `'DRAFT', 'PENDING', 'ACTIVE', 'PAUSED'`
/** Orders that time can still move; orders that are over are not copied. */
const openOrders = `select o.id from plan_order o where o.site_id = r.site_id and o.status in (${openStatuses})`
const belongsToOpenOrder = `r.order_id in (${openOrders})`

/** Work that waits on the original and belongs to time; every other job would reach out of the copy. */
const copiedJobs = ['payments.charge', 'orders.notice']

/** What a simulation takes along, in the order in which rows name each other. Payment providers and the names of cards at them are not copied. */
const copyRules = (cards: SimulatedCards): CopyRule[] => {
  const pays = cards === 'WORK' ? 'work' : 'fail'
  return [
    ...memberCopyRules(`select o.member_id from plan_order o where o.site_id = r.site_id and o.status in (${openStatuses})`),
    ...copiedPlans,
    { table: 'coupon' },
    { table: 'coupon_use' },
    ...paymentCopyRules({
      methods: `select o.payment_method_id from plan_order o where o.site_id = r.site_id and o.status in (${openStatuses})`,
      payables: openOrders,
      cards: pays,
    }),
    { table: 'plan_order', where: `r.status in (${openStatuses})` },
    { table: 'recurring_revenue', where: belongsToOpenOrder },
    { table: 'plan_invoice', where: belongsToOpenOrder },
    attemptCopyRule({ payables: openOrders, cards: pays }),
    { table: 'benefit_ledger', where: belongsToOpenOrder },
    // Written already: the same email is not written a second time.
    {
      table: 'email',
      where: `r.unique_key is not null and left(r.unique_key, 36) in (select o.id::text from plan_order o where o.site_id = r.site_id and o.status in (${openStatuses}))`,
      set: { state: `'KEPT'`, secrets: 'null', html: 'null', body_text: 'null' },
    },
    { table: 'email_automation' },
    {
      table: 'job',
      where: `r.state = 'WAITING' and r.kind in (${copiedJobs.map((kind) => `'${kind}'`).join(', ')})`,
      set: { attempts: '0', leased_until: 'null' },
    },
  ]
}
/**
 * Every table that a simulation copies; a test checks that all others stay empty on the copy.
 * The database itself opens the activity of a client with the contact, and lists its addresses.
 * @public
 */
export const copiedTables: readonly string[] = ['site', 'site_setting', 'client_activity', 'contact_email', ...copyRules('WORK').map(({ table }) => table)]

const rows = (ctx: ReadContext, createdBy: string) =>
  ctx.db.selectFrom('simulation').selectAll().where('siteId', '=', ctx.siteId).where('createdBy', '=', createdBy)

/** The whole copy is of one moment: nothing may have been asked in this transaction before. */
export const useSnapshotIsolation = (ctx: TransactionContext): Promise<unknown> => sql`set transaction isolation level repeatable read`.execute(ctx.tx)

export async function countOpenOrders(ctx: ReadContext): Promise<number> {
  const row = await ctx.db
    .selectFrom('planOrder')
    .where('siteId', '=', ctx.siteId)
    .where('status', 'in', ['DRAFT', 'PENDING', 'ACTIVE', 'PAUSED'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
export async function countSimulations(ctx: ReadContext): Promise<number> {
  const row = await ctx.db
    .selectFrom('simulation')
    .where('siteId', '=', ctx.siteId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function insertSimulation(ctx: TransactionContext, simulation: Simulation, createdBy: string): Promise<void> {
  await copySite(ctx, simulation.id)
  for (const rule of copyRules(simulation.cards)) await copyRows(ctx.tx, rule, ctx.siteId, simulation.id)
  await ctx.tx
    .insertInto('simulation')
    .values({ siteId: ctx.siteId, createdBy, ...simulation })
    .execute()
}
export const listSimulations = async (ctx: ReadContext, createdBy: string): Promise<Simulation[]> =>
  (await rows(ctx, createdBy).orderBy('createdAt', 'desc').execute()) as Simulation[]
export const findSimulation = async (ctx: ReadContext, id: string, createdBy: string): Promise<Simulation | undefined> =>
  (await rows(ctx, createdBy).where('id', '=', id).executeTakeFirst()) as Simulation | undefined
export const lockSimulation = async (ctx: TransactionContext, id: string): Promise<Simulation | undefined> =>
  (await ctx.tx.selectFrom('simulation').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | Simulation
    | undefined
export const saveSimulation = (
  ctx: TransactionContext,
  id: string,
  { transition, ...set }: Partial<Pick<Simulation, 'clockAt' | 'targetAt' | 'problems'>> & { transition: SimulationTransition },
): Promise<unknown> =>
  ctx.tx
    .updateTable('simulation')
    .set({ ...set, state: transition.to })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export const listExpiredSimulations = async (ctx: ReadContext, before: Temporal.Instant): Promise<string[]> =>
  (await ctx.db.selectFrom('simulation').select('id').where('siteId', '=', ctx.siteId).where('createdAt', '<', before).execute()).map(({ id }) => id)

export interface PendingJob {
  id: string
  kind: string
  data: unknown
}
/** Work of this site that is due, the earliest first. */
export const listDueJobs = async (ctx: ReadContext): Promise<PendingJob[]> =>
  ctx.db
    .selectFrom('job')
    .select(['id', 'kind', 'data'])
    .where('siteId', '=', ctx.siteId)
    .where('state', '=', 'WAITING')
    .where('dueAt', '<=', ctx.now)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(50)
    .execute()

/** The next instant after the clock of this site at which an order, an attempt or a reminder is due. */
export async function nextDueInstant(ctx: ReadContext): Promise<Temporal.Instant | undefined> {
  const { rows: found } = await readSql(
    ctx.db,
    sql<{ at: Temporal.Instant | null }>`
    select least(
      (select min(next_due_at) from plan_order where site_id = ${ctx.siteId} and next_due_at > ${ctx.now}),
      (select min(check_at) from payment_attempt where site_id = ${ctx.siteId} and check_at > ${ctx.now}),
      (select min(due_at) from job where site_id = ${ctx.siteId} and state = 'WAITING' and due_at > ${ctx.now})) as at`,
  )
  return found[0]?.at ?? undefined
}

/** Whether a simulation is older: a condition on a row of `site`. */
export const hasSimulationsBefore = (before: Temporal.Instant) => sql<boolean>`
  exists (select from simulation as one where one.site_id = site.id and one.created_at < ${before})`
