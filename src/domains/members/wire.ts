/** Member → wire entity, and what each field set contains. Source: guide members §2 and §3. */
import { toWireTime } from '#kit/pure/wire-time.ts'
import { rewritePictureUrls } from '#domains/media/public.ts'
import type { Member as WireMember } from './contract.ts'
import type { FieldSet } from './rules/privacy.ts'
import type { CustomField } from './store/custom-fields.ts'
import type { MemberRecord } from './store/members.ts'

const emptyToUndefined = (text: string): string | undefined => (text === '' ? undefined : text)

/** The member in a field set, with pictures at `origin`. `fields` are the custom fields of FULL. */
export function memberToWire(member: MemberRecord, fieldSet: FieldSet, origin: string, fields: readonly CustomField[] = []): WireMember {
  const { contact } = member
  const wire: WireMember = {
    id: member.id,
    contactId: member.contactId,
    status: 'UNKNOWN',
    privacyStatus: 'UNKNOWN',
    activityStatus: 'UNKNOWN',
    profile: {
      nickname: member.nickname,
      slug: member.slug,
      title: emptyToUndefined(member.title),
      photo: rewritePictureUrls(member.photo, origin) ?? undefined,
      cover: rewritePictureUrls(member.cover, origin) ?? undefined,
    },
    createdDate: toWireTime(member.createdAt),
    updatedDate: toWireTime(member.updatedAt),
  }
  if (fieldSet === 'PUBLIC') return wire
  // Assigned in place: copies of objects doubled the time of long lists.
  wire.loginEmail = member.loginEmail
  wire.status = member.status
  wire.privacyStatus = member.privacyStatus
  wire.activityStatus = member.activityStatus
  if (fieldSet === 'EXTENDED') return wire
  wire.loginEmailVerified = member.loginEmailVerified
  wire.lastLoginDate = member.lastLoginAt ? toWireTime(member.lastLoginAt) : undefined
  const shownFields = fields.filter((field) => field.key in contact.customValues)
  wire.contact = {
    contactId: contact.id,
    firstName: emptyToUndefined(contact.firstName),
    lastName: emptyToUndefined(contact.lastName),
    phones: contact.phones,
    emails: contact.emails,
    addresses: contact.addresses,
    birthdate: contact.birthdate ?? undefined,
    company: emptyToUndefined(contact.company),
    jobTitle: emptyToUndefined(contact.jobTitle),
    customFields: Object.fromEntries(shownFields.map((field) => [field.key, { name: field.name, value: contact.customValues[field.key] }])),
  }
  return wire
}
