/** The address of a location, as one line of text and in parts. Source: guide services-and-availability §12.1. */
import { findAddressErrors, type PostalAddress } from '#kit/pure/postal-address.ts'

/** The parts in the order in which they are written; empty without parts. */
export function formatAddress({ streetAddress, addressLine, addressLine2, postalCode, city, subdivision, country }: PostalAddress): string {
  const street = addressLine ?? [streetAddress?.name, streetAddress?.number].filter(Boolean).join(' ')
  const region = subdivision?.split('-')[1]
  return [street, addressLine2, [postalCode, city].filter(Boolean).join(' '), region, country].filter(Boolean).join(', ')
}

/** What is wrong with the parts, by the name of the part. */
export const findAddressProblems = (address: PostalAddress): { field: string; description: string }[] =>
  findAddressErrors(address).map(({ part, why }) => ({ field: `location.address.${part}`, description: why }))
