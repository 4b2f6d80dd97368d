/** The postal address in a row of members. Pure. */
import { isSubdivision } from '#kit/pure/iso-3166.ts'
import type { PostalAddress } from '#kit/pure/postal-address.ts'
import type { RowValues } from './read-row.ts'

/**
 * The address of a row; undefined when no column holds a part of it.
 * decision: a region is kept as such where ISO 3166 knows its code ("BY" with a country beside it, "DE-BY"); a name is kept in the second line.
 */
export function toAddress({ street, street2, city, region, postalCode, country }: RowValues): PostalAddress | undefined {
  if ([street, street2, city, region, postalCode, country].every((part) => part === undefined)) return undefined
  const code = region?.toUpperCase() ?? ''
  const subdivision = [code, `${country}-${code}`].find((one) => isSubdivision(one) && (!country || one.startsWith(`${country}-`)))
  const addressLine2 = [street2, subdivision ? undefined : region].filter((part) => part !== undefined).join(', ')
  return { addressLine: street, addressLine2: addressLine2 || undefined, city, subdivision, postalCode, country }
}
