/** Custom fields: creates, changes, hides, orders and deletes them, and limits them to groups of members. Source: guide members §12. */
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'
import { decideFieldChange, decideNewField, MAX_FIELDS, sectionForType, type Application, type Group, type NewField } from '../rules/custom-fields.ts'
import { toSlug } from '../rules/slug.ts'
import * as store from '../store/custom-fields.ts'

type NewFieldInput = Omit<Parameters<typeof decideNewField>[0], never>
type FieldChangeInput = Parameters<typeof decideFieldChange>[1]

/** All fields, locked until commit, because names are unique and their number is limited per site. */
async function lockFields(ctx: TransactionContext): Promise<store.CustomField[]> {
  await store.lockFieldsOfSite(ctx)
  return store.listFields(ctx)
}
const getField = (fields: readonly store.CustomField[], id: string, revision: string | undefined): store.CustomField => {
  const field = fields.find((one) => one.id === id.toLowerCase()) ?? refuseStandard('NOT_FOUND')
  if (revision !== undefined && revision !== String(field.revision)) refuse('INVALID_REVISION', { revision })
  return field
}
const unwrapDecision = (decision: ReturnType<typeof decideNewField>): NewField => ('ok' in decision ? decision.ok : refuse(decision.refused, decision.data))
const MAX_NAME_LENGTH = 150
/** The name as it is stored. Trimming and Unicode normalization change its length, so it is checked again. */
function parseFieldName(rawName: string): string {
  const name = toPlainText(rawName)
  const at = { field: 'field.name', ruleName: '' }
  if (name === '') assertNoViolations([{ ...at, description: 'must have at least 1 character', violatedRule: 'MIN_LENGTH', data: { threshold: 1 } }])
  if ([...name].length > MAX_NAME_LENGTH)
    assertNoViolations([
      { ...at, description: `must have at most ${MAX_NAME_LENGTH} characters`, violatedRule: 'MAX_LENGTH', data: { threshold: MAX_NAME_LENGTH } },
    ])
  return name
}
const hasName = (name: string) => (field: store.CustomField) => field.name.toLowerCase() === name.toLowerCase()

/** A new field at the end of the order. Refuses with FIELD_NAME_ALREADY_EXISTS, TOO_MANY_FIELDS, or as the rule. */
export async function createField(ctx: TransactionContext, input: NewFieldInput): Promise<store.CustomField> {
  const fields = await lockFields(ctx)
  const made = unwrapDecision(decideNewField({ ...input, name: parseFieldName(input.name) }))
  if (fields.some(hasName(made.name))) refuse('FIELD_NAME_ALREADY_EXISTS', { name: made.name })
  const own = fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  if (own.length >= MAX_FIELDS) refuse('TOO_MANY_FIELDS', { maximum: MAX_FIELDS })
  const field: store.CustomField = {
    id: ctx.newId(),
    key: generateFieldKey(made.name, new Set(own.map((one) => one.key))),
    ...made,
    fieldOrigin: 'CUSTOM',
    section: sectionForType(made.fieldType),
    isHidden: false,
    alwaysPrivate: false,
    revision: 1,
  }
  await store.saveField(ctx, field, own.length)
  return getField(await store.listFields(ctx), field.id, undefined)
}
/** `custom.` and the name in ASCII letters; a number is appended when the key is taken. */
function generateFieldKey(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .split(/[\s-]+/)
    .map((word) => toSlug(word))
    .filter((word) => word !== 'member')
  const plain = `custom.${words.join('-') || 'field'}`
  for (let n = 1; ; n++) {
    const key = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(key)) return key
  }
}

/** Changes name, privacy and network. Refuses with NOT_FOUND, INVALID_REVISION, FIELD_NAME_ALREADY_EXISTS, or as the rule. */
export async function changeField(ctx: TransactionContext, id: string, revision: string, change: FieldChangeInput): Promise<store.CustomField> {
  const fields = await lockFields(ctx)
  const field = getField(fields, id, revision)
  const changed = unwrapDecision(decideFieldChange(field, { ...change, name: change.name === undefined ? undefined : parseFieldName(change.name) }))
  if (fields.some((one) => one.id !== field.id && hasName(changed.name)(one))) refuse('FIELD_NAME_ALREADY_EXISTS', { name: changed.name })
  await store.saveField(ctx, { ...field, ...changed, revision: field.revision + 1 })
  return getField(await store.listFields(ctx), field.id, undefined)
}

