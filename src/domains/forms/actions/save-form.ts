/** Creates, changes, copies and deletes forms. Source: guide services-and-availability §12.3. */
import { getSiteLanguage } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { json } from '#kit/db/open.ts'
import { translate, type LocalizedText } from '#kit/pure/languages.ts'
import type { FormInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { onFormDeleted } from '../hooks.ts'
import { findDefinitionProblems, type DefinitionProblem } from '../rules/definition.ts'
import { defaultFormId, type FormField, type FormKind } from '../rules/form.ts'
import * as store from '../store/forms.ts'
import { getBuiltInForm } from './find-form.ts'

const mostForms = 100

const descriptions: Readonly<Record<DefinitionProblem['problem'], string>> = {
  LABEL_MISSING: 'is required',
  TARGET_TAKEN: 'is the target of another field',
  TARGET_RESERVED: 'is a field of every booking form',
  OPTIONS_MISSING: 'must have at least 1 entries',
  OPTION_TAKEN: 'has a value twice',
  OPTION_LABEL_MISSING: 'needs a text for each choice',
  BOUNDS_CROSSED: 'must not be below the minimum',
  CONDITION_NOT_EARLIER: 'must name an earlier choice or consent',
  CONDITION_VALUES: 'must name values of that field',
}

function assertDefinition(fields: readonly FormField[]): void {
  assertNoViolations(
    findDefinitionProblems(fields).map(({ path, problem }) => ({
      field: path,
      description: descriptions[problem],
      violatedRule: problem === 'LABEL_MISSING' ? ('REQUIRED_FIELD' as const) : ('OTHER' as const),
      ruleName: problem,
    })),
  )
}

const toColumns = ({ name, fields, validityMonths }: FormInput, kind: string) => ({
  name: name.trim(),
  fields: json(fields),
  validityMonths: kind === 'INTAKE' ? (validityMonths ?? null) : null,
})

/** A new form. Refuses with TOO_MANY_FORMS; violates fields that cannot be asked. */
export async function createForm(ctx: TransactionContext, kind: FormKind, input: FormInput): Promise<store.FormRow> {
  assertDefinition(input.fields)
  if ((await store.listForms(ctx)).length >= mostForms) refuse('TOO_MANY_FORMS')
  return (await store.insertForm(ctx, { id: ctx.newId(), kind, ...toColumns(input, kind) })) as store.FormRow
}

/** The stored form; the default form is stored when it is first changed. Refuses with FORM_NOT_FOUND. */
async function getStoredForm(ctx: TransactionContext, id: string): Promise<store.FormRow> {
  const { kind, name, fields } = await getBuiltInForm(ctx)
  if (id === defaultFormId) await store.insertForm(ctx, { id, kind, name, fields: json(fields) })
  return (await store.formById(ctx, id)) ?? refuse('FORM_NOT_FOUND')
}

/** Changes name, fields and validity. Refuses with FORM_NOT_FOUND, FORM_CHANGED; violates fields that cannot be asked. */
export async function updateForm(ctx: TransactionContext, id: string, revision: string, input: FormInput): Promise<store.FormRow> {
  const before = await getStoredForm(ctx, id)
  if (revision !== String(before.revision)) refuse('FORM_CHANGED', { currentRevision: String(before.revision) })
  assertDefinition(input.fields)
  return (await store.updateForm(ctx, before, toColumns(input, before.kind))) ?? refuse('FORM_CHANGED')
}

/** Refuses with FORM_NOT_FOUND, DEFAULT_FORM_REQUIRED. */
export async function archiveForm(ctx: TransactionContext, id: string, archived: boolean): Promise<store.FormRow> {
  if (id === defaultFormId) refuse('DEFAULT_FORM_REQUIRED')
  const before = await getStoredForm(ctx, id)
  if ((before.archivedAt !== null) === archived) return before
  return (await store.updateForm(ctx, before, { archivedAt: archived ? ctx.now : null })) ?? refuse('FORM_CHANGED')
}

const copyName: LocalizedText = { message: 'Copy of {name}', de: 'Kopie von {name}', fr: 'Copie de {name}', es: 'Copia de {name}' }
const nameCopy = async (ctx: ReadContext, name: string): Promise<string> => translate(copyName, await getSiteLanguage(ctx), { name }).slice(0, 200)

/** A copy that nothing uses yet, named in the language of the site. Refuses with FORM_NOT_FOUND, TOO_MANY_FORMS. */
export async function cloneForm(ctx: TransactionContext, id: string): Promise<store.FormRow> {
  const { kind, name, fields, validityMonths } = await getStoredForm(ctx, id)
  return createForm(ctx, kind as FormKind, { name: await nameCopy(ctx, name), fields: fields as FormInput['fields'], validityMonths })
}

/** What was answered stays. Refuses with FORM_NOT_FOUND, DEFAULT_FORM_REQUIRED. */
export async function deleteForm(ctx: TransactionContext, id: string): Promise<void> {
  if (id === defaultFormId) refuse('DEFAULT_FORM_REQUIRED')
  await getStoredForm(ctx, id)
  await onFormDeleted.call(ctx, { formId: id })
  await store.deleteForm(ctx, id)
}

/** All forms, the default form first. */
export async function listForms(ctx: ReadContext): Promise<store.FormRow[]> {
  const stored = await store.listForms(ctx)
  const first = stored.find(({ id }) => id === defaultFormId) ?? { ...(await getBuiltInForm(ctx)), siteId: ctx.siteId, createdAt: ctx.now, updatedAt: ctx.now }
  return [first, ...stored.filter(({ id }) => id !== defaultFormId)]
}
