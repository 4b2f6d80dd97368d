/** Where somebody lives, in the form of the public API: how long each part may be, and what speaks against an address. Source: guide members 2. */
export interface PostalAddress {
  streetAddress?: { number?: string | undefined; name?: string | undefined } | undefined
  addressLine?: string | undefined
  addressLine2?: string | undefined
  city?: string | undefined
  /** ISO 3166-2. */
  subdivision?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  postalCode?: string | undefined
}

/** Letters that each part has at most. */
export const longestPart = { addressLine: 200, addressLine2: 200, city: 100, subdivision: 6, country: 2, postalCode: 20 } as const
export const longestStreetPart = { number: 100, name: 200 } as const

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined

/**
 * Why the parts do not make an address; empty when they do.
 * decision: a subdivision is checked by its form and against its country, not against the list of ISO 3166-2: the list
 * changes every year, and a storefront that knows a newer one must not be turned away.
 */
export function addressFlaws({ streetAddress, addressLine, country, subdivision }: PostalAddress): { part: keyof PostalAddress; why: string }[] {
  const flaws: { part: keyof PostalAddress; why: string }[] = []
  if (streetAddress && addressLine) flaws.push({ part: 'addressLine', why: 'is either this or streetAddress, not both' })
  if (country && !isCountry(country)) flaws.push({ part: 'country', why: 'must be a country of two capital letters' })
  if (subdivision && !/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(subdivision)) flaws.push({ part: 'subdivision', why: 'must be a subdivision such as GB-BAS' })
  else if (subdivision && country && !subdivision.startsWith(`${country}-`)) flaws.push({ part: 'subdivision', why: 'must belong to the country' })
  return flaws
}
