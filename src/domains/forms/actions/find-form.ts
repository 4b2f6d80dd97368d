/** Finds a form; the default form exists on every site, stored or not. */
import { getSiteLanguage } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { translate, type LocalizedText } from '#kit/pure/languages.ts'
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

const builtInName: LocalizedText = { message: 'Booking form', de: 'Buchungsformular', fr: 'Formulaire de réservation', es: 'Formulario de reserva' }

/** The default form until the owner changes it: nothing beside the contact, named in the language of the site. */
export async function getBuiltInForm(ctx: ReadContext): Promise<FormDefinition> {
  return {
    id: defaultFormId,
    kind: 'BOOKING',
    name: translate(builtInName, await getSiteLanguage(ctx)),
    fields: [],
    validityMonths: null,
    archivedAt: null,
    revision: 1,
  }
}

/** Undefined when it is not a form of this site. */
export const findForm = (ctx: ReadContext, id: string): Promise<FormDefinition | undefined> =>
  ctx.cache(['form', 'site'], `form ${id}`, async () => {
    const row = await formById(ctx, id)
    if (!row) return id === defaultFormId ? getBuiltInForm(ctx) : undefined
    return { ...row, kind: row.kind as FormKind, fields: row.fields as FormField[] }
  })
