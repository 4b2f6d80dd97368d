/** Public holidays by the rules of a package whose data takes half a second to load. Runs in a thread of its own (`holiday-worker.ts`). */
import Holidays from 'date-holidays'

/** Names in English by code. */
type Names = Readonly<Record<string, string>>

export interface HolidayQuery {
  country: string
  region: string | undefined
  year: number
  /** Of the names. */
  language: string
}

export const holidayTasks = {
  /** All countries that are known. */
  listCountries: (_: null): Names => new Holidays().getCountries('en'),
  /** The regions of a country; undefined when it is not known. */
  listRegions(country: string): Names | undefined {
    const calendar = new Holidays()
    return country in calendar.getCountries('en') ? (calendar.getStates(country, 'en') ?? {}) : undefined
  },
  /** Public holidays of a country and region that are known. Dates are local. */
  listHolidays({ country, region, year, language }: HolidayQuery): { date: string; name: string }[] {
    const calendar = new Holidays()
    calendar.init(country, ...(region === undefined ? [] : [region]))
    const found = (calendar.getHolidays(year, language) || []).filter(({ type }) => type === 'public')
    // A holiday of several days, or that begins in the evening, is listed by its dates.
    const names = new Map(found.map(({ date, name }) => [date.slice(0, 10), name]))
    return [...names].map(([date, name]) => ({ date, name })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
  },
}
