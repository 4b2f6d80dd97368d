/** What the process gives this domain at start: the calls to providers. */
import * as sealing from '#kit/secrets/sealing.ts'
import type { CalendarCalls, CalendarCredentials } from '#kit/calendars/port.ts'
import { describeSealed, type SealedKind } from '../rules/sealed.ts'

let calls: CalendarCalls | undefined
/** Called once at start, with the calls to providers. */
export const configureCalendarCalls = (given: CalendarCalls): void => void (calls = given)
/** For a check whose answer is the reply, and for jobs. */
export function getCalendarCalls(): CalendarCalls {
  if (!calls) throw new Error('the calls to other calendars were not configured')
  return calls
}

export const seal = (siteId: string, what: SealedKind, text: string): string => sealing.seal(describeSealed(siteId, what), text)
export const unseal = (siteId: string, what: SealedKind, sealed: string): string | undefined => sealing.unseal(describeSealed(siteId, what), sealed)

export const sealCredentials = (siteId: string, credentials: CalendarCredentials): string => seal(siteId, 'calendar', JSON.stringify(credentials))
/** Undefined when they were sealed with another key: the calendar has to be connected again. */
export function unsealCredentials(siteId: string, sealed: string): CalendarCredentials | undefined {
  const text = unseal(siteId, 'calendar', sealed)
  return text === undefined ? undefined : (JSON.parse(text) as CalendarCredentials)
}
