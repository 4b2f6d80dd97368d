/** Applies an input to a member: absent and null keep, '' clears, lists with items replace. Source: guide members §2, §7.2. */
import { Temporal } from 'temporal-polyfill'
import { toPlainText } from '#kit/pure/plain-text.ts'
import { findAddressErrors } from '#kit/pure/postal-address.ts'
import type { Address, ContactData } from './contact.ts'
import { parseFieldValue, type FieldType } from './custom-fields.ts'
import type { SocialType } from './social-codes.ts'

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

type Nullable<T> = T | null | undefined
interface AddressInput {
  id?: Nullable<string>
  streetAddress?: Nullable<{ number?: Nullable<string>; name?: Nullable<string> }>
  addressLine?: Nullable<string>
  addressLine2?: Nullable<string>
  city?: Nullable<string>
  subdivision?: Nullable<string>
  country?: Nullable<string>
  postalCode?: Nullable<string>
}
interface PictureInput {
  id?: Nullable<string>
  url?: Nullable<string>
  height?: Nullable<number>
  width?: Nullable<number>
  offsetX?: Nullable<number>
  offsetY?: Nullable<number>
}
export interface MemberChangeInput {
  contact?: Nullable<{
    firstName?: Nullable<string>
    lastName?: Nullable<string>
    phones?: Nullable<string[]>
    emails?: Nullable<string[]>
    addresses?: Nullable<AddressInput[]>
    birthdate?: Nullable<string>
    company?: Nullable<string>
    jobTitle?: Nullable<string>
    customFields?: Nullable<Record<string, Nullable<{ value?: unknown }>>>
  }>
  profile?: Nullable<{ nickname?: Nullable<string>; title?: Nullable<string>; photo?: Nullable<PictureInput>; cover?: Nullable<PictureInput> }>
}
export interface WritableField {
  key: string
  fieldType: FieldType
  socialType: SocialType | null
}
export interface MemberChangeContext {
  /** Business day of the change. */
  today: Temporal.PlainDate
  fields: readonly WritableField[]
  /** Owners may use pictures of other hosts; members only uploaded ones, against tracking images. */
  allowsForeignPictures: boolean
  /** The uploaded pictures that the input refers to. */
  uploaded: { photo?: UploadedPicture | undefined; cover?: UploadedPicture | undefined }
  /** Unknown custom fields: ignored when a member is created, refused on update. */
  unknownFields: 'drop' | 'refuse'
  newId(): string
}
export interface FieldError {
  field: string
  description: string
  violatedRule: 'FORMAT' | 'MIN_LENGTH' | 'VALIDATION' | 'OTHER'
  ruleName?: string
  data: Record<string, unknown>
}

/** The member after the change, and all errors of the input. */
export function applyMemberChange(from: Editable, input: MemberChangeInput, context: MemberChangeContext): { to: Editable; errors: FieldError[] } {
  const errors: FieldError[] = []
  const addError = (field: string, description: string, violatedRule: FieldError['violatedRule'] = 'FORMAT', more: Partial<FieldError> = {}): void =>
    void errors.push({ field: `member.${field}`, description, violatedRule, data: {}, ...more })
  const text = (current: string, incoming: Nullable<string>): string => (typeof incoming === 'string' ? toPlainText(incoming) : current)
  const list = <T>(current: T[], incoming: Nullable<T[]>, read: (items: T[]) => T[] = (items) => items): T[] =>
    incoming && incoming.length > 0 ? read(incoming) : current
  const profile = input.profile ?? {}
  const contact = input.contact ?? {}
  // Unicode normalization may change the length.
  const nickname = [...text(from.profile.nickname, profile.nickname)].slice(0, 100).join('')
  if (nickname === '' && from.profile.nickname !== '') addError('profile.nickname', 'must have at least 1 character', 'MIN_LENGTH', { data: { threshold: 1 } })
  const to: Editable = {
    profile: {
      nickname: nickname || from.profile.nickname,
      title: text(from.profile.title, profile.title),
      photo: changePicture(from.profile.photo, profile.photo, context.uploaded.photo, context, () =>
        addError('profile.photo.url', 'must be one of your uploaded pictures'),
      ),
      cover: changePicture(from.profile.cover, profile.cover, context.uploaded.cover, context, () =>
        addError('profile.cover.url', 'must be one of your uploaded pictures'),
      ),
    },
    contact: {
      firstName: text(from.contact.firstName, contact.firstName),
      lastName: text(from.contact.lastName, contact.lastName),
      company: text(from.contact.company, contact.company),
      jobTitle: text(from.contact.jobTitle, contact.jobTitle),
      birthdate: birthdate(from.contact.birthdate, contact.birthdate, context.today, () =>
        addError('contact.birthdate', 'must be a date between 1900 and today', 'FORMAT', { data: { type: 'LOCAL_DATE' } }),
      ),
      phones: list(from.contact.phones, contact.phones, (items) => items.map(toPlainText).filter(Boolean)),
      emails: list(from.contact.emails, contact.emails, (items) => items.map(toPlainText)),
      addresses:
        contact.addresses && contact.addresses.length > 0
          ? contact.addresses.map((incoming, i) =>
              changeAddress(incoming, from.contact.addresses, context, (reason, name) => addError(`contact.addresses[${i}].${name}`, reason, 'VALIDATION')),
            )
          : from.contact.addresses,
      customValues: changeCustomValues(from.contact.customValues, contact.customFields, context, addError),
    },
  }
  return { to, errors }
}

