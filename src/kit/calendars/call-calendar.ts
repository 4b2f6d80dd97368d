/** One call to a provider of calendars: within bounds of size, time and redirects, never into a private network. */
import { AddressRefused, AnswerTooLarge, fetchPublic } from '../http/fetch-public.ts'
import { CalendarProblem } from './port.ts'

export const MAX_CALENDAR_BYTES = 5_000_000
const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

export interface CalendarRequest {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | URLSearchParams | undefined
  /** Statuses of failure that the caller understands. */
  accepts?: readonly number[] | undefined
}

function toProblem(status: number): CalendarProblem {
  if (status === 401 || status === 403) return new CalendarProblem('UNAUTHORIZED')
  if (status === 404 || status === 410) return new CalendarProblem('GONE')
  return new CalendarProblem('UNREACHABLE', `the calendar answered ${status}`)
}

async function callOnce(url: string, { method, headers, body }: CalendarRequest): Promise<Response> {
  try {
    return await fetchPublic(url, { method, headers, body, maxBytes: MAX_CALENDAR_BYTES })
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw new CalendarProblem('TOO_LARGE')
    // Names that resolve to private addresses are refused by the look-up, which says so in its code.
    if (error instanceof AddressRefused || (error as NodeJS.ErrnoException).code === 'EPRIVATE') throw new CalendarProblem('ADDRESS_REFUSED')
    throw new CalendarProblem('UNREACHABLE', 'the calendar could not be reached')
  }
}

/** Follows up to three redirects; credentials stay with the site that they were given for. Throws CalendarProblem. */
export async function callCalendar(address: string, request: CalendarRequest = {}): Promise<Response> {
  let url = address
  let headers = request.headers
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await callOnce(url, { ...request, headers })
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || !location) {
      if (response.status < 400 || request.accepts?.includes(response.status)) return response
      throw toProblem(response.status)
    }
    if (!URL.canParse(location, url)) throw new CalendarProblem('ADDRESS_REFUSED')
    const next = new URL(location, url)
    if (next.host !== new URL(url).host && headers)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
    url = next.href
  }
  throw new CalendarProblem('TOO_MANY_REDIRECTS')
}
