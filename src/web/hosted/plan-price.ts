/** The price of a plan: the list price for visitors, a preview with trial and dates for members. */
import { keepPreviousData } from '@tanstack/react-query'
import { type ApiError, useApiQuery } from '../api.ts'
import type { ReplyOf } from '../operations.ts'
import type { PublicPlan } from '../site/cards.tsx'
import { startOfDay } from '../kit/days.ts'

export type Span = ReplyOf<'orders.getPricePreview'>['prices'][number]
export type PlanSelection = {
  coupon: string
  /** YYYY-MM-DD in the site's time zone; empty is now. */
  start: string
}
export const emptySelection: PlanSelection = { coupon: '', start: '' }

export const toSelectionBody = ({ coupon, start }: PlanSelection, zone: string) => ({
  ...(coupon ? { couponCode: coupon } : {}),
  ...(start ? { startDate: startOfDay(start, zone) } : {}),
})

export interface PlanPrice {
  spans: Span[]
  /** Days that are free for this buyer; a trial is given once. */
  trialDays: number
  hadTrial: boolean
  dueToday: string
  next: { date: string; amount: string } | undefined
  limitReached: boolean
}

/** The plan as it was when the order was made; it may have changed since. */
export const planOfOrder = ({ order, plan, dueNow: { currency } }: ReplyOf<'checkout.getPayment'>): PublicPlan => ({
  ...plan,
  name: order.planName,
  pricing: {
    ...(order.pricing.subscription
      ? { subscription: order.pricing.subscription }
      : order.pricing.singlePaymentForDuration
        ? { singlePaymentForDuration: order.pricing.singlePaymentForDuration }
        : { singlePaymentUnlimited: true }),
    price: { value: order.planPrice, currency },
  },
})

/** The price of an existing order. */
export const priceOfOrder = ({ order, dueNow, nextCharge }: ReplyOf<'checkout.getPayment'>): PlanPrice => ({
  spans: order.pricing.prices,
  trialDays: order.freeTrialDays ?? 0,
  hadTrial: false,
  dueToday: dueNow.amount,
  next: nextCharge,
  limitReached: false,
})

/** Refetched when coupon or start day change; the old price stays until then. */
export function usePlanPrice(plan: PublicPlan | undefined, member: boolean, selection: PlanSelection, zone: string) {
  const baseInput = { planId: plan?.id ?? '' }
  const queryOptions = { retry: false, placeholderData: keepPreviousData } as const
  const listed = useApiQuery(
    'orders.getPricePreview',
    { body: { ...baseInput, ...(selection.coupon ? { couponCode: selection.coupon } : {}) } },
    { enabled: plan !== undefined, ...queryOptions },
  )
  const own = useApiQuery(
    'orders.getOnlineOrderPreview',
    { body: { ...baseInput, ...toSelectionBody(selection, zone) } },
    { enabled: plan !== undefined && member, ...queryOptions },
  )
  const order = own.data?.order
  const spans = order?.pricing.prices ?? listed.data?.prices
  const offered = plan?.pricing.freeTrialDays ?? 0
  const trialDays = order ? (order.freeTrialDays ?? 0) : offered
  const findCycleTotal = (cycle: number) => spans?.findLast(({ duration }) => duration.cycleFrom <= cycle)?.price.total ?? '0'
  const cycles = plan?.pricing.subscription?.cycleCount
  const continues = plan?.pricing.subscription !== undefined && (trialDays > 0 || cycles === 0 || (cycles ?? 0) > 1)
  const price: PlanPrice | undefined = spans && {
    spans,
    trialDays,
    hadTrial: member && order !== undefined && offered > 0 && trialDays === 0,
    dueToday: trialDays > 0 ? '0' : findCycleTotal(1),
    next: order?.currentCycle?.endedDate && continues ? { date: order.currentCycle.endedDate, amount: findCycleTotal(trialDays > 0 ? 1 : 2) } : undefined,
    limitReached: own.data?.purchaseLimitExceeded ?? false,
  }
  const error: ApiError | null = price ? null : (listed.error ?? own.error)
  return {
    price,
    error,
    /** Why the day or coupon was refused; the price shown is then without it. */
    objection: price ? (own.error ?? listed.error) : null,
    refetch: async () => (await listed.refetch()).data?.prices,
  }
}
