/** Contact details in the profile of a sign-up: phones, other emails, addresses, within the bounds of a contact. Source: guide identity §5.1, members §2. */
import { findAddressErrors, maxPartLengths, maxStreetPartLengths, type PostalAddress } from '#kit/pure/postal-address.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'
import type { Violation } from '#kit/api/refusal.ts'
import { readEmail } from './email.ts'

export interface ContactDetails {
  phones: string[]
  secondaryEmails: string[]
  addresses: PostalAddress[]
}
type AddViolation = (violation: Violation) => void

export const MAX_ENTRIES = 50
const MAX_PHONE_LENGTH = 50
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the details and reports every violation. The public API has lists of texts and, newer, lists of records. */
export function readContactDetails(sent: Record<string, unknown>, field: string, addViolation: AddViolation): Partial<ContactDetails> {
  const list = (name: string): unknown[] => {
    const value = sent[name]
    if (!Array.isArray(value)) return []
    if (value.length > MAX_ENTRIES) addViolation(tooManyViolation(`${field}.${name}`))
    return value.slice(0, MAX_ENTRIES)
  }
  const texts = (name: string, key: string, read: (text: string, at: string) => string | undefined): string[] =>
    list(name).flatMap((entry, index) => {
      const at = `${field}.${name}[${index}]${isRecord(entry) ? `.${key}` : ''}`
      const value = isRecord(entry) ? entry[key] : entry
      if (value === undefined || value === null) return []
      if (typeof value !== 'string') return addViolation(typeViolation(at)), []
      return toPlainText(value) === '' ? [] : (read(toPlainText(value), at) ?? [])
    })
  const phone = (text: string, at: string) => ([...text].length <= MAX_PHONE_LENGTH ? text : (addViolation(tooLongViolation(at, MAX_PHONE_LENGTH)), undefined))
  const email = (text: string, at: string) => {
    const known = readEmail(text)
    if (!known) addViolation({ field: at, description: 'must be a valid email address', violatedRule: 'FORMAT', data: { type: 'EMAIL' } })
    return known?.address
  }
  const phones = [...new Set([...texts('phonesV2', 'phone', phone), ...texts('phones', 'phone', phone)])]
  const secondaryEmails = [...new Set([...texts('secondaryEmails', 'email', email), ...texts('emails', 'email', email)])]
  if (phones.length > MAX_ENTRIES) addViolation(tooManyViolation(`${field}.phones`))
  if (secondaryEmails.length > MAX_ENTRIES) addViolation(tooManyViolation(`${field}.secondaryEmails`))
  const addresses = list('addresses').flatMap((entry, index) => {
    if (!isRecord(entry)) return []
    const wrapped = isRecord(entry.address)
    return readAddress(wrapped ? (entry.address as Record<string, unknown>) : entry, `${field}.addresses[${index}]${wrapped ? '.address' : ''}`, addViolation)
  })
  return {
    ...(phones.length > 0 ? { phones } : {}),
    ...(secondaryEmails.length > 0 ? { secondaryEmails } : {}),
    ...(addresses.length > 0 ? { addresses } : {}),
  }
}

/** One address without unknown parts; empty when no part is left. */
function readAddress(sent: Record<string, unknown>, at: string, addViolation: AddViolation): PostalAddress[] {
  const parts = <K extends string>(of: Record<string, unknown>, max: Readonly<Record<K, number>>, where: string): Partial<Record<K, string>> =>
    Object.fromEntries(
      (Object.entries(max) as [K, number][]).flatMap(([name, letters]) => {
        const value = of[name]
        if (value === undefined || value === null) return []
        if (typeof value !== 'string') return addViolation(typeViolation(`${where}.${name}`)), []
        const text = toPlainText(value)
        if ([...text].length > letters) return addViolation(tooLongViolation(`${where}.${name}`, letters)), []
        return text === '' ? [] : [[name, text]]
      }),
    ) as Partial<Record<K, string>>
  if (sent.streetAddress !== undefined && sent.streetAddress !== null && !isRecord(sent.streetAddress))
    addViolation(typeViolation(`${at}.streetAddress`, 'an object'))
  const street = isRecord(sent.streetAddress) ? parts(sent.streetAddress, maxStreetPartLengths, `${at}.streetAddress`) : {}
  const address: PostalAddress = { ...(Object.keys(street).length > 0 ? { streetAddress: street } : {}), ...parts(sent, maxPartLengths, at) }
  for (const { part, why } of findAddressErrors(address)) addViolation({ field: `${at}.${part}`, description: why, violatedRule: 'VALIDATION', data: {} })
  return Object.keys(address).length > 0 ? [address] : []
}

const tooManyViolation = (field: string): Violation => ({
  field,
  description: `must have at most ${MAX_ENTRIES} entries`,
  violatedRule: 'MAX_SIZE',
  data: { threshold: MAX_ENTRIES },
})
const tooLongViolation = (field: string, max: number): Violation => ({
  field,
  description: `must have at most ${max} characters`,
  violatedRule: 'MAX_LENGTH',
  data: { threshold: max },
})
const typeViolation = (field: string, what = 'a text'): Violation => ({ field, description: `must be ${what}`, violatedRule: 'FORMAT', data: {} })
