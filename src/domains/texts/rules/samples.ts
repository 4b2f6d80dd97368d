/** Values for the preview of a text message. */
import type { Language } from '#kit/pure/languages.ts'
import type { textVariables } from './templates.ts'

type VariableName = (typeof textVariables)[number]
const words: Readonly<Record<Language, Readonly<Record<Exclude<VariableName, 'siteName' | 'manageLink'>, string>>>> = {
  en: {
    serviceName: 'Yoga flow',
    startText: 'Tue, May 4, 6:00 PM',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: 'Main street 1',
    offerUntilText: 'Mon, May 3, 5:30 PM',
  },
  de: {
    serviceName: 'Yoga Flow',
    startText: 'Di, 4. Mai, 18:00',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: 'Hauptstraße 1',
    offerUntilText: 'Mo, 3. Mai, 17:30',
  },
  fr: {
    serviceName: 'Yoga flow',
    startText: 'mar. 4 mai, 18:00',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: '1 rue Principale',
    offerUntilText: 'lun. 3 mai, 17:30',
  },
  es: {
    serviceName: 'Yoga flow',
    startText: 'mar, 4 may, 18:00',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: 'Calle Mayor 1',
    offerUntilText: 'lun, 3 may, 17:30',
  },
}
/** Links are as long as this: the token of one booking. */
const TOKEN_LENGTH = 86

/** A made-up value, as long as real ones are. */
export function sampleText(name: VariableName, { siteName, origin, language }: { siteName: string; origin: string; language: Language }): string {
  if (name === 'siteName') return siteName
  return name === 'manageLink' ? `${origin}/booking/${'x'.repeat(TOKEN_LENGTH)}` : words[language][name]
}
