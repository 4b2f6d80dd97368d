/** The owner's fields: made, changed, hidden, ordered, removed, and given to some members only. Source: guide members 12. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { plainText } from '#kit/pure/plain-text.ts'
import { decideFieldChange, decideNewField, mostFields, sectionOf, type Application, type Group, type NewField } from '../rules/custom-fields.ts'
import { slugFrom } from '../rules/slug.ts'
import * as store from '../store/custom-fields.ts'

type Wish = Omit<Parameters<typeof decideNewField>[0], never>
type Change = Parameters<typeof decideFieldChange>[1]

/** All fields, locked until commit: names are unique and their number is limited across the site. */
async function lockedFields(ctx: Ctx): Promise<store.CustomField[]> {
  await store.lockFields(ctx)
  return store.allFields(ctx)
}
const found = (fields: readonly store.CustomField[], id: string, revision: string | undefined): store.CustomField => {
  const field = fields.find((one) => one.id === id.toLowerCase()) ?? refuseStandard('NOT_FOUND')
  if (revision !== undefined && revision !== String(field.revision)) refuse('INVALID_REVISION', { revision })
  return field
}
const settled = (decided: ReturnType<typeof decideNewField>): NewField => ('ok' in decided ? decided.ok : refuse(decided.refused, decided.data))
const LONGEST_NAME = 150
/** The name as it is kept. What was long enough as it came may be empty without its spaces, or longer once its letters are composed. */
function nameOf(sent: string): string {
  const name = plainText(sent)
  const at = { field: 'field.name', ruleName: '' }
  if (name === '') orViolate([{ ...at, description: 'must have at least 1 character', violatedRule: 'MIN_LENGTH', data: { threshold: 1 } }])
  if ([...name].length > LONGEST_NAME)
    orViolate([{ ...at, description: `must have at most ${LONGEST_NAME} characters`, violatedRule: 'MAX_LENGTH', data: { threshold: LONGEST_NAME } }])
  return name
}
const isNamed = (name: string) => (field: store.CustomField) => field.name.toLowerCase() === name.toLowerCase()

export async function createField(ctx: Ctx, wish: Wish): Promise<store.CustomField> {
  const fields = await lockedFields(ctx)
  const made = settled(decideNewField({ ...wish, name: nameOf(wish.name) }))
  if (fields.some(isNamed(made.name))) refuse('FIELD_NAME_ALREADY_EXISTS', { name: made.name })
  const own = fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  if (own.length >= mostFields) refuse('TOO_MANY_FIELDS', { maximum: mostFields })
  const field: store.CustomField = {
    id: ctx.newId(),
    key: freeKey(made.name, new Set(own.map((one) => one.key))),
    ...made,
    fieldOrigin: 'CUSTOM',
    section: sectionOf(made.fieldType),
    isHidden: false,
    alwaysPrivate: false,
    revision: 1,
  }
  await store.saveField(ctx, field, own.length)
  return found(await store.allFields(ctx), field.id, undefined)
}
/** `custom.` and the name in plain letters; two names that read alike get a number. */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .split(/[\s-]+/)
    .map((word) => slugFrom(word))
    .filter((word) => word !== 'member')
  const plain = `custom.${words.join('-') || 'field'}`
  for (let n = 1; ; n++) {
    const key = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(key)) return key
  }
}

export async function changeField(ctx: Ctx, id: string, revision: string, change: Change): Promise<store.CustomField> {
  const fields = await lockedFields(ctx)
  const field = found(fields, id, revision)
  const to = settled(decideFieldChange(field, { ...change, name: change.name === undefined ? undefined : nameOf(change.name) }))
  if (fields.some((one) => one.id !== field.id && isNamed(to.name)(one))) refuse('FIELD_NAME_ALREADY_EXISTS', { name: to.name })
  await store.saveField(ctx, { ...field, ...to, revision: field.revision + 1 })
  return found(await store.allFields(ctx), field.id, undefined)
}

/** The own field, or the refusal that a field of every site stays. */
const ownField = (field: store.CustomField): store.CustomField =>
  field.fieldOrigin === 'CUSTOM' ? field : refuse('RESERVED_FIELD_NAME_NON_EDITABLE', { newName: '', currentName: field.name })

export async function removeField(ctx: Ctx, id: string, revision: string): Promise<void> {
  await store.removeField(ctx, ownField(found(await lockedFields(ctx), id, revision)))
}
/** Off the profiles, or back on them; the values stay. */
export async function setHidden(ctx: Ctx, id: string, revision: string, isHidden: boolean): Promise<store.CustomField> {
  const field = ownField(found(await lockedFields(ctx), id, revision))
  const changed = { ...field, isHidden, revision: field.revision + 1 }
  if (field.isHidden !== isHidden) await store.saveField(ctx, changed)
  return field.isHidden === isHidden ? field : changed
}
/** The named fields come first, in this order; the others follow in theirs. */
export async function orderFields(ctx: Ctx, ids: readonly string[]): Promise<store.CustomField[]> {
  const fields = await lockedFields(ctx)
  for (const id of ids) found(fields, id, undefined)
  const own = fields.filter((field) => field.fieldOrigin === 'CUSTOM')
  const rank = (field: store.CustomField): number => {
    const at = ids.findIndex((id) => id.toLowerCase() === field.id)
    return at < 0 ? ids.length : at
  }
  for (const [position, field] of own.toSorted((a, b) => rank(a) - rank(b)).entries()) await store.placeField(ctx, field.id, position)
  return store.allFields(ctx)
}

const unique = (groups: readonly Group[]): Group[] => [...new Map(groups.map((group) => [`${group.type} ${group.id}`, group])).values()]
export async function createApplication(ctx: Ctx, fieldId: string, wish: Application): Promise<store.CustomField> {
  const field = found(await lockedFields(ctx), fieldId, undefined)
  if (field.fieldOrigin !== 'CUSTOM') refuseStandard('NOT_FOUND')
  if (field.application) refuse('APPLICATION_ALREADY_EXISTS')
  const application = { applications: unique(wish.applications), exclusions: unique(wish.exclusions), revision: 1 }
  await store.saveApplication(ctx, field.id, application)
  return { ...field, application }
}
export async function changeApplication(ctx: Ctx, fieldId: string, revision: string, wish: Partial<Application>): Promise<store.CustomField> {
  const field = found(await lockedFields(ctx), fieldId, undefined)
  const from = field.application ?? refuseStandard('NOT_FOUND')
  if (revision !== String(from.revision)) refuse('INVALID_REVISION', { revision })
  const application = {
    applications: unique(wish.applications ?? from.applications),
    exclusions: unique(wish.exclusions ?? from.exclusions),
    revision: from.revision + 1,
  }
  await store.saveApplication(ctx, field.id, application)
  return { ...field, application }
}
export async function removeApplication(ctx: Ctx, fieldId: string): Promise<void> {
  const field = found(await lockedFields(ctx), fieldId, undefined)
  if (!field.application) refuseStandard('NOT_FOUND')
  await store.removeApplication(ctx, field.id)
}
