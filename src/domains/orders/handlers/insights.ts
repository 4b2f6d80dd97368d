/** Figures for the owner. The rules count; here their results get their wire form. */
import { Temporal } from 'temporal-polyfill'
import { revenueByMonth } from '#domains/payments/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { insightsApi } from '../contract/insights.ts'
import { monthBounds, retentionCohorts, lastMonths, revenueMovements, trialMonths } from '../rules/insights.ts'
import * as store from '../store/insights.ts'

const defaultMonths = 12
/** Amounts of the database with the digits of their currency; a month may be below zero. */
const toWireAmount = (amount: string, currency: string): string =>
  amount.startsWith('-') ? fromMinor(-toMinor(amount.slice(1), currency), currency) : fromMinor(toMinor(amount, currency), currency)

export const insightsHandlers: Handlers<typeof insightsApi> = {
  async getRecurringRevenue(ctx, { query }) {
    const { timeZone } = await getSite(ctx)
    const months = lastMonths(ctx.now, timeZone, query.months ?? defaultMonths)
    const bounds = monthBounds(months)
    const groups = await store.listRetentionGroups(ctx, bounds)
    const currencies = [...new Set(groups.map((one) => one.currency))].toSorted()
    const byPlan = await store.monthlyRevenueByPlan(ctx)
    return {
      currencies: currencies.map((currency) => {
        const money = (minor: bigint) => fromMinor(minor, currency)
        const own = groups.filter((one) => one.currency === currency)
        return {
          currency,
          months: revenueMovements(own, months).map((m) => ({
            month: m.month,
            isOpen: m.isOpen,
            start: money(m.start),
            new: money(m.added),
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
      // A member who pays in two currencies counts once.
      cohorts: retentionCohorts(currencies.length > 1 ? await store.listRetentionGroups(ctx, bounds, true) : groups, months),
      trials: trialMonths(await store.listTrialGroups(ctx, bounds), months),
      plans: (await store.runningByPlan(ctx)).map((plan) => ({
        ...plan,
        perMonth: byPlan
          .filter(({ planId }) => planId === plan.planId)
          .map(({ currency, minor }) => ({ amount: fromMinor(BigInt(minor), currency), currency })),
      })),
    }
  },
  async getRevenue(ctx, { query }) {
    const { timeZone } = await getSite(ctx)
    const months = lastMonths(ctx.now, timeZone, query.months ?? defaultMonths)
    const rows = await revenueByMonth(ctx, Temporal.Instant.fromEpochMilliseconds(months[0]?.from ?? ctx.now.epochMilliseconds), timeZone)
    return {
      currencies: [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
        currency,
        months: months.map(({ month, isOpen }) => {
          const row = rows.find((one) => one.month === month && one.currency === currency)
          const money = (amount: string | undefined) => toWireAmount(amount ?? '0', currency)
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
