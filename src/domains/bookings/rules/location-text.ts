/** Locations as text: a stored copy, an address as entered, an online session. Source: guide bookings §3, §20.1. */
import type { LocalizedText } from '#kit/pure/languages.ts'

export interface LocationFields {
  name?: string | undefined
  formattedAddress?: string | undefined
  locationType: string
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '')

/** One line of an address: its formatted form, or its parts in postal order. Empty when there is none. */
export function formatAddress(address: unknown): string {
  if (typeof address === 'string') return address.trim()
  if (address === null || typeof address !== 'object') return ''
  const parts = address as Record<string, unknown>
  if (toText(parts.formattedAddress)) return toText(parts.formattedAddress)
  const street = (parts.streetAddress ?? {}) as Record<string, unknown>
  const line =
    toText(parts.addressLine) || toText(parts.addressLine1) || [toText(street.name), toText(street.number), toText(street.apt)].filter(Boolean).join(' ')
  const town = [toText(parts.postalCode), toText(parts.city)].filter(Boolean).join(' ')
  return [line, toText(parts.addressLine2), town, toText(parts.subdivision), toText(parts.country)].filter(Boolean).join(', ')
}

const onlineText: LocalizedText = { message: 'Online', de: 'Online', fr: 'En ligne', es: 'En línea' }
const atCustomerText: LocalizedText = { message: "At the customer's place", de: 'Beim Kunden', fr: 'Chez le client', es: 'En el domicilio del cliente' }

/**
 * Name and address in one line, the name only once. `isOnline` beats every location. An appointment at the customer's without an
 * address says so; an unknown location is the empty text.
 */
export function formatLocationText(location: LocationFields | null, isOnline: boolean, say: (sentence: LocalizedText) => string): string {
  if (isOnline) return say(onlineText)
  if (!location) return ''
  const [name, address] = [toText(location.name), toText(location.formattedAddress)]
  if (name && address) return address === name || address.startsWith(`${name},`) ? address : `${name}, ${address}`
  return name || address || (location.locationType === 'CUSTOM' ? say(atCustomerText) : '')
}
