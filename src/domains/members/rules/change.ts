/** What a sent member changes: absent and null leave alone, '' clears, lists with items replace. Source: guide members 2, 7.2. */
import { Temporal } from 'temporal-polyfill'
import { plainText } from '#kit/pure/plain-text.ts'
import { addressFlaws } from '#kit/pure/postal-address.ts'
import type { Address, ContactData } from './contact.ts'
import { fieldValue, type FieldType, type SocialType } from './custom-fields.ts'

export interface Picture {
  id: string
  url: string
  height: number
  width: number
  offsetX?: number | undefined
  offsetY?: number | undefined
}
type UploadedPicture = Pick<Picture, 'id' | 'url' | 'width' | 'height'>
export interface ProfileData {
  nickname: string
  title: string
  photo: Picture | null
  cover: Picture | null
}
export interface Editable {
  profile: ProfileData
  contact: ContactData
}

type Sent<T> = T | null | undefined
interface AddressWish {
  id?: Sent<string>
  streetAddress?: Sent<{ number?: Sent<string>; name?: Sent<string> }>
  addressLine?: Sent<string>
  addressLine2?: Sent<string>
  city?: Sent<string>
  subdivision?: Sent<string>
  country?: Sent<string>
  postalCode?: Sent<string>
}
interface PictureWish {
  id?: Sent<string>
  url?: Sent<string>
  height?: Sent<number>
  width?: Sent<number>
  offsetX?: Sent<number>
  offsetY?: Sent<number>
}
export interface Wish {
  contact?: Sent<{
    firstName?: Sent<string>
    lastName?: Sent<string>
    phones?: Sent<string[]>
    emails?: Sent<string[]>
    addresses?: Sent<AddressWish[]>
    birthdate?: Sent<string>
    company?: Sent<string>
    jobTitle?: Sent<string>
    customFields?: Sent<Record<string, Sent<{ value?: unknown }>>>
  }>
  profile?: Sent<{ nickname?: Sent<string>; title?: Sent<string>; photo?: Sent<PictureWish>; cover?: Sent<PictureWish> }>
}
export interface WritableField {
  key: string
  fieldType: FieldType
  socialType: SocialType | null
}
export interface At {
  /** Business day of the change. */
  today: Temporal.PlainDate
  fields: readonly WritableField[]
  /** Owners may show pictures of other places; members only our own, so that nobody plants tracking images. */
  foreignPictures: boolean
  /** The uploaded pictures that the wish means, where it means any. */
  uploaded: { photo?: UploadedPicture | undefined; cover?: UploadedPicture | undefined }
  /** Unknown custom fields: a create drops them, an update says so. */
  unknownFields: 'drop' | 'refuse'
  newId(): string
}
export interface Flaw {
  field: string
  description: string
  violatedRule: 'FORMAT' | 'MIN_LENGTH' | 'VALIDATION' | 'OTHER'
  ruleName?: string
  data: Record<string, unknown>
}

/** The member after the change, and every reason why it may not be made. */
export function changed(from: Editable, wish: Wish, at: At): { to: Editable; flaws: Flaw[] } {
  const flaws: Flaw[] = []
  const flaw = (field: string, description: string, violatedRule: Flaw['violatedRule'] = 'FORMAT', more: Partial<Flaw> = {}): void =>
    void flaws.push({ field: `member.${field}`, description, violatedRule, data: {}, ...more })
  const text = (was: string, sent: Sent<string>): string => (typeof sent === 'string' ? plainText(sent) : was)
  const list = <T>(was: T[], sent: Sent<T[]>, read: (items: T[]) => T[] = (items) => items): T[] => (sent && sent.length > 0 ? read(sent) : was)
  const profile = wish.profile ?? {}
  const contact = wish.contact ?? {}
  // Letters that are composed may become more of them.
  const nickname = [...text(from.profile.nickname, profile.nickname)].slice(0, 100).join('')
  if (nickname === '' && from.profile.nickname !== '') flaw('profile.nickname', 'must have at least 1 character', 'MIN_LENGTH', { data: { threshold: 1 } })
  const to: Editable = {
    profile: {
      nickname: nickname || from.profile.nickname,
      title: text(from.profile.title, profile.title),
      photo: picture(from.profile.photo, profile.photo, at.uploaded.photo, at, () => flaw('profile.photo.url', 'must be one of your uploaded pictures')),
      cover: picture(from.profile.cover, profile.cover, at.uploaded.cover, at, () => flaw('profile.cover.url', 'must be one of your uploaded pictures')),
    },
    contact: {
      firstName: text(from.contact.firstName, contact.firstName),
      lastName: text(from.contact.lastName, contact.lastName),
      company: text(from.contact.company, contact.company),
      jobTitle: text(from.contact.jobTitle, contact.jobTitle),
      birthdate: birthdate(from.contact.birthdate, contact.birthdate, at.today, () =>
        flaw('contact.birthdate', 'must be a date between 1900 and today', 'FORMAT', { data: { type: 'LOCAL_DATE' } }),
      ),
      phones: list(from.contact.phones, contact.phones, (items) => items.map(plainText).filter(Boolean)),
      emails: list(from.contact.emails, contact.emails, (items) => items.map(plainText)),
      addresses:
        contact.addresses && contact.addresses.length > 0
          ? contact.addresses.map((sent, i) =>
              address(sent, from.contact.addresses, at, (why, name) => flaw(`contact.addresses[${i}].${name}`, why, 'VALIDATION')),
            )
          : from.contact.addresses,
      customValues: customValues(from.contact.customValues, contact.customFields, at, flaw),
    },
  }
  return { to, flaws }
}

