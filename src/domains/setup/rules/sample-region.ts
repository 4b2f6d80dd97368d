/** The country of a sample: that of the operator's time zone, with its currency and telephone numbers. No I/O. */
import type { Language } from '#kit/pure/languages.ts'

export interface SampleRegion {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** ISO 4217. */
  currency: string
  /** Country calling code, as in `+49`. */
  callingCode: string
  postalCode: string
}

/** Countries whose time zones name them; prices of the samples are in units of this size. */
const REGIONS: readonly SampleRegion[] = [
  { country: 'DE', currency: 'EUR', callingCode: '+49', postalCode: '10115' },
  { country: 'AT', currency: 'EUR', callingCode: '+43', postalCode: '1070' },
  { country: 'CH', currency: 'CHF', callingCode: '+41', postalCode: '8005' },
  { country: 'US', currency: 'USD', callingCode: '+1', postalCode: '10012' },
  { country: 'GB', currency: 'GBP', callingCode: '+44', postalCode: 'N1 7AA' },
  { country: 'IE', currency: 'EUR', callingCode: '+353', postalCode: 'D07 X2AA' },
  { country: 'CA', currency: 'CAD', callingCode: '+1', postalCode: 'M5V 2T6' },
  { country: 'AU', currency: 'AUD', callingCode: '+61', postalCode: '2010' },
  { country: 'NZ', currency: 'NZD', callingCode: '+64', postalCode: '1010' },
  { country: 'FR', currency: 'EUR', callingCode: '+33', postalCode: '75011' },
  { country: 'ES', currency: 'EUR', callingCode: '+34', postalCode: '28004' },
  { country: 'IT', currency: 'EUR', callingCode: '+39', postalCode: '20121' },
  { country: 'NL', currency: 'EUR', callingCode: '+31', postalCode: '1016' },
  { country: 'BE', currency: 'EUR', callingCode: '+32', postalCode: '1000' },
  { country: 'PT', currency: 'EUR', callingCode: '+351', postalCode: '1200' },
  { country: 'LU', currency: 'EUR', callingCode: '+352', postalCode: '1118' },
]
/** Where the zone names no country of the list: that of the language. */
const BY_LANGUAGE: Record<Language, string> = { en: 'US', de: 'DE', fr: 'FR', es: 'ES' }

const listZones = (country: string): readonly string[] => {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] }
  return locale.timeZones ?? locale.getTimeZones?.() ?? []
}

/** The country of a time zone (IANA name), or of the language where the list has none for it. */
export function findSampleRegion(timeZone: string, language: Language): SampleRegion {
  const found = REGIONS.find(({ country }) => listZones(country).includes(timeZone)) ?? REGIONS.find(({ country }) => country === BY_LANGUAGE[language])
  return found ?? (REGIONS[0] as SampleRegion)
}

/** The number of a person of the sample: none that is in use. `at` counts from 0. */
export const toSamplePhone = ({ callingCode }: SampleRegion, at: number): string => `${callingCode} 212 555 ${String(100 + at).padStart(4, '0')}`
