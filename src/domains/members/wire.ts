/** Member ↔ its form on the wire, and what each field set shows. Source: guide members 2 and 3. */
import { wireTime } from '#kit/pure/wire-time.ts'
import { atOrigin } from '#domains/media/public.ts'
import type { Member as WireMember } from './contract.ts'
import type { FieldSet } from './rules/privacy.ts'
import type { CustomField } from './store/custom-fields.ts'
import type { MemberRecord } from './store/members.ts'

const given = (text: string): string | undefined => (text === '' ? undefined : text)

/** The member as the field set shows it, its pictures at `origin`. `fields` name the custom values of FULL. */
export function memberToWire(member: MemberRecord, set: FieldSet, origin: string, fields: readonly CustomField[] = []): WireMember {
  const { contact } = member
  const open: WireMember = {
    id: member.id,
    contactId: member.contactId,
    status: 'UNKNOWN',
    privacyStatus: 'UNKNOWN',
    activityStatus: 'UNKNOWN',
    profile: {
      nickname: member.nickname,
      slug: member.slug,
      title: given(member.title),
      photo: atOrigin(member.photo, origin) ?? undefined,
      cover: atOrigin(member.cover, origin) ?? undefined,
    },
    createdDate: wireTime(member.createdAt),
    updatedDate: wireTime(member.updatedAt),
  }
  if (set === 'PUBLIC') return open
  // Added in place: lists make many of these, and copies cost as much as all the rest.
  open.loginEmail = member.loginEmail
  open.status = member.status
  open.privacyStatus = member.privacyStatus
  open.activityStatus = member.activityStatus
  if (set === 'EXTENDED') return open
  open.loginEmailVerified = member.loginEmailVerified
  open.lastLoginDate = member.lastLoginAt ? wireTime(member.lastLoginAt) : undefined
  const asked = fields.filter((field) => field.key in contact.customValues)
  open.contact = {
    contactId: contact.id,
    firstName: given(contact.firstName),
    lastName: given(contact.lastName),
    phones: contact.phones,
    emails: contact.emails,
    addresses: contact.addresses,
    birthdate: contact.birthdate ?? undefined,
    company: given(contact.company),
    jobTitle: given(contact.jobTitle),
    customFields: Object.fromEntries(asked.map((field) => [field.key, { name: field.name, value: contact.customValues[field.key] }])),
  }
  return open
}
