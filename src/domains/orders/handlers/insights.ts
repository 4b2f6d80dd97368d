/** Figures for the owner. The rules count; here their results get their wire form. */
import { Temporal } from 'temporal-polyfill'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { insightsApi } from '../contract/insights.ts'
import { boundary } from '../rules/cycles.ts'
import { cohorts, lastMonths, movements, trialMonths, worthOf, type Trial, type Worth } from '../rules/insights.ts'
import * as store from '../store/insights.ts'

const usual = 12
/** Amounts of the database with the digits of their currency; a month may be below zero. */
const exact = (amount: string, currency: string): string =>
  amount.startsWith('-') ? fromMinor(-toMinor(amount.slice(1), currency), currency) : fromMinor(toMinor(amount, currency), currency)

async function recurring(ctx: Ctx): Promise<{ worth: Worth[]; trials: Trial[] }> {
  const worth: Worth[] = []
  const trials: Trial[] = []
  for await (const order of store.recurringOrders(ctx)) {
    worth.push(...worthOf(order))
    const { schedule } = order
    if (schedule.trialDays > 0) trials.push({ startAt: schedule.start, trialEndAt: boundary(schedule, 0), endAt: order.endAt, isPaid: order.isFirstPaid })
  }
  return { worth, trials }
}

/** The worth of each plan now, by currency. */
function worthByPlan(worth: readonly Worth[], now: number): Map<string, Map<string, bigint>> {
  const plans = new Map<string, Map<string, bigint>>()
  for (const one of worth) {
    if (one.from > now || one.to <= now) continue
    const plan = plans.get(one.planId) ?? new Map<string, bigint>()
    plan.set(one.currency, (plan.get(one.currency) ?? 0n) + one.perMonth)
    plans.set(one.planId, plan)
  }
  return plans
}

export const insightsHandlers: Handlers<typeof insightsApi> = {
  async getRecurringRevenue(ctx, { query }) {
    const { timeZone } = await currentSite(ctx)
    const months = lastMonths(ctx.now, timeZone, query.months ?? usual)
    const { worth, trials } = await recurring(ctx)
    const byPlan = worthByPlan(worth, ctx.now.epochMilliseconds)
    return {
      currencies: [...new Set(worth.map((one) => one.currency))].toSorted().map((currency) => {
        const money = (minor: bigint) => fromMinor(minor, currency)
        const own = worth.filter((one) => one.currency === currency)
        return {
          currency,
          months: movements(own, months).map((m) => ({
            month: m.month,
            isOpen: m.isOpen,
            start: money(m.start),
            new: money(m.fresh),
            returned: money(m.returned),
            expansion: money(m.expansion),
            contraction: money(m.contraction),
            churned: money(m.churned),
            end: money(m.end),
            membersStart: m.membersStart,
            membersGained: m.gained,
            membersLost: m.lost,
            membersEnd: m.membersEnd,
          })),
        }
      }),
      cohorts: cohorts(worth, months),
      trials: trialMonths(trials, months, ctx.now),
      plans: (await store.runningByPlan(ctx)).map((plan) => ({
        ...plan,
        perMonth: [...(byPlan.get(plan.planId) ?? [])].map(([currency, minor]) => ({ amount: fromMinor(minor, currency), currency })),
      })),
    }
  },
  async getRevenue(ctx, { query }) {
    const { timeZone } = await currentSite(ctx)
    const months = lastMonths(ctx.now, timeZone, query.months ?? usual)
    const rows = await store.revenueByMonth(ctx, Temporal.Instant.fromEpochMilliseconds(months[0]?.from ?? ctx.now.epochMilliseconds), timeZone)
    return {
      currencies: [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
        currency,
        months: months.map(({ month, isOpen }) => {
          const row = rows.find((one) => one.month === month && one.currency === currency)
          const money = (amount: string | undefined) => exact(amount ?? '0', currency)
          return {
            month,
            isOpen,
            received: money(row?.received),
            givenBack: money(row?.givenBack),
            tax: money(row?.tax),
            net: money(row?.net),
            payments: row?.payments ?? 0,
          }
        }),
      })),
    }
  },
}
