/** The results of a simulation, read from its copy: every function takes the copy and reads what happened after its start. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { Simulation } from './simulations.ts'
import { readSql } from '#kit/db/open.ts'

export interface ResultsWindow {
  timeZone: string
  /** One calendar day of the site; all of them without it. */
  day?: string | undefined
  limit: number
  offset: number
}
const memberName = sql<string>`(select coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), m.nickname) from member m join contact c on c.site_id = m.site_id and c.id = m.contact_id where m.site_id = o.site_id and m.id = o.member_id)`
const isWithinDay = (column: ReturnType<typeof sql>, { timeZone, day }: Pick<ResultsWindow, 'timeZone' | 'day'>) =>
  day === undefined ? sql`true` : sql`(${column} at time zone ${timeZone})::date = ${day}::date`

/** Every attempt on the copy with its answer, and the open invoices of offline orders. */
const chargesQuery = ({ id, startedAt }: Simulation) => sql`
  select a.at, i.amount, i.currency, i.cycle_index, i.order_id, a.decline_code,
         case when a.state in ('SUCCEEDED', 'LATE') then 'PAID' else 'DECLINED' end as outcome, a.id
  from payment_attempt a join plan_invoice i on i.site_id = a.site_id and i.id = a.invoice_id
  where a.site_id = ${id} and a.at >= ${startedAt} and a.mode = 'off-session' and a.state in ('SUCCEEDED', 'LATE', 'DECLINED')
  union all
  select i.due_at, i.amount, i.currency, i.cycle_index, i.order_id, null, 'DUE', i.id
  from plan_invoice i join plan_order o on o.site_id = i.site_id and o.id = i.order_id and o.type = 'OFFLINE'
  where i.site_id = ${id} and i.due_at > ${startedAt} and i.state = 'OPEN'`

export interface Charge {
  at: Temporal.Instant
  amount: string
  currency: string
  cycleIndex: number
  orderId: string
  planName: string
  memberName: string | null
  outcome: 'PAID' | 'DECLINED' | 'DUE'
  declineCode: string | null
}
export async function listCharges(ctx: ReadContext, of: Simulation, window: ResultsWindow): Promise<Charge[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<Charge>`
    select x.at, x.amount, x.currency, x.cycle_index, x.order_id, x.decline_code, x.outcome, o.snapshot ->> 'planName' as plan_name, ${memberName} as member_name
    from (${chargesQuery(of)}) x join plan_order o on o.site_id = ${of.id} and o.id = x.order_id
    where ${isWithinDay(sql`x.at`, window)}
    order by x.at, x.id limit ${window.limit} offset ${window.offset}`,
  )
  return rows
}

export interface SimulatedEmail {
  id: string
  at: Temporal.Instant
  to: string
  template: string
  subject: string | null
  text: string | null
}
export async function listEmails(ctx: ReadContext, of: Simulation, window: ResultsWindow): Promise<SimulatedEmail[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<SimulatedEmail>`
    select id, created_at as at, recipient as "to", template, subject, body_text as text from email
    where site_id = ${of.id} and created_at >= ${of.startedAt} and body_text is not null and ${isWithinDay(sql`created_at`, window)}
    order by created_at, id limit ${window.limit} offset ${window.offset}`,
  )
  return rows
}

export interface Change {
  at: Temporal.Instant
  orderId: string
  planName: string
  memberName: string | null
  change: 'STARTED' | 'RENEWED' | 'ENDED' | 'CANCELED' | 'FAILED'
  cycleNumber: number | null
}
/** The events of an order that matter to people; an end is listed once, as an end or as a cancellation. */
const changesQuery = ({ id, startedAt }: Simulation) => sql`
  select e.id, e.happened_at as at, e.entity_id::uuid as order_id,
         case when e.slug = 'started' then 'STARTED' when e.slug = 'cycle_started' then 'RENEWED' when e.slug = 'ended' then 'ENDED'
              when e.payload #>> '{actionEvent,body,order,cancellation,cause}' like 'PAYMENT%' then 'FAILED' else 'CANCELED' end as change,
         (e.payload #>> '{actionEvent,body,cycleNumber}')::int as cycle_number
  from event e
  where e.site_id = ${id} and e.happened_at >= ${startedAt} and e.entity_fqdn = 'wix.pricing_plans.v2.order'
    and (e.slug in ('started', 'canceled') or (e.slug = 'cycle_started' and not exists (
           select 1 from event s where s.site_id = e.site_id and s.entity_id = e.entity_id and s.slug = 'started' and s.happened_at = e.happened_at))
         or (e.slug = 'ended' and e.payload #>> '{actionEvent,body,order,status}' = 'ENDED'))`

export async function listChanges(ctx: ReadContext, of: Simulation, window: ResultsWindow): Promise<Change[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<Change>`
    select x.at, x.order_id, x.change, x.cycle_number, o.snapshot ->> 'planName' as plan_name, ${memberName} as member_name
    from (${changesQuery(of)}) x join plan_order o on o.site_id = ${of.id} and o.id = x.order_id
    where ${isWithinDay(sql`x.at`, window)}
    order by x.at, x.id limit ${window.limit} offset ${window.offset}`,
  )
  return rows
}

export interface DayTotal {
  date: string
  kind: 'PAID' | 'DECLINED' | 'DUE' | 'EMAIL' | Change['change']
  currency: string | null
  amount: string | null
  n: number
}
/** What each day brought, in the zone of the site. */
export async function listDayTotals(ctx: ReadContext, of: Simulation, timeZone: string): Promise<DayTotal[]> {
  const day = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const { rows } = await readSql(
    ctx.db,
    sql<DayTotal>`
    select ${day(sql`at`)} as date, outcome as kind, currency, sum(amount) as amount, count(*)::int as n from (${chargesQuery(of)}) x group by 1, 2, 3
    union all
    select ${day(sql`created_at`)}, 'EMAIL', null, null, count(*)::int from email
    where site_id = ${of.id} and created_at >= ${of.startedAt} and body_text is not null group by 1
    union all
    select ${day(sql`at`)}, change, null, null, count(*)::int from (${changesQuery(of)}) y group by 1, 2
    order by 1`,
  )
  return rows
}
