/** Finds a form; the default form exists on every site, stored or not. */
import type { ReadContext } from '#kit/api/context.ts'
import { defaultFormId, type FormField, type FormKind } from '../rules/form.ts'
import { formById } from '../store/forms.ts'

export interface FormDefinition {
  id: string
  kind: FormKind
  name: string
  fields: readonly FormField[]
  validityMonths: number | null
  archivedAt: ReadContext['now'] | null
  revision: number
}

/** The default form until the owner changes it: nothing beside the contact. */
export const builtInForm: FormDefinition = {
  id: defaultFormId,
  kind: 'BOOKING',
  name: 'Booking form',
  fields: [],
  validityMonths: null,
  archivedAt: null,
  revision: 1,
}

/** Undefined when it is not a form of this site. */
export const findForm = (ctx: ReadContext, id: string): Promise<FormDefinition | undefined> =>
  ctx.cache(['form'], `form ${id}`, async () => {
    const row = await formById(ctx, id)
    if (!row) return id === defaultFormId ? builtInForm : undefined
    return { ...row, kind: row.kind as FormKind, fields: row.fields as FormField[] }
  })
