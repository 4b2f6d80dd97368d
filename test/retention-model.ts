/** How people stood at the ends of months, counted one by one: what the database counts all at once has to come to the same. */
import type { Month, RetentionGroup, RevenuePeriod } from '#domains/orders/rules/insights.ts'

export function expectedRetention(worth: readonly RevenuePeriod[], months: readonly Month[]): RetentionGroup[] {
  const bounds = [...months.slice(0, 1).map(({ from }) => from), ...months.map(({ to }) => to)]
  return [...new Set(worth.map(({ memberId }) => memberId))].map((member) => {
    const own = worth.filter(({ memberId }) => memberId === member)
    const first = Math.min(...own.map(({ from }) => from))
    return {
      began: bounds.filter((at) => at <= first).length,
      // What holds just before a bound: an order that starts or ends exactly on it belongs to the next period.
      values: bounds.map((at) => own.reduce((sum, { from, to, perMonth }) => (from < at && to >= at ? sum + perMonth : sum), 0n)),
      people: 1,
    }
  })
}
