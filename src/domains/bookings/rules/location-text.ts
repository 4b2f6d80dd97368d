/** Where somebody has to be, in words: of a stored copy, of an address as customers give it, and of a session online. Source: guide bookings §3, §20.1. */
import type { Sentence } from '#kit/pure/languages.ts'

export interface LocationWords {
  name?: string | undefined
  formattedAddress?: string | undefined
  locationType: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '')

/** One line of an address as the contract knows it: its formatted form, or its parts in the order of a letter. Empty when there is none. */
export function addressLine(address: unknown): string {
  if (typeof address === 'string') return address.trim()
  if (address === null || typeof address !== 'object') return ''
  const parts = address as Record<string, unknown>
  if (text(parts.formattedAddress)) return text(parts.formattedAddress)
  const street = (parts.streetAddress ?? {}) as Record<string, unknown>
  const line = text(parts.addressLine) || text(parts.addressLine1) || [text(street.name), text(street.number), text(street.apt)].filter(Boolean).join(' ')
  const town = [text(parts.postalCode), text(parts.city)].filter(Boolean).join(' ')
  return [line, text(parts.addressLine2), town, text(parts.subdivision), text(parts.country)].filter(Boolean).join(', ')
}

const online: Sentence = { message: 'Online', de: 'Online' }
const atCustomer: Sentence = { message: "At the customer's place", de: 'Beim Kunden' }

/**
 * Name and address in one line, the name only once. `isOnline` wins over every place. An appointment at the customer's without an
 * address says so; nothing known is the empty text.
 */
export function locationText(location: LocationWords | null, isOnline: boolean, say: (sentence: Sentence) => string): string {
  if (isOnline) return say(online)
  if (!location) return ''
  const [name, address] = [text(location.name), text(location.formattedAddress)]
  if (name && address) return address === name || address.startsWith(`${name},`) ? address : `${name}, ${address}`
  return name || address || (location.locationType === 'CUSTOM' ? say(atCustomer) : '')
}
