/** The profile of a sign-up: validation and wire form. Source: guide identity §5.1. */
import { Temporal } from 'temporal-polyfill'
import { toPlainText } from '#kit/pure/plain-text.ts'
import type { Violation } from '#kit/api/refusal.ts'
import { isRecord, type ContactDetails, readContactDetails } from './contact-details.ts'

const field = 'profile'

export interface Profile extends ContactDetails {
  firstName: string | null
  lastName: string | null
  nickname: string | null
  picture: string | null
  language: string | null
  privacyStatus: 'PRIVATE' | 'PUBLIC'
  company: string | null
  position: string | null
  birthdate: string | null
  slug: string | null
  vatId: string | null
}
export const emptyProfile: Profile = {
  firstName: null,
  lastName: null,
  nickname: null,
  picture: null,
  language: null,
  privacyStatus: 'PRIVATE',
  company: null,
  position: null,
  birthdate: null,
  slug: null,
  vatId: null,
  phones: [],
  secondaryEmails: [],
  addresses: [],
}

const maxLengths = { firstName: 100, lastName: 100, nickname: 100, company: 1000, position: 1000, vatId: 1000, slug: 255 } as const
/** Whether a text is a past calendar day since 1900; 2001-02-30 is not. */
function isBirthdate(text: string, today: Temporal.PlainDate): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' })
    return day.year >= 1900 && Temporal.PlainDate.compare(day, today) <= 0
  } catch {
    return false
  }
}

/** The latest current date in any time zone: the latest birthdate allowed. */
const latestToday = (now: Temporal.Instant): Temporal.PlainDate => now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate()

/** Reads and checks the fields that were sent. Labels (owner data) and unknown custom fields are dropped. */
export function readProfile(sent: unknown, now: Temporal.Instant): { profile: Partial<Profile>; violations: Violation[] } {
  if (sent === undefined || sent === null) return { profile: {}, violations: [] }
  if (!isRecord(sent)) return { profile: {}, violations: [{ field, description: 'must be an object', violatedRule: 'FORMAT', data: {} }] }
  const violations: Violation[] = []
  const profile: Partial<Profile> = {}
  for (const [name, max] of Object.entries(maxLengths) as [keyof typeof maxLengths, number][]) {
    const value = sent[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') violations.push({ field: `${field}.${name}`, description: 'must be a text', violatedRule: 'FORMAT', data: {} })
    else if ([...value].length > max)
      violations.push({ field: `${field}.${name}`, description: `must have at most ${max} characters`, violatedRule: 'MAX_LENGTH', data: { threshold: max } })
    else profile[name] = toPlainText(value) || null
  }
  const text = (name: string, isValid: (value: string) => boolean, type: string): string | undefined => {
    const value = sent[name]
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'string' && isValid(value)) return value
    violations.push({ field: `${field}.${name}`, description: `must be a valid ${type.toLowerCase()}`, violatedRule: 'FORMAT', data: { type } })
    return undefined
  }
  const language = text('language', (value) => /^[a-z]{2}(-[A-Za-z]{2})?$/.test(value), 'LANGUAGE')
  const birthdate = text('birthdate', (value) => isBirthdate(value, latestToday(now)), 'LOCAL_DATE')
  const picture = text('picture', (value) => value.startsWith('https://') && value.length <= 2048, 'WEB_URL')
  if (language) profile.language = language.slice(0, 2)
  if (birthdate) profile.birthdate = birthdate
  if (picture) profile.picture = picture
  if (sent.privacyStatus === 'PUBLIC' || sent.privacyStatus === 'PRIVATE') profile.privacyStatus = sent.privacyStatus
  Object.assign(
    profile,
    readContactDetails(sent, field, (violation) => violations.push(violation)),
  )
  return { profile, violations }
}

/** The profile in the form of the public API. */
export function profileToWire(stored: Partial<Profile>) {
  const { phones, secondaryEmails, addresses, ...rest } = { ...emptyProfile, ...stored }
  return {
    ...rest,
    nickname: rest.nickname ?? ([rest.firstName, rest.lastName].filter(Boolean).join(' ') || null),
    emails: [],
    phones: [],
    labels: [],
    customFields: [],
    secondaryEmails: secondaryEmails.map((email) => ({ email, tag: 'UNTAGGED' })),
    phonesV2: phones.map((phone) => ({ phone, tag: 'UNTAGGED' })),
    addresses: addresses.map((address) => ({ address, tag: 'UNTAGGED' })),
  }
}
