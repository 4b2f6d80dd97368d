/** The members of the studio. */
import type { Temporal } from 'temporal-polyfill'
import type { SampleContext } from './calls.ts'
import type { People } from './words.ts'

/** The person with this number, always the same. */
export function getSamplePerson({ firstNames, lastNames }: People, at: number): { firstName: string; lastName: string; email: string } {
  const firstName = firstNames[at % firstNames.length] as string
  const lastName = lastNames[(at * 7 + Math.floor(at / firstNames.length)) % lastNames.length] as string
  return { firstName, lastName, email: `${firstName}.${lastName}.${at + 1}@sample.example`.toLowerCase() }
}

export const MEMBERS = 40
/** Members with these numbers come to classes; the others are blocked, muted or new. */
export const REGULARS = 36
/** The first joined a year ago, the last this week. */
export const getJoinedAt = ({ now }: SampleContext, at: number): Temporal.Instant =>
  now.subtract({ hours: Math.round(24 * 360 * ((MEMBERS - at) / MEMBERS) ** 1.3) })
