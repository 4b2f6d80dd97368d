/** Operation → read. */
import { getSite } from '#domains/site/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { loadBookingHistory } from './actions/booking-history.ts'
import { loadClientMovements } from './actions/client-movements.ts'
import { loadOrderHistory } from './actions/order-history.ts'
import { loadNotifications, markNotifications } from './actions/notifications.ts'
import { loadRevenueShares } from './actions/revenue-shares.ts'
import { loadSessionStatistics } from './actions/session-statistics.ts'
import { loadToday } from './actions/today.ts'
import { loadWaitlistDemand } from './actions/waitlist-demand.ts'
import type { reportsApi } from './contract.ts'
import { loadResourceUsage } from './store/resource-usage.ts'

const defaultMonths = 12

export const reportsHandlers: Handlers<typeof reportsApi> = {
  getToday: loadToday,
  listNotifications: loadNotifications,
  markNotifications: async (ctx, { body }) => (await markNotifications(ctx, body), {}),
  getResourceUsage: async (ctx, { params }) => loadResourceUsage(ctx, params.id, (await getSite(ctx)).timeZone),
  getOrderHistory: (ctx, { params }) => loadOrderHistory(ctx, params.id),
  getBookingHistory: (ctx, { params }) => loadBookingHistory(ctx, params.id),
  getRevenueShares: (ctx, { query }) => loadRevenueShares(ctx, query.months ?? defaultMonths),
  getClientMovements: (ctx, { query }) => loadClientMovements(ctx, query.months ?? defaultMonths),
  getWaitlistDemand: (ctx, { query }) => loadWaitlistDemand(ctx, query.months ?? defaultMonths),
  getSessionStatistics: (ctx, { query }) => loadSessionStatistics(ctx, query.months ?? defaultMonths),
}
