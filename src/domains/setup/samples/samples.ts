/** The two businesses that a site can begin with. */
import type { Temporal } from 'temporal-polyfill'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { findSampleRegion } from '../rules/sample-region.ts'
import type { SampleName } from '../rules/sample-names.ts'
import type { CallAsOwner, SampleContext, SampleLanguage } from './calls.ts'
import { createPractice, practiceWords } from './practice.ts'
import { createStudio, studioWords } from './studio.ts'

const makers: Record<SampleName, (call: CallAsOwner, when: SampleContext) => Promise<void>> = { studio: createStudio, practice: createPractice }

/** The names of the businesses, by language. */
export const sampleSiteNames: Record<SampleName, Record<SampleLanguage, string>> = {
  studio: { en: studioWords.en.siteName, de: studioWords.de.siteName },
  practice: { en: practiceWords.en.siteName, de: practiceWords.de.siteName },
}

export const toSampleLanguage = (language: Language): SampleLanguage => (language === 'de' ? 'de' : 'en')

/** Fills a fresh site with a sample in the language of the site, or in English; some hundred calls. */
export async function createSampleData(
  call: CallAsOwner,
  input: { sample: SampleName; now: Temporal.Instant; timeZone: string; language?: string | undefined },
): Promise<void> {
  const language = matchLanguage(input.language) ?? 'en'
  const region = findSampleRegion(input.timeZone, language)
  await makers[input.sample](call, { now: input.now, timeZone: input.timeZone, language: toSampleLanguage(language), region })
}
