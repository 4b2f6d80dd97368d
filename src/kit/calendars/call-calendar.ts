/** One call to a provider of calendars: within bounds of size, time and redirects, never into a private network. */
import { AnswerTooLarge } from '../http/fetch-public.ts'
import { fetchRedirected, isAddressRefused, TooManyRedirects } from '../http/fetch-redirected.ts'
import { CalendarProblem } from './port.ts'

export const MAX_CALENDAR_BYTES = 5_000_000

export interface CalendarRequest {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | URLSearchParams | undefined
  /** Of each call; ten seconds unless said. */
  timeoutMs?: number | undefined
  /** Statuses of failure that the caller understands; `any` where the answer itself says what is wrong. */
  accepts?: readonly number[] | 'any' | undefined
}

function toProblem(status: number): CalendarProblem {
  if (status === 401 || status === 403) return new CalendarProblem('UNAUTHORIZED')
  if (status === 404 || status === 410) return new CalendarProblem('GONE')
  return new CalendarProblem('UNREACHABLE', `the calendar answered ${status}`)
}

/** Follows up to three redirects; credentials stay with the site that they were given for. Throws CalendarProblem. */
export async function callCalendar(address: string, { accepts, ...request }: CalendarRequest = {}): Promise<Response> {
  const response = await fetchCalendar(address, request)
  if (response.status < 400 || accepts === 'any' || accepts?.includes(response.status)) return response
  throw toProblem(response.status)
}

async function fetchCalendar(address: string, request: CalendarRequest): Promise<Response> {
  try {
    return await fetchRedirected(address, { ...request, maxBytes: MAX_CALENDAR_BYTES })
  } catch (error) {
    if (error instanceof AnswerTooLarge) throw new CalendarProblem('TOO_LARGE')
    if (error instanceof TooManyRedirects) throw new CalendarProblem('TOO_MANY_REDIRECTS')
    if (isAddressRefused(error)) throw new CalendarProblem('ADDRESS_REFUSED')
    throw new CalendarProblem('UNREACHABLE', 'the calendar could not be reached')
  }
}
