/** All SQL on contacts: people who book or buy, members or not. */
import { sql, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json, writes } from '#kit/db/open.ts'
import { precompileQuery } from '#kit/db/precompiled-query.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type CursorMeta, type WireQuery } from '#kit/query/query.ts'
import { emailKey, emailKeys, type Address, type ContactData } from '../rules/contact.ts'
import { readSql } from '#kit/db/open.ts'

export interface ContactRecord extends ContactData {
  id: string
}
export const contactColumns = [
  'contact.firstName',
  'contact.lastName',
  'contact.phones',
  'contact.emails',
  'contact.addresses',
  'contact.birthdate',
  'contact.company',
  'contact.jobTitle',
  'contact.customValues',
] as const

const contacts = (ctx: ReadContext) => ctx.db.selectFrom('contact').where('contact.siteId', '=', ctx.siteId)
type ContactRow = {
  id: string
  firstName: string
  lastName: string
  phones: string[]
  emails: string[]
  addresses: unknown
  birthdate: Temporal.PlainDate | null
  company: string
  jobTitle: string
  customValues: unknown
}
const toContactRecord = (row: ContactRow): ContactRecord => ({
  ...row,
  addresses: row.addresses as Address[],
  birthdate: row.birthdate?.toString() ?? null,
  customValues: row.customValues as Record<string, unknown>,
})

export async function findContactById(ctx: ReadContext, id: string): Promise<ContactRecord | undefined> {
  if (!isGuid(id)) return undefined
  const row = await contacts(ctx)
    .where('contact.id', '=', id)
    .select(['contact.id', ...contactColumns])
    .executeTakeFirst()
  return row && toContactRecord(row)
}

/** Advisory lock per email until commit. */
export const lockEmail = (ctx: TransactionContext, email: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} ${emailKey(email)}`}, 20))`.execute(ctx.tx)

/** Whether the contact has the address, found by site and address first: one look at a key, whatever the statistics say. */
const hasEmail = (ctx: ReadContext, email: string) =>
  sql<SqlBool>`contact.id = any (array(select k.contact_id from contact_email k where k.site_id = ${ctx.siteId} and k.email_key = ${emailKey(email)}))`

/** The contact with this email, without provisional ones, and its active member. */
export async function findContactByEmail(ctx: ReadContext, email: string): Promise<{ contact: ContactRecord; memberId: string | null } | undefined> {
  const row = await contacts(ctx)
    .leftJoin('member', (join) =>
      join
        .onRef('member.siteId', '=', 'contact.siteId')
        .onRef('member.contactId', '=', 'contact.id')
        .on('member.status', '<>', 'OFFLINE')
        .on('member.deletedAt', 'is', null),
    )
    .where(hasEmail(ctx, email))
    .where('contact.isProvisional', '=', false)
    .select(['contact.id', ...contactColumns, 'member.id as memberId'])
    .orderBy(sql`member.id is null`)
    .orderBy('contact.createdAt')
    .executeTakeFirst()
  if (!row) return undefined
  const { memberId, ...contact } = row
  return { contact: toContactRecord(contact), memberId }
}

/** A person who books or buys, as entered. */
export interface Guest {
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  phone?: string | undefined
  /** The member who entered it; their login email means their own contact. */
  memberId?: string | undefined
}
interface GuestValues {
  siteId: string
  newId: string
  emailKey: string | null
  address: string | null
  firstName: string
  lastName: string
  phone: string | null
  memberId: string | null
  now: Temporal.Instant
}
const upsertGuest = precompileQuery(
  (of: GuestValues) => sql<{
    id: string
  }>`${writes('contact')} select upsert_guest_contact(${of.siteId}, ${of.newId}, ${of.emailKey}, ${of.address}, ${of.firstName}, ${of.lastName},
      ${of.phone}, cast(${of.memberId} as uuid), ${of.now}) as id`,
)
/** The id of the guest's contact, found or created. Pipelined: the caller goes on while the database works, and awaits the result later. */
export async function pipelineFindOrCreateContact(
  ctx: TransactionContext,
  { email, firstName, lastName, phone, memberId }: Guest,
): Promise<() => Promise<string>> {
  const address = email?.trim() || null
  const values = { siteId: ctx.siteId, newId: ctx.newId(), emailKey: address && emailKey(address), address, phone: phone || null, now: ctx.now }
  const result = await pipelineQuery(ctx.tx, upsertGuest({ ...values, firstName: firstName ?? '', lastName: lastName ?? '', memberId: memberId ?? null }))
  return async () => ((await result())[0] as { id: string }).id
}

