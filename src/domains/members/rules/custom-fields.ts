/** Custom fields: creation, changes, values, and to whom they apply. Source: guide members §12. */
import { Temporal } from 'temporal-polyfill'
import type { SocialType } from './social-codes.ts'

export type FieldType = 'TEXT' | 'NUMBER' | 'DATE' | 'URL' | 'SOCIAL'
export type FieldPrivacy = 'PUBLIC' | 'PRIVATE'
export type FieldOrigin = 'CUSTOM' | 'CONTACT' | 'SYSTEM'
export type FieldSection = 'GENERAL' | 'SOCIAL' | 'DISPLAY_INFO' | 'ADDRESS'
export const MAX_FIELDS = 100

/** A field that every site has; ids are the same everywhere, because fields are read by site. */
export interface BuiltInField {
  id: string
  key: string
  name: string
  fieldType: FieldType
  fieldOrigin: 'CONTACT' | 'SYSTEM'
  section: FieldSection
  defaultPrivacy: FieldPrivacy
  /** Never shown to other members. */
  alwaysPrivate: boolean
}
const builtInField = (
  place: number,
  key: string,
  name: string,
  fieldOrigin: BuiltInField['fieldOrigin'],
  more: Partial<Pick<BuiltInField, 'fieldType' | 'section' | 'defaultPrivacy' | 'alwaysPrivate'>> = {},
): BuiltInField => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  key,
  name,
  fieldType: 'TEXT',
  fieldOrigin,
  section: 'GENERAL',
  defaultPrivacy: 'PRIVATE',
  alwaysPrivate: false,
  ...more,
})
export const builtInFields: readonly BuiltInField[] = [
  builtInField(1, 'profile.nickname', 'Display name', 'SYSTEM', { section: 'DISPLAY_INFO', defaultPrivacy: 'PUBLIC' }),
  builtInField(2, 'profile.title', 'Title', 'SYSTEM', { section: 'DISPLAY_INFO', defaultPrivacy: 'PUBLIC' }),
  builtInField(3, 'contact.firstName', 'First name', 'SYSTEM'),
  builtInField(4, 'contact.lastName', 'Last name', 'SYSTEM'),
  builtInField(5, 'contact.emails', 'Email', 'SYSTEM', { alwaysPrivate: true }),
  builtInField(6, 'contact.phones', 'Phone', 'SYSTEM', { alwaysPrivate: true }),
  builtInField(7, 'contact.addresses', 'Address', 'SYSTEM', { section: 'ADDRESS', alwaysPrivate: true }),
  builtInField(8, 'contact.birthdate', 'Birth date', 'CONTACT', { fieldType: 'DATE', alwaysPrivate: true }),
  builtInField(9, 'contact.jobTitle', 'Position', 'CONTACT'),
  builtInField(10, 'contact.company', 'Company', 'CONTACT'),
]

export const sectionForType = (type: FieldType): FieldSection => (type === 'SOCIAL' ? 'SOCIAL' : 'GENERAL')

type Decision<Ok> =
  | { ok: Ok }
  | {
      refused: 'INCORRECT_FIELD_TYPE' | 'INCORRECT_FIELD_PRIVACY' | 'INVALID_FIELD_SOCIAL_TYPE' | 'RESERVED_FIELD_NAME_NON_EDITABLE'
      data: Record<string, unknown>
    }

export interface NewField {
  name: string
  fieldType: FieldType
  socialType: SocialType | null
  defaultPrivacy: FieldPrivacy
}
/** A new field: of a known type, a social field with its network, private by default. */
export function decideNewField(input: {
  name: string
  fieldType: FieldType | 'UNKNOWN' | undefined
  socialType: SocialType | 'UNKNOWN' | undefined
  defaultPrivacy: FieldPrivacy | 'UNKNOWN' | undefined
}): Decision<NewField> {
  const { fieldType = 'TEXT', socialType, defaultPrivacy = 'PRIVATE' } = input
  if (fieldType === 'UNKNOWN') return { refused: 'INCORRECT_FIELD_TYPE', data: { incorrectType: fieldType, correctType: 'TEXT' } }
  if (defaultPrivacy === 'UNKNOWN') return { refused: 'INCORRECT_FIELD_PRIVACY', data: { incorrectPrivacy: defaultPrivacy, correctPrivacy: 'PRIVATE' } }
  if (fieldType === 'SOCIAL' && (socialType === undefined || socialType === 'UNKNOWN'))
    return { refused: 'INVALID_FIELD_SOCIAL_TYPE', data: { invalidSocialType: socialType ?? 'UNKNOWN' } }
  return { ok: { name: input.name, fieldType, socialType: fieldType === 'SOCIAL' ? (socialType as SocialType) : null, defaultPrivacy } }
}

export interface FieldState extends NewField {
  fieldOrigin: FieldOrigin
  alwaysPrivate: boolean
}
/** A field after a change: custom fields change name, privacy and network, built-in fields only privacy; the type never changes. */
export function decideFieldChange(
  from: FieldState,
  input: {
    name?: string | undefined
    fieldType?: FieldType | 'UNKNOWN' | undefined
    socialType?: SocialType | 'UNKNOWN' | undefined
    defaultPrivacy?: FieldPrivacy | 'UNKNOWN' | undefined
  },
): Decision<NewField> {
  const { name = from.name, defaultPrivacy = from.defaultPrivacy, socialType } = input
  if (input.fieldType !== undefined && input.fieldType !== from.fieldType)
    return { refused: 'INCORRECT_FIELD_TYPE', data: { incorrectType: input.fieldType, correctType: from.fieldType } }
  if (from.fieldOrigin !== 'CUSTOM' && name !== from.name)
    return { refused: 'RESERVED_FIELD_NAME_NON_EDITABLE', data: { newName: name, currentName: from.name } }
  if (defaultPrivacy === 'UNKNOWN' || (from.alwaysPrivate && defaultPrivacy === 'PUBLIC'))
    return { refused: 'INCORRECT_FIELD_PRIVACY', data: { incorrectPrivacy: defaultPrivacy, correctPrivacy: 'PRIVATE' } }
  if (from.fieldType === 'SOCIAL' && socialType === 'UNKNOWN') return { refused: 'INVALID_FIELD_SOCIAL_TYPE', data: { invalidSocialType: 'UNKNOWN' } }
  const network = from.fieldType === 'SOCIAL' && socialType !== undefined ? (socialType as SocialType) : from.socialType
  return { ok: { name, fieldType: from.fieldType, socialType: network, defaultPrivacy } }
}

