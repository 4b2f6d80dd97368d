/** A field of the members as the form holds it, and what changed. Pure. */
import type { InputOf, ReplyOf } from '#web/operations.ts'

export type Field = ReplyOf<'customFields.listCustomFields'>['fields'][number]
type FieldChange = InputOf<'customFields.updateCustomField'>['body']['field']
export interface FieldForm {
  name: string
  fieldType: Field['fieldType']
  socialType: NonNullable<Field['socialType']>
  /** Others see the answers on open profiles. */
  open: boolean
}
export const toFieldForm = (field: Field | undefined): FieldForm => ({
  name: field?.name ?? '',
  fieldType: field?.fieldType ?? 'TEXT',
  socialType: field?.socialType ?? 'INSTAGRAM',
  open: field?.defaultPrivacy === 'PUBLIC',
})
/** Only what differs; undefined when both say the same. */
export function toFieldChange(saved: Field, before: FieldForm, after: FieldForm): FieldChange | undefined {
  const change: Omit<FieldChange, 'revision'> = {
    ...(before.name === after.name ? {} : { name: after.name.trim() }),
    ...(before.open === after.open ? {} : { defaultPrivacy: after.open ? 'PUBLIC' : 'PRIVATE' }),
    ...(before.socialType === after.socialType ? {} : { socialType: after.socialType }),
  }
  return Object.keys(change).length > 0 ? { ...change, revision: saved.revision } : undefined
}
