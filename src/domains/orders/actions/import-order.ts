/** Orders that another system sold and that run on here. Source: guide pricing-plans §6.8. */
import { Temporal } from 'temporal-polyfill'
import { findMemberById } from '#domains/members/public.ts'
import { planById } from '#domains/plans/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { alignStart } from '../rules/align-start.ts'
import { cycleAt, cycleIndexAt, endDate, moveEnd, statusAt } from '../rules/cycles.ts'
import { isFreeOrder, isRecurring, toModel, toSchedule, findCycleTotal, type Order } from '../rules/order.ts'
import { moveOrder } from '../rules/states.ts'
import * as credits from '../store/credits.ts'
import * as store from '../store/orders.ts'
import * as payments from '../store/payments.ts'
import { stopRenewal } from './cancellation.ts'
import { buildDraft } from './create.ts'
import { completePurchase } from './purchase.ts'
import { saveAndEmit } from './save.ts'

export interface ImportedOrder {
  memberId: string
  planId: string
  /** What each cycle costs, as a decimal string, when it is not the price that the plan has now. */
  price?: string | undefined
  startAt: Temporal.Instant
  /** A recurring plan renews on this day and as its cycles go from there. */
  nextPaymentAt?: Temporal.Instant | undefined
  /** For plans with an end: when it is not the one that the plan gives. */
  endAt?: Temporal.Instant | undefined
  /** The current period is the last one. */
  isStopped: boolean
  isPaused: boolean
  /** The current period was paid, elsewhere. */
  isPaid: boolean
  /** Sessions of the current period, when the plan counts any. */
  creditsLeft?: number | undefined
}

/**
 * The order runs on from where the other system left it: offline, because no card comes along. What was paid elsewhere leaves no money and
 * no receipt here; an unpaid period is an open invoice. Refuses with plan_not_found, member_not_found and, when it is over, invalid_start_date.
 */
export async function importOrder(ctx: TransactionContext, input: ImportedOrder): Promise<Order> {
  const order = await buildImportedOrder(ctx, input)
  if (statusAt(toSchedule(order), ctx.now) === 'ENDED') refuse('invalid_start_date')
  await completePurchase(ctx, order, isFreeOrder(order) ? 'NOT_APPLICABLE' : input.isPaid ? 'PAID' : 'UNPAID', true)
  if (order.payment === 'UNPAID') await openInvoice(ctx, order)
  if (input.creditsLeft !== undefined) await setCredits(ctx, order, input.creditsLeft)
  if (input.isPaused && order.status === 'ACTIVE') await pauseImported(ctx, order)
  if (input.isStopped && isRecurring(order)) await stopRenewal(ctx, order, 'OWNER_ACTION')
  return order
}

async function buildImportedOrder(ctx: TransactionContext, input: ImportedOrder): Promise<Order> {
  const plan = (await planById(ctx, input.planId)) ?? refuse('plan_not_found', { planId: input.planId })
  const member = (await findMemberById(ctx, input.memberId)) ?? refuse('member_not_found', { memberId: input.memberId })
  const { timeZone } = await getSite(ctx)
  const { currency } = plan.pricing.price
  // A trial and the fee of a first payment were used up elsewhere.
  const { freeTrialDays: _, feeConfigs: __, ...pricing } = plan.pricing
  const sold = { ...plan, pricing: { ...pricing, price: { value: input.price ?? pricing.price.value, currency } } }
  const { startAt, nextPaymentAt } = input
  const buyer = { memberId: member.id, contactId: member.contactId }
  const draft = await buildDraft(ctx, sold, buyer, { planId: plan.id, startDate: startAt.toString() }, startAt, false)
  const aligned = nextPaymentAt && alignStart({ model: toModel(draft.snapshot.model), timeZone }, { start: startAt, nextPaymentAt })
  const order: Order = { ...draft, type: 'OFFLINE', startAt: aligned?.start ?? startAt }
  const end = endDate(toSchedule(order))
  if (input.endAt && end && !end.equals(input.endAt)) order.postponed = moveEnd(toSchedule(order), input.endAt, ctx.now)
  return order
}

async function openInvoice(ctx: TransactionContext, order: Order): Promise<void> {
  const cycleIndex = order.cycleIndex ?? cycleIndexAt(toSchedule(order), ctx.now)
  await payments.insertInvoice(ctx, {
    id: ctx.newId(),
    orderId: order.id,
    cycleIndex,
    amount: findCycleTotal(order, cycleIndex),
    currency: order.snapshot.currency,
    price: order.snapshot.spans[0]?.price ?? null,
    dueAt: cycleAt(toSchedule(order), cycleIndex).start,
    state: 'OPEN',
    paidAt: null,
  })
}

/** Plans that count no sessions stay without. */
async function setCredits(ctx: TransactionContext, order: Order, left: number): Promise<void> {
  if (order.snapshot.benefit?.credits == null) return
  const amount = left - ((await store.lockOrder(ctx, { id: order.id }))?.creditBalance ?? 0)
  if (amount === 0) return
  await credits.addCredits(ctx, {
    orderId: order.id,
    kind: 'ADJUST',
    amount,
    key: `import:${order.id}`,
    reason: amount > 0 ? 'GIVEN_BY_BUSINESS' : 'TAKEN_BY_BUSINESS',
    cycleIndex: order.cycleIndex,
    byHand: { note: 'Sessions left when it was imported', actorId: null },
  })
}

async function pauseImported(ctx: TransactionContext, order: Order): Promise<void> {
  order.pauses = [{ from: ctx.now }]
  moveOrder(order, 'pause')
  await saveAndEmit(ctx, order, ['paused', 'updated'])
}