const hosts: Partial<Record<SocialType, { host: string; path: string }>> = {
  FACEBOOK: { host: 'facebook.com', path: '/' },
  INSTAGRAM: { host: 'instagram.com', path: '/' },
  LINKEDIN: { host: 'linkedin.com', path: '/in/' },
  TWITTER: { host: 'twitter.com', path: '/' },
  YOUTUBE: { host: 'youtube.com', path: '/@' },
  PINTEREST: { host: 'pinterest.com', path: '/' },
  TIKTOK: { host: 'tiktok.com', path: '/@' },
  DEVIANTART: { host: 'deviantart.com', path: '/' },
  SOUNDCLOUD: { host: 'soundcloud.com', path: '/' },
  TUMBLR: { host: 'tumblr.com', path: '/' },
  VIMEO: { host: 'vimeo.com', path: '/' },
  VKONTAKTE: { host: 'vk.com', path: '/' },
  ODNOKLASSNIKI: { host: 'ok.ru', path: '/' },
}
const hostAliases: Readonly<Record<string, SocialType>> = { 'x.com': 'TWITTER', 'youtu.be': 'YOUTUBE', 'fb.com': 'FACEBOOK' }

export type ValueError = 'TYPE' | 'URL'
/**
 * The value as it is stored, or its error. Social fields take a URL on the host of their network, or a
 * handle that becomes one: `@ann` in an INSTAGRAM field is stored as `https://instagram.com/ann`.
 */
export function parseFieldValue(
  field: { fieldType: FieldType; socialType?: SocialType | null | undefined },
  value: unknown,
): { ok: string | number } | { error: ValueError } {
  switch (field.fieldType) {
    case 'TEXT':
      return (typeof value === 'string' || typeof value === 'number') && String(value).length <= 1000 ? { ok: value } : { error: 'TYPE' }
    case 'NUMBER':
      return (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value.length <= 30 && /^-?\d+(\.\d+)?$/.test(value))
        ? { ok: value }
        : { error: 'TYPE' }
    case 'DATE':
      return typeof value === 'string' && isDate(value) ? { ok: value } : { error: 'TYPE' }
    case 'URL':
      return typeof value === 'string' && parseWebUrl(value) ? { ok: value } : { error: 'URL' }
    case 'SOCIAL': {
      if (typeof value !== 'string') return { error: 'URL' }
      const network = hosts[field.socialType ?? 'OTHER']
      const handle = /^@?([\w.-]{1,100})$/.exec(value)?.[1]
      if (network && handle && !(handle.includes('.') && value[0] !== '@' && parseWebUrl(`https://${value}`)?.hostname.endsWith(network.host)))
        return { ok: `https://${network.host}${network.path}${handle}` }
      const url = parseWebUrl(value)
      if (!url) return { error: 'URL' }
      const host = url.hostname.replace(/^(www|m|mobile)\./, '')
      return !network || host === network.host || host.endsWith(`.${network.host}`) || hostAliases[host] === field.socialType ? { ok: value } : { error: 'URL' }
    }
  }
}
function parseWebUrl(text: string): URL | undefined {
  if (text.length > 2048 || !/^https?:\/\/[^\s/]+\.[^\s/]+/.test(text) || !URL.canParse(text)) return undefined
  return new URL(text)
}
function isDate(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

export type GroupType = 'ROLE' | 'BADGE' | 'PRICING_PLAN' | 'MEMBER'
export interface Group {
  type: GroupType
  id: string
}
export interface Application {
  applications: readonly Group[]
  exclusions: readonly Group[]
}
const includesAny = (groups: readonly Group[], memberGroups: readonly Group[]): boolean =>
  groups.some((group) => memberGroups.some((one) => one.type === group.type && one.id === group.id))
/** Whether a field applies to a member of these groups. Without application it applies to all; an exclusion beats an application. */
export const appliesToGroups = (application: Application | undefined, memberGroups: readonly Group[]): boolean =>
  application === undefined ||
  (!includesAny(application.exclusions, memberGroups) && (application.applications.length === 0 || includesAny(application.applications, memberGroups)))

/** Suggestions besides the hidden fields. */
export const commonSuggestions: readonly { name: string; fieldType: FieldType; socialType?: SocialType; defaultPrivacy: FieldPrivacy }[] = [
  { name: 'Pronouns', fieldType: 'TEXT', defaultPrivacy: 'PUBLIC' },
  { name: 'Emergency contact', fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' },
  { name: 'Injuries or limits', fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' },
  { name: 'How did you find us?', fieldType: 'TEXT', defaultPrivacy: 'PRIVATE' },
  { name: 'Website', fieldType: 'URL', defaultPrivacy: 'PUBLIC' },
  { name: 'Instagram', fieldType: 'SOCIAL', socialType: 'INSTAGRAM', defaultPrivacy: 'PUBLIC' },
  { name: 'LinkedIn', fieldType: 'SOCIAL', socialType: 'LINKEDIN', defaultPrivacy: 'PUBLIC' },
]
