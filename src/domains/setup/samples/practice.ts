/**
 * The sample practice: physiotherapy, massage and skin care with rooms, several people and visits of several services. It is created through the
 * public operations alone, so it cannot contain what the rules refuse; what lies in the past was made at the time when it happened.
 */
import { makePracticeHome } from './practice-home.ts'
import { makeBookings } from './practice-bookings.ts'
import { makeHistory } from './practice-history.ts'
import { makeBadges, makeMembers, makeOrders, makePlans } from './practice-members.ts'
import { getFounding, makeServices } from './practice-services.ts'
import { makePlace, makeTeam } from './practice-team.ts'
import { practiceDe } from './practice.de.ts'
import { practiceEn } from './practice.en.ts'
import type { CallAsOwner, SampleContext, SampleLanguage } from './calls.ts'
import type { PracticeWords } from './words.ts'

export const practiceWords: Record<SampleLanguage, PracticeWords> = { en: practiceEn, de: practiceDe }

/** Fills a fresh site. */
export async function createPractice(call: CallAsOwner, when: SampleContext): Promise<void> {
  const words = practiceWords[when.language]
  await makePlace(call, when, words.place)
  // What was there on the first day was made on that day.
  const atFounding: CallAsOwner = (method, path, body) => call(method, path, body, { at: getFounding(when) })
  const team = await makeTeam(atFounding, words, when.language)
  const services = await makeServices(atFounding, when, words, team)
  const plans = await makePlans(atFounding, when, words, services)
  const members = await makeMembers(call, when, words)
  await makeBadges(call, words, members)
  await makeOrders(call, when, { words, members, plans })
  await makeHistory(call, when, { words, team, services, members })
  await makeBookings(call, when, { words, team, services, members })
  await makePracticeHome(call, when, words)
}