/** The field, if the owner created it; refuses for built-in fields. */
const assertCustomField = (field: store.CustomField): store.CustomField =>
  field.fieldOrigin === 'CUSTOM' ? field : refuse('RESERVED_FIELD_NAME_NON_EDITABLE', { newName: '', currentName: field.name })

/** Deletes a field with all its values. Refuses with NOT_FOUND, INVALID_REVISION, and built-in fields. */
export async function removeField(ctx: TransactionContext, id: string, revision: string): Promise<void> {
  await store.removeField(ctx, assertCustomField(getField(await lockFields(ctx), id, revision)))
}
/** Hides the field on profiles or shows it again; values stay. */
export async function setHidden(ctx: TransactionContext, id: string, revision: string, isHidden: boolean): Promise<store.CustomField> {
  const field = assertCustomField(getField(await lockFields(ctx), id, revision))
  const changed = { ...field, isHidden, revision: field.revision + 1 }
  if (field.isHidden !== isHidden) await store.saveField(ctx, changed)
  return field.isHidden === isHidden ? field : changed
}
/** The given fields come first in this order; the others keep theirs. */
export async function orderFields(ctx: TransactionContext, ids: readonly string[]): Promise<store.CustomField[]> {
  const fields = await lockFields(ctx)
  for (const id of ids) getField(fields, id, undefined)
  const own = fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  const rank = (field: store.CustomField): number => {
    const at = ids.findIndex((id) => id.toLowerCase() === field.id)
    return at < 0 ? ids.length : at
  }
  for (const [position, field] of own.toSorted((a, b) => rank(a) - rank(b)).entries()) await store.setFieldPosition(ctx, field.id, position)
  return store.listFields(ctx)
}

const uniqueGroups = (groups: readonly Group[]): Group[] => [...new Map(groups.map((group) => [`${group.type} ${group.id}`, group])).values()]
/** Limits a field to groups of members. Refuses with NOT_FOUND, APPLICATION_ALREADY_EXISTS. */
export async function createApplication(ctx: TransactionContext, fieldId: string, input: Application): Promise<store.CustomField> {
  const field = getField(await lockFields(ctx), fieldId, undefined)
  if (field.fieldOrigin !== 'CUSTOM') refuseStandard('NOT_FOUND')
  if (field.application) refuse('APPLICATION_ALREADY_EXISTS')
  const application = { applications: uniqueGroups(input.applications), exclusions: uniqueGroups(input.exclusions), revision: 1 }
  await store.saveApplication(ctx, field.id, application)
  return { ...field, application }
}
/** Changes the groups of a field; absent lists stay. Refuses with NOT_FOUND, INVALID_REVISION. */
export async function changeApplication(ctx: TransactionContext, fieldId: string, revision: string, input: Partial<Application>): Promise<store.CustomField> {
  const field = getField(await lockFields(ctx), fieldId, undefined)
  const from = field.application ?? refuseStandard('NOT_FOUND')
  if (revision !== String(from.revision)) refuse('INVALID_REVISION', { revision })
  const application = {
    applications: uniqueGroups(input.applications ?? from.applications),
    exclusions: uniqueGroups(input.exclusions ?? from.exclusions),
    revision: from.revision + 1,
  }
  await store.saveApplication(ctx, field.id, application)
  return { ...field, application }
}
/** Makes a field apply to all members again. Refuses with NOT_FOUND. */
export async function removeApplication(ctx: TransactionContext, fieldId: string): Promise<void> {
  const field = getField(await lockFields(ctx), fieldId, undefined)
  if (!field.application) refuseStandard('NOT_FOUND')
  await store.removeApplication(ctx, field.id)
}
