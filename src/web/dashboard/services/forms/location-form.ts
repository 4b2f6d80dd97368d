/** The form of a location, and the fields that changed. Pure. */
import type { InputOf } from '#web/operations.ts'
import type { Location } from '../../entities.ts'

export interface LocationForm {
  name: string
  address: string
  phone: string
  email: string
  isDefault: boolean
}
export type LocationChange = InputOf<'staff.updateLocation'>['body']['location']
export const newLocationForm: LocationForm = { name: '', address: '', phone: '', email: '', isDefault: false }
export const toLocationForm = (location: Location): LocationForm => ({
  name: location.name,
  address: location.address.formattedAddress,
  phone: location.phone ?? '',
  email: location.email ?? '',
  isDefault: location.default,
})
const toNullableText = (text: string): string | null => (text.trim() === '' ? null : text.trim())
/** Only what differs; undefined when both say the same. */
export function toLocationChange(before: LocationForm, after: LocationForm): LocationChange | undefined {
  const change: LocationChange = {
    ...(before.name === after.name ? {} : { name: after.name.trim() }),
    ...(before.address === after.address ? {} : { address: after.address.trim() }),
    ...(before.phone === after.phone ? {} : { phone: toNullableText(after.phone) }),
    ...(before.email === after.email ? {} : { email: toNullableText(after.email) }),
    ...(before.isDefault === after.isDefault ? {} : { default: after.isDefault }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
