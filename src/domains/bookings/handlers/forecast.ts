/** The coming days: operation → read. */
import type { Handlers } from '#kit/api/mount.ts'
import { forecastBookings } from '../actions/reading/forecast.ts'
import type { bookingForecastApi } from '../contract.ts'

const defaultDays = 30

export const bookingForecastHandlers: Handlers<typeof bookingForecastApi> = {
  getBookingForecast: async (ctx, { query }) => ({ days: await forecastBookings(ctx, query.days ?? defaultDays) }),
}
