/** Contact data, and how two contacts of one person are merged. Source: guide members §9. */
import type { PostalAddress } from '#kit/pure/postal-address.ts'

export interface Address extends PostalAddress {
  id?: string | undefined
}
export interface ContactData {
  firstName: string
  lastName: string
  phones: string[]
  emails: string[]
  addresses: Address[]
  /** YYYY-MM-DD */
  birthdate: string | null
  company: string
  jobTitle: string
  customValues: Record<string, unknown>
}
export const emptyContact: ContactData = {
  firstName: '',
  lastName: '',
  phones: [],
  emails: [],
  addresses: [],
  birthdate: null,
  company: '',
  jobTitle: '',
  customValues: {},
}

/** For comparison: without spaces and case. */
const normalize = (text: string): string => text.replace(/\s+/g, '').toLowerCase()
/** The form in which addresses are compared. */
export const emailKey = (email: string): string => email.trim().toLowerCase()
export const emailKeys = (emails: readonly string[]): string[] => [...new Set(emails.map(emailKey))]

const mergeUnique = <T>(first: readonly T[], second: readonly T[], key: (item: T) => string): T[] => {
  const seen = new Set<string>()
  return [...first, ...second].filter((item) => {
    const k = key(item)
    if (seen.has(k)) return false
    seen.add(k)
    return true
  })
}
const addressKey = ({ id: _, ...rest }: Address): string => normalize(JSON.stringify(rest, Object.keys(rest).sort().concat('number', 'name')))

/** Existing values win, incoming values fill empty fields, lists are joined: existing items first, the login email before all. */
export function mergeContacts(existing: ContactData, incoming: ContactData, loginEmail?: string): ContactData {
  const emails = mergeUnique(existing.emails, incoming.emails, normalize)
  const login = loginEmail === undefined ? undefined : emails.find((email) => normalize(email) === normalize(loginEmail))
  return {
    firstName: existing.firstName || incoming.firstName,
    lastName: existing.lastName || incoming.lastName,
    company: existing.company || incoming.company,
    jobTitle: existing.jobTitle || incoming.jobTitle,
    birthdate: existing.birthdate ?? incoming.birthdate,
    phones: mergeUnique(existing.phones, incoming.phones, normalize),
    emails: login === undefined ? emails : [login, ...emails.filter((email) => email !== login)],
    addresses: mergeUnique(existing.addresses, incoming.addresses, addressKey),
    customValues: { ...incoming.customValues, ...existing.customValues },
  }
}
