/** Operation → action: orders as the public calls have them. */
import { Temporal } from 'temporal-polyfill'
import { planById } from '#domains/plans/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { createOffline, createOnline, previewOffline, previewOnline, previewPrices } from '../actions/create.ts'
import { applyDueTransitions } from '../actions/due.ts'
import { exportOrders } from '../actions/export-orders.ts'
import { cancel, markAsPaid, pause, postpone, resume, lockCurrentOrder } from '../actions/manage.ts'
import type { ordersApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { toOrderConditions, canRetryNow, nextPayment, type Order } from '../rules/order.ts'
import { isCancelableByBuyer, decideKeepRenewing, findNotSuspendableReason } from '../rules/states.ts'
import * as store from '../store/orders.ts'
import { submissionById } from '../store/submissions.ts'
import { iso, toOrder } from '../wire.ts'

interface ListQuery {
  planIds?: string[] | undefined
  autoRenewCanceled?: boolean | null | undefined
  orderStatuses?: string[] | undefined
  paymentStatuses?: string[] | undefined
  limit?: number | null | undefined
  offset?: number | null | undefined
  fieldSet?: string | undefined
  sorting?: { fieldName?: string | undefined; order?: string | undefined; direction?: string | undefined } | null | undefined
}
const sortColumns: Record<string, 'createdAt' | 'endAt'> = { createdDate: 'createdAt', _createdDate: 'createdAt', endDate: 'endAt' }

function parseSort({ sorting }: ListQuery): store.OrderSort {
  if (!sorting?.fieldName) return { by: 'createdAt', descending: true }
  const by = sortColumns[sorting.fieldName]
  if (!by)
    assertNoViolations([{ field: 'sorting.fieldName', description: 'must be createdDate or endDate', violatedRule: 'OTHER', ruleName: 'invalid_sort_field' }])
  return { by: by ?? 'createdAt', descending: (sorting.order ?? sorting.direction) === 'DESC' }
}

const orderStatuses = ['DRAFT', 'PENDING', 'ACTIVE', 'PAUSED', 'ENDED', 'CANCELED']
const paymentStatuses = ['PAID', 'REFUNDED', 'FAILED', 'UNPAID', 'PENDING', 'NOT_APPLICABLE']
function assertStatuses(query: ListQuery): void {
  if ([...(query.orderStatuses ?? []), ...(query.paymentStatuses ?? [])].includes('UNDEFINED')) refuse('undefined_not_allowed')
  const findUnknown = (field: 'orderStatuses' | 'paymentStatuses', known: readonly string[]) =>
    (query[field] ?? []).flatMap((value, i) =>
      known.includes(value)
        ? []
        : [
            {
              field: `${field}[${i}]`,
              description: 'is not one of the allowed values',
              violatedRule: 'INVALID_ENUM_VALUE' as const,
              data: { enumValues: known },
            },
          ],
    )
  assertNoViolations([...findUnknown('orderStatuses', orderStatuses), ...findUnknown('paymentStatuses', paymentStatuses)])
}

/** Path ids come twice; the path wins and another id in the body or query string is refused. Source: guide pricing-plans §1. */
function assertSameId(params: { id: string }, sent: { id?: string | null | undefined } | undefined): void {
  if (sent?.id && sent.id.toLowerCase() !== params.id.toLowerCase())
    assertNoViolations([{ field: 'id', description: 'must be the id of the path', violatedRule: 'VALIDATION' }])
}

interface ListedBy {
  memberIds?: string[] | undefined
  orderIds?: string[] | undefined
}
async function applyDueOfList(ctx: TransactionContext, { memberIds }: ListedBy): Promise<void> {
  for (const id of await store.listDueOrders(ctx, 100, { memberId: memberIds?.length === 1 ? memberIds[0] : undefined })) {
    const order = await store.lockOrderSkipLocked(ctx, { id })
    if (order) await applyDueTransitions(ctx, order, 'reader')
  }
}
const toOrderFilter = (query: ListQuery, listedBy: ListedBy): store.OrderFilter => ({
  ...listedBy,
  planIds: query.planIds,
  statuses: query.orderStatuses,
  payments: query.paymentStatuses,
  autoRenewCanceled: query.autoRenewCanceled ?? undefined,
})

/** Statuses are always current: what time made due is applied before the list is read. Source: guide pricing-plans §12. */
async function listCurrentOrders(ctx: TransactionContext, query: ListQuery, who: ListedBy) {
  assertStatuses(query)
  const sort = parseSort(query)
  await applyDueOfList(ctx, who)
  const offset = query.offset ?? 0
  const { orders, total } = await store.listOrders(ctx, toOrderFilter(query, who), sort, query.limit ?? 50, offset)
  const isFull = query.fieldSet === 'FULL'
  const shown = orders.map(async (order) => toOrder(order, ctx.now, { cycles: isFull, submissionData: isFull ? await findAnswers(ctx, order) : undefined }))
  return {
    orders: await Promise.all(shown),
    pagingMetadata: { count: orders.length, offset, total, tooManyToCount: false },
  }
}

const findAnswers = async (ctx: ReadContext, { submissionId }: Order): Promise<Record<string, unknown> | undefined> =>
  submissionId ? (await submissionById(ctx, submissionId))?.data : undefined

async function getCurrentOrder(ctx: TransactionContext, params: { id: string }, query: { id?: string | null | undefined; fieldSet?: string | undefined }) {
  assertSameId(params, query)
  const order = await lockCurrentOrder(ctx, params, 'reader')
  return { order: toOrder(order, ctx.now, { cycles: true, submissionData: query.fieldSet === 'FULL' ? await findAnswers(ctx, order) : undefined }) }
}

export const ordersHandlers: Handlers<typeof ordersApi> = {
  getPricePreview: async (ctx, { body }) => ({ prices: await previewPrices(ctx, body.planId, body.couponCode) }),
  createOnlineOrder: async (ctx, { body }) => ({ order: toOrder(await createOnline(ctx, body, body.onBehalf), ctx.now) }),
  async getOnlineOrderPreview(ctx, { body }) {
    const { order, isLimitReached } = await previewOnline(ctx, body)
    return { ...(order && { order: toOrder(order, ctx.now, { asIfBought: true }) }), purchaseLimitExceeded: isLimitReached }
  },
  createOfflineOrder: async (ctx, { body }) => ({ order: toOrder(await createOffline(ctx, body.memberId, body, body.paid ?? false), ctx.now) }),
  async getOfflineOrderPreview(ctx, { body }) {
    const { order, isLimitReached } = await previewOffline(ctx, body.memberId, body)
    return { order: toOrder(order, ctx.now, { asIfBought: true }), purchaseLimitExceeded: isLimitReached }
  },
  memberListOrders: (ctx, { query }) => listCurrentOrders(ctx, query, { memberIds: [ctx.caller.memberId ?? ''] }),
  memberGetOrder: (ctx, { params, query }) => getCurrentOrder(ctx, params, query),
  async requestCancellation(ctx, { params, body }) {
    assertSameId(params, body)
    await cancel(ctx, params.id, 'member', body.effectiveAt)
    return {}
  },
  managementListOrders: (ctx, { query }) => listCurrentOrders(ctx, query, { memberIds: query.buyerIds, orderIds: query.orderIds }),
  async exportOrders(ctx, { query }) {
    assertStatuses(query)
    const buyers = { memberIds: query.buyerIds }
    await ctx.transaction((work) => applyDueOfList(work, buyers))
    return exportOrders(ctx, toOrderFilter(query, buyers))
  },
  managementGetOrder: (ctx, { params, query }) => getCurrentOrder(ctx, params, query),
  async postponeEndDate(ctx, { params, body }) {
    assertSameId(params, body)
    await postpone(ctx, params.id, Temporal.Instant.from(body.endDate))
    return {}
  },
  async cancelOrder(ctx, { params, body }) {
    assertSameId(params, body)
    await cancel(ctx, params.id, 'owner', body.effectiveAt)
    return {}
  },
  async markAsPaid(ctx, { params, body }) {
    assertSameId(params, body)
    await markAsPaid(ctx, params.id)
    return {}
  },
  async pauseOrder(ctx, { params, body }) {
    assertSameId(params, body)
    await pause(ctx, params.id)
    return {}
  },
  async resumeOrder(ctx, { params, body }) {
    assertSameId(params, body)
    await resume(ctx, params.id)
    return {}
  },
  async getAvailableActions(ctx, { params }) {
    const order = (await store.findOrder(ctx, { id: params.id })) ?? refuse('order_not_found')
    if (ctx.caller.role === 'member' && order.memberId !== ctx.caller.memberId) refuse('order_not_found')
    const conditions = toOrderConditions(order, ctx.now)
    const reason = findNotSuspendableReason(conditions)
    const buyerMayCancel = (await planById(ctx, order.planId))?.buyerCanCancel ?? false
    const by = ctx.caller.role === 'member' ? 'member' : 'owner'
    const next = conditions.status === 'ACTIVE' || conditions.status === 'PENDING' ? nextPayment(order) : undefined
    const keepDecision = decideKeepRenewing(conditions, by, order.cancellation?.cause === 'MEMBER_ACTION')
    return {
      suspendable: !reason,
      ...(reason && { notSuspendableReason: reason }),
      cancelableByBuyer: isCancelableByBuyer(conditions.status, buyerMayCancel),
      mayKeepRenewing: 'ok' in keepDecision && keepDecision.ok === 'keep',
      mayTryAgain: canRetryNow(order, by),
      ...(next && { nextPayment: { date: iso(next.at), amount: next.amount, currency: order.snapshot.currency } }),
      // The day is known once the order goes on.
      ...(order.retryAt && conditions.status !== 'PAUSED' && { nextTryDate: iso(order.retryAt) }),
      ...(order.graceEndAt && { graceEndDate: iso(order.graceEndAt) }),
    }
  },
}
