/** The form of a staff member, and the fields that changed. Pure. */
import type { InputOf } from '#web/operations.ts'
import type { StaffMember } from '../../entities.ts'

export interface StaffForm {
  name: string
  email: string
  phone: string
  description: string
  picture: { id?: string; url: string } | undefined
}
export type StaffChange = InputOf<'staff.updateStaffMember'>['body']['staffMember']

export const newStaffForm: StaffForm = { name: '', email: '', phone: '', description: '', picture: undefined }
export const toStaffForm = (person: StaffMember): StaffForm => ({
  name: person.name,
  email: person.email ?? '',
  phone: person.phone ?? '',
  description: person.description ?? '',
  picture: (person.mainMedia as { image?: { id?: string; url: string } } | undefined)?.image,
})

const toNullableText = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** Only the fields that differ; an emptied field is removed. Undefined without differences. */
export function toStaffChange(saved: Pick<StaffMember, 'revision'> | undefined, before: StaffForm, after: StaffForm): StaffChange | undefined {
  const change: StaffChange = {
    ...(before.name === after.name ? {} : { name: after.name.trim() }),
    ...(before.email === after.email ? {} : { email: toNullableText(after.email) }),
    ...(before.phone === after.phone ? {} : { phone: toNullableText(after.phone) }),
    ...(before.description === after.description ? {} : { description: toNullableText(after.description) }),
    ...(before.picture?.url === after.picture?.url ? {} : { mainMedia: after.picture ? { image: after.picture } : null }),
  }
  return Object.keys(change).length > 0 ? { ...change, ...(saved ? { revision: saved.revision } : {}) } : undefined
}