/** Compared as the wire would show it; the order of keys is ours on both sides. */
export const isSame = (a: Editable, b: Editable): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, v]) => v !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value

function picture(was: Picture | null, sent: Sent<PictureWish>, uploaded: UploadedPicture | undefined, at: At, complain: () => void): Picture | null {
  if (sent === null || sent === undefined) return was
  const { id, url } = { id: sent.id ?? '', url: sent.url ?? '' }
  if (id === '' && url === '') return Object.keys(sent).length === 0 ? was : null
  const offsets = { offsetX: sent.offsetX ?? undefined, offsetY: sent.offsetY ?? undefined }
  // A client writes back what it was given without the offsets it does not know.
  if (uploaded && uploaded.id === was?.id && sent.offsetX == null && sent.offsetY == null) return was
  if (uploaded) return { id: uploaded.id, url: uploaded.url, height: uploaded.height, width: uploaded.width, ...offsets }
  if (was && (url === was.url || (id !== '' && id === was.id))) return was
  if (!(at.foreignPictures && url.startsWith('https://'))) {
    complain()
    return was
  }
  return { id, url, height: sent.height ?? 0, width: sent.width ?? 0, ...offsets }
}

function birthdate(was: string | null, sent: Sent<string>, today: Temporal.PlainDate, complain: () => void): string | null {
  if (sent === null || sent === undefined) return was
  if (sent === '') return null
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(sent)) throw new RangeError(sent)
    const date = Temporal.PlainDate.from(sent, { overflow: 'reject' })
    if (date.year < 1900 || Temporal.PlainDate.compare(date, today) > 0) throw new RangeError(sent)
    return date.toString()
  } catch {
    complain()
    return was
  }
}

function address(sent: AddressWish, existing: readonly Address[], at: At, complain: (why: string, field: string) => void): Address {
  const given = (text: Sent<string>): string | undefined => plainText(text ?? '') || undefined
  const street =
    sent.streetAddress && (given(sent.streetAddress.number) || given(sent.streetAddress.name))
      ? { number: given(sent.streetAddress.number), name: given(sent.streetAddress.name) }
      : undefined
  const to: Address = {
    id: existing.find((item) => item.id !== undefined && item.id === sent.id)?.id ?? at.newId(),
    streetAddress: street,
    addressLine: given(sent.addressLine),
    addressLine2: given(sent.addressLine2),
    city: given(sent.city),
    subdivision: given(sent.subdivision),
    country: given(sent.country),
    postalCode: given(sent.postalCode),
  }
  for (const { part, why } of addressFlaws(to)) complain(why, part)
  return to
}

function customValues(
  was: Record<string, unknown>,
  sent: Sent<Record<string, Sent<{ value?: unknown }>>>,
  at: At,
  flaw: (field: string, description: string, rule?: Flaw['violatedRule'], more?: Partial<Flaw>) => void,
): Record<string, unknown> {
  const to = { ...was }
  const badUrls: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(sent ?? {})) {
    const field = at.fields.find((one) => one.key === key)
    const value = entry?.value
    if (value === null || value === undefined) continue
    if (!field) {
      if (at.unknownFields === 'refuse') flaw(`contact.customFields.${key}`, 'is no custom field of this site', 'VALIDATION')
      continue
    }
    if (value === '') {
      delete to[key]
      continue
    }
    const kept = fieldValue(field, value)
    if ('ok' in kept) to[key] = kept.ok
    else if (kept.flaw === 'URL') badUrls[key] = value
    else flaw(`contact.customFields.${key}`, 'does not fit the type of this field', 'VALIDATION')
  }
  if (Object.keys(badUrls).length > 0)
    flaw('contact.customFields', 'holds an address that is none', 'OTHER', { ruleName: 'INVALID_CUSTOM_FIELD_URL', data: { fields: badUrls } })
  return to
}
