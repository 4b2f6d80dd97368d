/** All SQL on custom fields and their applications. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import {
  appliesToGroups,
  builtInFields,
  sectionForType,
  type Application,
  type FieldOrigin,
  type FieldPrivacy,
  type FieldSection,
  type FieldType,
  type Group,
} from '../rules/custom-fields.ts'
import type { SocialType } from '../rules/social-codes.ts'

export interface CustomField {
  id: string
  key: string
  name: string
  fieldType: FieldType
  socialType: SocialType | null
  fieldOrigin: FieldOrigin
  section: FieldSection
  defaultPrivacy: FieldPrivacy
  isHidden: boolean
  alwaysPrivate: boolean
  revision: number
  createdDate?: string | undefined
  updatedDate?: string | undefined
  /** To whom it applies; undefined: to all members. */
  application?: (Application & { revision: number }) | undefined
}

const selectFields = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('memberCustomField as field')
    .leftJoin('memberCustomFieldApplication as application', (join) =>
      join.onRef('application.siteId', '=', 'field.siteId').onRef('application.customFieldId', '=', 'field.id'),
    )
    .where('field.siteId', '=', ctx.siteId)
    .select([
      'field.id',
      'field.key',
      'field.name',
      'field.fieldType',
      'field.socialType',
      'field.fieldOrigin',
      'field.defaultPrivacy',
      'field.isHidden',
      'field.revision',
      'field.createdAt',
      'field.updatedAt',
      'application.applications',
      'application.exclusions',
      'application.revision as applicationRevision',
    ])
    .orderBy('field.position')
    .orderBy('field.createdAt')
    .orderBy('field.id')
type Row = Awaited<ReturnType<ReturnType<typeof selectFields>['execute']>>[number]

const toCustomField = (row: Row): CustomField => {
  const builtIn = builtInFields.find((field) => field.id === row.id)
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    fieldType: row.fieldType as FieldType,
    socialType: row.socialType as SocialType | null,
    fieldOrigin: row.fieldOrigin as FieldOrigin,
    section: builtIn?.section ?? sectionForType(row.fieldType as FieldType),
    defaultPrivacy: row.defaultPrivacy as FieldPrivacy,
    isHidden: row.isHidden,
    alwaysPrivate: builtIn?.alwaysPrivate ?? false,
    revision: row.revision,
    createdDate: row.createdAt.toString({ smallestUnit: 'millisecond' }),
    updatedDate: row.updatedAt.toString({ smallestUnit: 'millisecond' }),
    application:
      row.applicationRevision === null
        ? undefined
        : { applications: row.applications as Group[], exclusions: row.exclusions as Group[], revision: row.applicationRevision },
  }
}

/** The custom fields in their order, hidden ones included. */
export const listCustomFields = async (ctx: ReadContext): Promise<CustomField[]> =>
  (await selectFields(ctx).where('field.fieldOrigin', '=', 'CUSTOM').execute()).map(toCustomField)

/** Fields whose values are shown and written. */
export const listVisibleCustomFields = async (ctx: ReadContext): Promise<CustomField[]> =>
  (await ctx.cache(['member_custom_field', 'member_custom_field_application', 'site'], 'custom fields', () => listCustomFields(ctx))).filter(
    (field) => !field.isHidden,
  )

/** All fields: built-in fields with the owner's changes, then custom fields. */
export async function listFields(ctx: ReadContext): Promise<CustomField[]> {
  const rows = (await selectFields(ctx).execute()).map(toCustomField)
  const builtIn = builtInFields.map(
    (field): CustomField => rows.find((row) => row.id === field.id) ?? { ...field, socialType: null, isHidden: false, revision: 1 },
  )
  return [...builtIn, ...rows.filter((row) => row.fieldOrigin === 'CUSTOM')]
}

/** Advisory lock per site until commit. */
export const lockFieldsOfSite = (ctx: TransactionContext): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} members.custom-fields`}, 20))`.execute(ctx.tx)

/** Inserts or updates the field. */
export const saveField = (ctx: TransactionContext, field: CustomField, position?: number): Promise<unknown> => {
  const change = {
    name: field.name,
    socialType: field.socialType,
    defaultPrivacy: field.defaultPrivacy,
    isHidden: field.isHidden,
    revision: field.revision,
    updatedAt: ctx.now,
  }
  return ctx.tx
    .insertInto('memberCustomField')
    .values({
      siteId: ctx.siteId,
      id: field.id,
      key: field.key,
      fieldType: field.fieldType,
      fieldOrigin: field.fieldOrigin,
      position: position ?? 0,
      createdAt: ctx.now,
      ...change,
    })
    .onConflict((oc) => oc.columns(['siteId', 'id']).doUpdateSet(change))
    .execute()
}
export const setFieldPosition = (ctx: TransactionContext, id: string, position: number): Promise<unknown> =>
  ctx.tx.updateTable('memberCustomField').set({ position }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Deletes the field and all its values. */
export async function removeField(ctx: TransactionContext, field: CustomField): Promise<void> {
  await ctx.tx.deleteFrom('memberCustomField').where('siteId', '=', ctx.siteId).where('id', '=', field.id).execute()
  await sql`${writes('contact')} update contact set custom_values = custom_values - ${field.key}::text where site_id = ${ctx.siteId} and custom_values ? ${field.key}::text`.execute(
    ctx.tx,
  )
}

export const saveApplication = (
  ctx: TransactionContext,
  fieldId: string,
  { applications, exclusions, revision }: Application & { revision: number },
): Promise<unknown> => {
  const change = { applications: json(applications), exclusions: json(exclusions), revision }
  return ctx.tx
    .insertInto('memberCustomFieldApplication')
    .values({ siteId: ctx.siteId, customFieldId: fieldId, ...change })
    .onConflict((oc) => oc.columns(['siteId', 'customFieldId']).doUpdateSet(change))
    .execute()
}
export const removeApplication = async (ctx: TransactionContext, fieldId: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('memberCustomFieldApplication').where('siteId', '=', ctx.siteId).where('customFieldId', '=', fieldId).execute())

/** The fields that apply to a member of these groups. */
export const filterApplicableFields = (fields: readonly CustomField[], memberGroups: readonly Group[]): CustomField[] =>
  fields.filter((field) => appliesToGroups(field.application, memberGroups))
