/** Operation → read. */
import type { Handlers } from '#kit/api/mount.ts'
import { loadOrderHistory } from './actions/order-history.ts'
import { loadSessionStatistics } from './actions/session-statistics.ts'
import { loadToday } from './actions/today.ts'
import type { reportsApi } from './contract.ts'
import { loadResourceUsage } from './store/resource-usage.ts'

export const reportsHandlers: Handlers<typeof reportsApi> = {
  getToday: loadToday,
  getResourceUsage: (ctx, { params }) => loadResourceUsage(ctx, params.id),
  getOrderHistory: (ctx, { params }) => loadOrderHistory(ctx, params.id),
  getSessionStatistics: (ctx, { query }) => loadSessionStatistics(ctx, query.months ?? 12),
}
