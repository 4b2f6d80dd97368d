/** How a sample is made: through the public operations, as the owner would, at the time when it happened. */
import { Temporal } from 'temporal-polyfill'
import type { Language } from '#kit/pure/languages.ts'
import type { SampleRegion } from '../rules/sample-region.ts'

export interface CallOptions {
  /** Business time of this call: a year of history is made when it took place. Default: now. */
  at?: Temporal.Instant | undefined
  /** Id of the member who calls. Default: the owner calls. */
  memberId?: string | undefined
}
/** Calls an operation; throws when it is refused. */
export type CallAsOwner = (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<unknown>

/** The languages of the samples. decision: businesses that speak others begin with the English one. */
export type SampleLanguage = Extract<Language, 'en' | 'de'>
/** When and where the sample is. */
export interface SampleContext {
  now: Temporal.Instant
  timeZone: string
  language: SampleLanguage
  region: SampleRegion
}
/** What was made, by its id. */
export interface Made {
  id: string
}

/** Today in the zone of the business. */
export const getToday = ({ now, timeZone }: SampleContext): Temporal.PlainDate => now.toZonedDateTimeISO(timeZone).toPlainDate()

/** The first date on or after `from` that falls on the ISO weekday. */
export const nextWeekday = (from: Temporal.PlainDate, weekday: number): Temporal.PlainDate => from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })

export const toLocal = (date: Temporal.PlainDate, time: string): Temporal.PlainDateTime => date.toPlainDateTime(Temporal.PlainTime.from(time))
export const toMoment = (local: Temporal.PlainDateTime) => ({ localDate: local.toString({ smallestUnit: 'second' }) })
export const toInstant = (local: Temporal.PlainDateTime, { timeZone }: SampleContext): Temporal.Instant => local.toZonedDateTime(timeZone).toInstant()

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
export const toDay = (weekday: number): (typeof DAYS)[number] => DAYS[weekday - 1] ?? 'MONDAY'

/** A picture for each service, from its name. */
export async function drawMedia(call: CallAsOwner, seed: string): Promise<object> {
  const { image } = (await call('POST', '/api/media/drawn', { seed })) as { image: object }
  return { mainMedia: { image }, coverMedia: { image }, items: [{ image }] }
}

export const createCategory = async (call: CallAsOwner, name: string): Promise<string> =>
  ((await call('POST', '/v2/categories', { category: { name } })) as { category: Made }).category.id
