/** Plans in a dry run: which are sold, end, are not renewed, pause or move. Plan sessions are noted where they move (`store/credits.ts`). */
import { findMemberReader } from '#domains/notifications/public.ts'
import type { DomainEvent, ReadContext } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import type { Effect } from '#kit/pure/dry-run.ts'
import { findOrder } from '../store/orders.ts'
import { toOrder } from '../wire.ts'

/** The event that says most comes first: an order that ends is cancelled, too. */
const kinds = [
  ['ended', 'PLAN_ENDED'],
  ['canceled', 'PLAN_CANCELED'],
  ['purchased', 'PLAN_SOLD'],
  ['auto_renew_canceled', 'PLAN_NOT_RENEWED'],
  ['paused', 'PLAN_PAUSED'],
  ['resumed', 'PLAN_RESUMED'],
  ['end_date_postponed', 'PLAN_EXTENDED'],
  ['start_date_changed', 'PLAN_MOVED'],
  ['marked_as_paid', 'PLAN_PAID'],
] as const
type OrderEntity = ReturnType<typeof toOrder>

const readOrder = ({ payload }: DomainEvent): OrderEntity | undefined =>
  'actionEvent' in payload ? (payload.actionEvent.body as { order?: OrderEntity }).order : undefined

/** Names the plan and its holder where plan sessions move. */
async function nameSessions(ctx: ReadContext, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects.filter(({ kind }) => kind === 'PLAN_SESSIONS')) {
    const order = await findOrder(ctx, { id: effect.id })
    if (!order) continue
    effect.what = order.snapshot.planName
    const who = (await findMemberReader(ctx, order.memberId))?.name
    if (who) effect.who = who
  }
}

export const ordersDryRun: DryRunReporter = {
  async describe(ctx, { events, effects: noted }) {
    await nameSessions(ctx, noted)
    const own = events.filter(({ entityFqdn }) => entityFqdn === 'wix.pricing_plans.v2.order')
    const effects: Effect[] = []
    for (const id of new Set(own.map(({ entityId }) => entityId))) {
      const found = kinds.flatMap(([slug, kind]) => own.filter((event) => event.entityId === id && event.slug === slug).map((event) => ({ kind, event })))[0]
      const order = found && readOrder(found.event)
      if (!order) continue
      const who = (await findMemberReader(ctx, order.buyer.memberId))?.name
      const at = found.kind === 'PLAN_MOVED' || found.kind === 'PLAN_SOLD' ? order.startDate : order.endDate
      effects.push({ kind: found.kind, id, ...(who && { who }), what: order.planName, ...(at && { at }) })
    }
    return effects
  },
}