/** Compares as JSON with sorted keys. */
export const isSame = (a: Editable, b: Editable): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
const sortKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, v]) => v !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sortKeys(v)]),
        )
      : value

function changePicture(
  current: Picture | null,
  incoming: Nullable<PictureInput>,
  uploaded: UploadedPicture | undefined,
  context: MemberChangeContext,
  reportError: () => void,
): Picture | null {
  if (incoming === null || incoming === undefined) return current
  const { id, url } = { id: incoming.id ?? '', url: incoming.url ?? '' }
  if (id === '' && url === '') return Object.keys(incoming).length === 0 ? current : null
  const offsets = { offsetX: incoming.offsetX ?? undefined, offsetY: incoming.offsetY ?? undefined }
  // Clients write pictures back without the offsets that they do not know.
  if (uploaded && uploaded.id === current?.id && incoming.offsetX == null && incoming.offsetY == null) return current
  if (uploaded) return { id: uploaded.id, url: uploaded.url, height: uploaded.height, width: uploaded.width, ...offsets }
  if (current && (url === current.url || (id !== '' && id === current.id))) return current
  if (!(context.allowsForeignPictures && url.startsWith('https://'))) {
    reportError()
    return current
  }
  return { id, url, height: incoming.height ?? 0, width: incoming.width ?? 0, ...offsets }
}

function birthdate(current: string | null, incoming: Nullable<string>, today: Temporal.PlainDate, reportError: () => void): string | null {
  if (incoming === null || incoming === undefined) return current
  if (incoming === '') return null
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(incoming)) throw new RangeError(incoming)
    const date = Temporal.PlainDate.from(incoming, { overflow: 'reject' })
    if (date.year < 1900 || Temporal.PlainDate.compare(date, today) > 0) throw new RangeError(incoming)
    return date.toString()
  } catch {
    reportError()
    return current
  }
}

function changeAddress(
  incoming: AddressInput,
  existing: readonly Address[],
  context: MemberChangeContext,
  reportError: (reason: string, field: string) => void,
): Address {
  const toOptionalText = (text: Nullable<string>): string | undefined => toPlainText(text ?? '') || undefined
  const street =
    incoming.streetAddress && (toOptionalText(incoming.streetAddress.number) || toOptionalText(incoming.streetAddress.name))
      ? { number: toOptionalText(incoming.streetAddress.number), name: toOptionalText(incoming.streetAddress.name) }
      : undefined
  const to: Address = {
    id: existing.find((item) => item.id !== undefined && item.id === incoming.id)?.id ?? context.newId(),
    streetAddress: street,
    addressLine: toOptionalText(incoming.addressLine),
    addressLine2: toOptionalText(incoming.addressLine2),
    city: toOptionalText(incoming.city),
    subdivision: toOptionalText(incoming.subdivision),
    country: toOptionalText(incoming.country),
    postalCode: toOptionalText(incoming.postalCode),
  }
  for (const { part, why: reason } of findAddressErrors(to)) reportError(reason, part)
  return to
}

function changeCustomValues(
  current: Record<string, unknown>,
  incoming: Nullable<Record<string, Nullable<{ value?: unknown }>>>,
  context: MemberChangeContext,
  addError: (field: string, description: string, rule?: FieldError['violatedRule'], more?: Partial<FieldError>) => void,
): Record<string, unknown> {
  const to = { ...current }
  const invalidUrls: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(incoming ?? {})) {
    const field = context.fields.find((one) => one.key === key)
    const value = entry?.value
    if (value === null || value === undefined) continue
    if (!field) {
      if (context.unknownFields === 'refuse') addError(`contact.customFields.${key}`, 'is no custom field of this site', 'VALIDATION')
      continue
    }
    if (value === '') {
      delete to[key]
      continue
    }
    const parsed = parseFieldValue(field, value)
    if ('ok' in parsed) to[key] = parsed.ok
    else if (parsed.error === 'URL') invalidUrls[key] = value
    else addError(`contact.customFields.${key}`, 'does not fit the type of this field', 'VALIDATION')
  }
  if (Object.keys(invalidUrls).length > 0)
    addError('contact.customFields', 'holds an address that is none', 'OTHER', { ruleName: 'INVALID_CUSTOM_FIELD_URL', data: { fields: invalidUrls } })
  return to
}
