/** The port of other calendars: what every provider can do, whatever it speaks. Adapters beside it. */
import type { Temporal } from 'temporal-polyfill'
import type { CalendarProblemCode } from '../pure/calendar-providers.ts'

export type CalendarCredentials =
  | { provider: 'ICAL'; url: string }
  | { provider: 'CALDAV'; url: string; user: string; password: string }
  | { provider: 'GOOGLE' | 'MICROSOFT'; refreshToken: string }

/** Keys of an app that the operator registered with Google or Microsoft, and the addresses of the provider. */
export interface OAuthApp {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  apiUrl: string
}
export type OAuthApps = Partial<Record<'GOOGLE' | 'MICROSOFT', OAuthApp>>

export interface RemoteCalendar {
  id: string
  name: string
  isPrimary: boolean
  isWritable: boolean
}
/** An event of a provider that spells out its series itself. Epoch milliseconds; all-day ones by their dates, in the zone of the business. */
export interface RemoteEvent {
  uid: string
  title: string
  start: { at: number } | { date: string }
  end: { at: number } | { date: string }
}
export interface RemoteRange {
  from: Temporal.Instant
  to: Temporal.Instant
}
/** `unchanged` since `mark` was given out; else whole iCalendar files, or events. */
export type CalendarContent = { unchanged: true } | { mark: string | undefined; files: string[] } | { mark: string | undefined; events: RemoteEvent[] }

/** A booking as an event of another calendar. */
export interface OutgoingEvent {
  /** Of the booking: the same for every attempt, so that a repeated one changes what is there. */
  id: string
  uid: string
  title: string
  description: string
  location: string
  start: Temporal.Instant
  end: Temporal.Instant
  /** The same as an iCalendar file. */
  file: string
}

export interface CalendarAccount {
  /** What the provider calls the account, for people. */
  account: string
  listCalendars(): Promise<RemoteCalendar[]>
  read(calendarId: string, range: RemoteRange, mark: string | undefined): Promise<CalendarContent>
  /** Creates or replaces the event of a booking; answers its reference. Absent where the provider cannot be written to. */
  write?(calendarId: string, event: OutgoingEvent, ref: string | undefined): Promise<string>
  /** Removes an event; one that is gone already is no error. */
  remove?(calendarId: string, ref: string): Promise<void>
}

/** Why a provider could not be read or written. Its message holds no address and no secret. */
export class CalendarProblem extends Error {
  override name = 'CalendarProblem'
  readonly code: CalendarProblemCode
  constructor(code: CalendarProblemCode, message: string = code) {
    super(message)
    this.code = code
  }
}

/** What the process gives to the domains: calls to the outside. */
export interface CalendarCalls {
  /** Throws CalendarProblem. */
  open(credentials: CalendarCredentials): Promise<CalendarAccount>
  /** The address at which the user allows access; undefined when the keys of the provider are not set. */
  toConsentUrl(provider: 'GOOGLE' | 'MICROSOFT', options: { redirectUri: string; state: string }): string | undefined
  /** Trades the code of the consent for lasting credentials. Throws CalendarProblem. */
  redeemCode(provider: 'GOOGLE' | 'MICROSOFT', options: { redirectUri: string; code: string }): Promise<CalendarCredentials>
  hasKeys(provider: 'GOOGLE' | 'MICROSOFT'): boolean
}
