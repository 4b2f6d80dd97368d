/** What the shape of a request to book cannot say about its fields. Source: guide bookings §3, §10.2. */
import { isEmailAddress } from '#kit/pure/email-address.ts'

/** UTF-8 bytes of JSON that one namespace of extended fields may hold. */
export const MAX_NAMESPACE_BYTES = 10_240
const NAMESPACE = /^(_user_fields|@[\w.-]+\/[\w.-]+)$/
/** Whether extended fields may be kept under the name: that of an app, or the one of the business itself. */
export const isNamespace = (name: string): boolean => name.length <= 164 && NAMESPACE.test(name)
/** Whether data of a namespace is small enough to be stored. */
export const fitsNamespace = (data: unknown): boolean => new TextEncoder().encode(JSON.stringify(data) ?? '').length <= MAX_NAMESPACE_BYTES

interface SentFields {
  /** As it will be stored: trimmed, of form or contact details. */
  email?: string | undefined
  additionalFields?: readonly { value?: string | null; valueType?: string | null }[] | null | undefined
  namespaces?: Readonly<Record<string, unknown>> | null | undefined
}
interface WrongField {
  /** Path within the booking. */
  field: string
  description: string
}

/** The fields that are no email address, no value of their type, or no extended fields of anyone. */
export function findWrongFields({ email, additionalFields, namespaces }: SentFields): WrongField[] {
  return [
    ...(email === undefined || isEmailAddress(email) ? [] : [{ field: 'contactDetails.email', description: 'must be a valid email address' }]),
    ...(additionalFields ?? []).flatMap(({ value, valueType }, at) =>
      valueType === 'CHECK_BOX' && value && value !== 'true' && value !== 'false'
        ? [{ field: `additionalFields[${at}].value`, description: 'must be "true" or "false"' }]
        : [],
    ),
    ...Object.entries(namespaces ?? {}).flatMap(([name, data]) => {
      const field = `extendedFields.namespaces.${name}`
      if (!isNamespace(name)) return [{ field, description: 'must be @name/name or _user_fields' }]
      return fitsNamespace(data) ? [] : [{ field, description: 'must be at most 10 KB' }]
    }),
  ]
}
