/** How somebody who signs up can be reached: phones, other emails, addresses, within the bounds of the contact that keeps them. Source: guide identity 5.1, members 2. */
import { addressFlaws, longestPart, longestStreetPart, type PostalAddress } from '#kit/pure/postal-address.ts'
import { plainText } from '#kit/pure/plain-text.ts'
import type { Violation } from '#kit/refusal.ts'
import { readEmail } from './email.ts'

export interface Reach {
  phones: string[]
  secondaryEmails: string[]
  addresses: PostalAddress[]
}
type Complain = (violation: Violation) => void

export const MOST_ENTRIES = 50
const PHONE_LETTERS = 50
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was sent, and everything that is wrong with it. The public API has lists of texts and, newer, lists of records. */
export function readReach(sent: Record<string, unknown>, field: string, complain: Complain): Partial<Reach> {
  const list = (name: string): unknown[] => {
    const value = sent[name]
    if (!Array.isArray(value)) return []
    if (value.length > MOST_ENTRIES) complain(tooMany(`${field}.${name}`))
    return value.slice(0, MOST_ENTRIES)
  }
  const texts = (name: string, key: string, read: (text: string, at: string) => string | undefined): string[] =>
    list(name).flatMap((entry, index) => {
      const at = `${field}.${name}[${index}]${isRecord(entry) ? `.${key}` : ''}`
      const value = isRecord(entry) ? entry[key] : entry
      if (value === undefined || value === null) return []
      if (typeof value !== 'string') return complain(notText(at)), []
      return plainText(value) === '' ? [] : (read(plainText(value), at) ?? [])
    })
  const phone = (text: string, at: string) => ([...text].length <= PHONE_LETTERS ? text : (complain(tooLong(at, PHONE_LETTERS)), undefined))
  const email = (text: string, at: string) => {
    const known = readEmail(text)
    if (!known) complain({ field: at, description: 'must be a valid email address', violatedRule: 'FORMAT', data: { type: 'EMAIL' } })
    return known?.address
  }
  const phones = [...new Set([...texts('phonesV2', 'phone', phone), ...texts('phones', 'phone', phone)])]
  const secondaryEmails = [...new Set([...texts('secondaryEmails', 'email', email), ...texts('emails', 'email', email)])]
  if (phones.length > MOST_ENTRIES) complain(tooMany(`${field}.phones`))
  if (secondaryEmails.length > MOST_ENTRIES) complain(tooMany(`${field}.secondaryEmails`))
  const addresses = list('addresses').flatMap((entry, index) => {
    if (!isRecord(entry)) return []
    const wrapped = isRecord(entry.address)
    return readAddress(wrapped ? (entry.address as Record<string, unknown>) : entry, `${field}.addresses[${index}]${wrapped ? '.address' : ''}`, complain)
  })
  return {
    ...(phones.length > 0 ? { phones } : {}),
    ...(secondaryEmails.length > 0 ? { secondaryEmails } : {}),
    ...(addresses.length > 0 ? { addresses } : {}),
  }
}

/** One address without parts that nobody knows; nothing when nothing is left. */
function readAddress(sent: Record<string, unknown>, at: string, complain: Complain): PostalAddress[] {
  const parts = <K extends string>(of: Record<string, unknown>, most: Readonly<Record<K, number>>, where: string): Partial<Record<K, string>> =>
    Object.fromEntries(
      (Object.entries(most) as [K, number][]).flatMap(([name, letters]) => {
        const value = of[name]
        if (value === undefined || value === null) return []
        if (typeof value !== 'string') return complain(notText(`${where}.${name}`)), []
        const text = plainText(value)
        if ([...text].length > letters) return complain(tooLong(`${where}.${name}`, letters)), []
        return text === '' ? [] : [[name, text]]
      }),
    ) as Partial<Record<K, string>>
  if (sent.streetAddress !== undefined && sent.streetAddress !== null && !isRecord(sent.streetAddress)) complain(notText(`${at}.streetAddress`, 'an object'))
  const street = isRecord(sent.streetAddress) ? parts(sent.streetAddress, longestStreetPart, `${at}.streetAddress`) : {}
  const address: PostalAddress = { ...(Object.keys(street).length > 0 ? { streetAddress: street } : {}), ...parts(sent, longestPart, at) }
  for (const { part, why } of addressFlaws(address)) complain({ field: `${at}.${part}`, description: why, violatedRule: 'VALIDATION', data: {} })
  return Object.keys(address).length > 0 ? [address] : []
}

const tooMany = (field: string): Violation => ({
  field,
  description: `must have at most ${MOST_ENTRIES} entries`,
  violatedRule: 'MAX_SIZE',
  data: { threshold: MOST_ENTRIES },
})
const tooLong = (field: string, most: number): Violation => ({
  field,
  description: `must have at most ${most} characters`,
  violatedRule: 'MAX_LENGTH',
  data: { threshold: most },
})
const notText = (field: string, what = 'a text'): Violation => ({ field, description: `must be ${what}`, violatedRule: 'FORMAT', data: {} })