export const contactValues = (contact: ContactData, loginEmail: string | undefined) => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  phones: contact.phones,
  emails: contact.emails,
  emailKeys: emailKeys([...contact.emails, ...(loginEmail === undefined ? [] : [loginEmail])]),
  addresses: json(contact.addresses),
  birthdate: contact.birthdate,
  company: contact.company,
  jobTitle: contact.jobTitle,
  customValues: json(contact.customValues),
})
export const insertContact = (
  ctx: TransactionContext,
  id: string,
  contact: ContactData,
  options: { loginEmail?: string | undefined; isProvisional?: boolean | undefined } = {},
): Promise<unknown> =>
  ctx.tx
    .insertInto('contact')
    .values({
      siteId: ctx.siteId,
      id,
      ...contactValues(contact, options.loginEmail),
      isProvisional: options.isProvisional ?? false,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
export const updateContact = (
  ctx: TransactionContext,
  id: string,
  contact: ContactData,
  options: { loginEmail?: string | undefined; isProvisional?: boolean | undefined } = {},
): Promise<unknown> =>
  ctx.tx
    .updateTable('contact')
    .set({
      ...contactValues(contact, options.loginEmail),
      ...(options.isProvisional !== undefined && { isProvisional: options.isProvisional }),
      updatedAt: ctx.now,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export const deleteContact = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('contact').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** A contact in the lists of the business, with its active member. */
export interface ListedContact extends ContactRecord {
  createdAt: Temporal.Instant
  memberId: string | null
  /** The login email of that member. */
  loginEmail: string | null
}
const selectListedContacts = (ctx: ReadContext) =>
  contacts(ctx)
    .where('contact.isProvisional', '=', false)
    .leftJoin('member', (join) =>
      join
        .onRef('member.siteId', '=', 'contact.siteId')
        .onRef('member.contactId', '=', 'contact.id')
        .on('member.status', '<>', 'OFFLINE')
        .on('member.deletedAt', 'is', null),
    )
    .select(['contact.id', ...contactColumns, 'contact.createdAt', 'member.id as memberId', 'member.loginEmail'])
type ListedRow = ContactRow & Pick<ListedContact, 'memberId' | 'loginEmail' | 'createdAt'>
const toListedContact = ({ memberId, loginEmail, createdAt, ...row }: ListedRow): ListedContact => ({
  ...toContactRecord(row),
  memberId,
  loginEmail,
  createdAt,
})

/** Contacts locked in a fixed order, without provisional and unknown ones. */
export async function lockContacts(ctx: TransactionContext, ids: readonly string[]): Promise<ListedContact[]> {
  const validIds = ids.filter(isGuid)
  if (validIds.length === 0) return []
  return (await selectListedContacts(ctx).where('contact.id', 'in', validIds).orderBy('contact.id').forUpdate('contact').execute()).map(toListedContact)
}

export async function findListedContact(ctx: ReadContext, id: string): Promise<ListedContact | undefined> {
  if (!isGuid(id)) return undefined
  const row = await selectListedContacts(ctx).where('contact.id', '=', id).executeTakeFirst()
  return row && toListedContact(row)
}

const GROUPS_PER_PAGE = 20
/** Cursor of the list of names: last name, newline, first name, both in lower case. */
const toNameCursor = ({ last, first }: { last: string; first: string }): string => `${last}\n${first}`
/**
 * Contacts that share first and last name, ignoring case, ordered by name, after a cursor. Two members
 * cannot be merged, so a group needs a contact without member.
 */
export async function findDuplicateNames(ctx: ReadContext, after: string | undefined): Promise<{ groups: ListedContact[][]; next: string | undefined }> {
  const [last = '', first = ''] = (after ?? '').split('\n')
  const { rows: names } = await readSql(
    ctx.db,
    sql<{ last: string; first: string }>`
    select lower(last_name) as last, lower(first_name) as first from contact
    where site_id = ${ctx.siteId} and not is_provisional and (first_name <> '' or last_name <> '')
      and (lower(last_name), lower(first_name)) > (${last}, ${first})
    group by lower(last_name), lower(first_name) having count(*) > 1
    order by lower(last_name), lower(first_name) limit ${GROUPS_PER_PAGE + 1}`,
  )
  const page = names.slice(0, GROUPS_PER_PAGE)
  if (page.length === 0) return { groups: [], next: undefined }
  const rows = await selectListedContacts(ctx)
    .where(sql<SqlBool>`(lower(contact.last_name), lower(contact.first_name)) in (${sql.join(page.map((name) => sql`(${name.last}, ${name.first})`))})`)
    .where(sql<SqlBool>`(contact.first_name <> '' or contact.last_name <> '')`)
    .select([sql<string>`lower(contact.last_name)`.as('last'), sql<string>`lower(contact.first_name)`.as('first')])
    .orderBy('contact.createdAt')
    .limit(GROUPS_PER_PAGE * 10)
    .execute()
  const groups = page.map((name) =>
    rows.filter((row) => row.last === name.last && row.first === name.first).map(({ last: _, first: __, ...row }) => toListedContact(row)),
  )
  return {
    groups: groups.filter((group) => group.some((one) => one.memberId === null) && group.length > 1),
    next: names.length > GROUPS_PER_PAGE ? toNameCursor(page.at(-1) as { last: string; first: string }) : undefined,
  }
}

const contactFields = {
  id: { type: 'id', column: 'contact.id', required: true },
  createdDate: { type: 'instant', column: 'contact.created_at', required: true, sort: true },
} satisfies Fields
/** Contacts whose names contain all words, or with this email; the latest first. */
export async function findContacts(
  ctx: ReadContext,
  search: string,
  paging: WireQuery['cursorPaging'],
): Promise<{ contacts: ListedContact[]; meta: CursorMeta }> {
  const query = readQuery(
    { cursorPaging: paging ?? null },
    {
      name: 'members.contacts',
      fields: contactFields,
      paging: 'cursor',
      path: '',
      defaultSort: [{ field: 'createdDate', order: 'DESC' }],
    },
  )
  // Erased contacts are left out.
  let found = selectListedContacts(ctx).where(
    sql<SqlBool>`(contact.first_name <> '' or contact.last_name <> '' or contact.email_keys <> '{}' or contact.phones <> '{}')`,
  )
  if (search.includes('@')) found = found.where(hasEmail(ctx, search))
  else
    for (const word of search.split(/\s+/).filter(Boolean)) {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      found = found.where(
        sql<SqlBool>`(plain_text(contact.first_name) like plain_text(${pattern}) or plain_text(contact.last_name) like plain_text(${pattern}))`,
      )
    }
  const { rows, meta } = await cursorPage(found, query)
  return { contacts: rows.map(toListedContact), meta }
}
