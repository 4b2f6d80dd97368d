/** What the process gives this domain at start: the key of sealed credentials and the calls to providers. */
import { randomBytes } from 'node:crypto'
import { openText, sealText } from '#kit/secrets/seal.ts'
import type { CalendarCalls, CalendarCredentials } from '#kit/calendars/port.ts'

let sealingKey: Buffer = randomBytes(32)
/** Called once at start, with the key of sealed credentials. */
export const configureCalendars = (key: Buffer): void => void (sealingKey = key)

let calls: CalendarCalls | undefined
/** Called once at start, with the calls to providers. */
export const configureCalendarCalls = (given: CalendarCalls): void => void (calls = given)
/** For a check whose answer is the reply, and for jobs. */
export function getCalendarCalls(): CalendarCalls {
  if (!calls) throw new Error('the calls to other calendars were not configured')
  return calls
}

export const seal = (siteId: string, what: string, text: string): string => sealText(sealingKey, `${what} of ${siteId}`, text)
export const unseal = (siteId: string, what: string, sealed: string): string | undefined => openText(sealingKey, `${what} of ${siteId}`, sealed)

export const sealCredentials = (siteId: string, credentials: CalendarCredentials): string => seal(siteId, 'calendar', JSON.stringify(credentials))
/** Undefined when they were sealed with another key: the calendar has to be connected again. */
export function unsealCredentials(siteId: string, sealed: string): CalendarCredentials | undefined {
  const text = unseal(siteId, 'calendar', sealed)
  return text === undefined ? undefined : (JSON.parse(text) as CalendarCredentials)
}
