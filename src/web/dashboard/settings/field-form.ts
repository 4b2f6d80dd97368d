/** A field of the members as the form holds it, and what changed. Pure. */
import type { ReplyOf } from '#web/operations.ts'

export type Field = ReplyOf<'customFields.listCustomFields'>['fields'][number]
export interface FieldForm {
  name: string
  fieldType: string
  socialType: string
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
export function toFieldChange(saved: Field, before: FieldForm, after: FieldForm): Record<string, unknown> | undefined {
  const change = {
    ...(before.name === after.name ? {} : { name: after.name.trim() }),
    ...(before.open === after.open ? {} : { defaultPrivacy: after.open ? 'PUBLIC' : 'PRIVATE' }),
    ...(before.socialType === after.socialType ? {} : { socialType: after.socialType }),
  }
  return Object.keys(change).length > 0 ? { ...change, id: saved.id, revision: saved.revision } : undefined
}
