/** Members who come from elsewhere, and members as CSV. Source: guide members §7.1, §21. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { csvReply, EXPORT_PAGE_ROWS, readPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import type { PostalAddress } from '#kit/pure/postal-address.ts'
import { assertNoViolations, refuseViolation } from '#kit/api/refusal.ts'
import { createMemberIdentity } from '../hooks.ts'
import { applyMemberChange, isSame, type Editable, type FieldError, type MemberChangeContext } from '../rules/member-change.ts'
import { emptyContact } from '../rules/contact.ts'
import { listVisibleCustomFields } from '../store/custom-fields.ts'
import * as store from '../store/members.ts'
import { createMember } from './create-member.ts'
import { loadChangeContext, updateMember } from './update-member.ts'

/** A person as another system knew them; what it did not know is absent. */
export interface ImportedMember {
  loginEmail: string
  firstName?: string | undefined
  lastName?: string | undefined
  nickname?: string | undefined
  phone?: string | undefined
  /** YYYY-MM-DD */
  birthdate?: string | undefined
  company?: string | undefined
  jobTitle?: string | undefined
  address?: PostalAddress | undefined
  /** From another system; verified at the first sign-in and then replaced. */
  passwordHash?: string | undefined
  /** Name of the field, in any case → value. */
  customFields?: Readonly<Record<string, string>>
}

type Fields = Awaited<ReturnType<typeof listVisibleCustomFields>>
const newMember: Editable = { profile: { nickname: '', title: '', photo: null, cover: null }, contact: emptyContact }
/** What was given, as a change of a member. */
const toMemberInput = (input: ImportedMember, fields: Fields) => ({
  profile: { nickname: input.nickname },
  contact: {
    firstName: input.firstName,
    lastName: input.lastName,
    phones: input.phone ? [input.phone] : undefined,
    birthdate: input.birthdate,
    company: input.company,
    jobTitle: input.jobTitle,
    addresses: input.address ? [input.address] : undefined,
    customFields: toCustomValues(input, fields),
  },
})
const toCustomValues = (input: ImportedMember, fields: readonly { key: string; name: string }[]): Record<string, { value: string }> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.entries(input.customFields ?? {}).find(([name]) => name.toLowerCase() === field.name.toLowerCase())?.[1]
      return value === undefined ? [] : [[field.key, { value }]]
    }),
  )
/** The errors as one sentence; custom fields by their names. */
const describeFieldErrors = (errors: readonly FieldError[], fields: Fields): string =>
  errors.map(({ field, description }) => `${fields.find(({ key }) => field.endsWith(key))?.name ?? field.split('.').at(-1) ?? field} ${description}`).join('; ')

/** What is wrong with a person: as the violation that `importMember` throws. */
const toImportProblem = (errors: readonly FieldError[], fields: Fields) => ({
  code: 'MEMBER_INVALID',
  description: describeFieldErrors(errors, fields),
  data: { fields: errors.map(({ field }) => field) },
})
type ImportProblem = ReturnType<typeof toImportProblem>

/** Says what is wrong with people who are to be imported, before anyone is: one answer for each, undefined for a fine one. */
export async function openImportCheck(ctx: ReadContext): Promise<(input: ImportedMember) => ImportProblem | undefined> {
  const fields = await listVisibleCustomFields(ctx)
  const context: MemberChangeContext = await loadChangeContext(ctx, {}, 'drop')
  return (input) => {
    const { errors } = applyMemberChange(newMember, toMemberInput(input, fields), context)
    return errors.length > 0 ? toImportProblem(errors, fields) : undefined
  }
}

/**
 * Imports one person as if the owner had added this member; a person with this email who is a member already stays as they are, or gets
 * what is given. Violates what is wrong. Source: guide members §7.1.
 */
export async function importMember(
  ctx: TransactionContext,
  input: ImportedMember,
  { updates }: { updates: boolean },
): Promise<{ id: string; outcome: 'CREATED' | 'UPDATED' | 'UNCHANGED' }> {
  const fields = await listVisibleCustomFields(ctx)
  const existing = await store.findMemberByEmail(ctx, input.loginEmail)
  if (existing) return updates ? updateExisting(ctx, existing, input, fields) : { id: existing.id, outcome: 'UNCHANGED' }
  const { to, errors } = applyMemberChange(newMember, toMemberInput(input, fields), await loadChangeContext(ctx, {}, 'drop'))
  if (errors.length > 0) {
    const { code, description, data } = toImportProblem(errors, fields)
    refuseViolation({ field: 'member', description, violatedRule: 'VALIDATION', ruleName: code, data })
  }
  const id = ctx.newId()
  const member = await createMember(ctx, {
    id,
    loginEmail: input.loginEmail,
    status: 'APPROVED',
    profile: { nickname: to.profile.nickname || undefined },
    contact: to.contact,
  })
  await createMemberIdentity.call(ctx, { memberId: id, loginEmail: member.loginEmail, passwordHash: input.passwordHash || undefined })
  return { id, outcome: 'CREATED' }
}

/** An address as the cells of a table: a street in two parts is one line. */
const toAddressCells = (address: PostalAddress | undefined): (string | undefined)[] => {
  const street = [address?.streetAddress?.name, address?.streetAddress?.number].filter(Boolean).join(' ')
  return [address?.addressLine ?? street, address?.addressLine2, address?.city, address?.subdivision, address?.postalCode, address?.country]
}
/** Whether two addresses read the same, whatever their ids: an export that is imported again adds none. */
const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean => toAddressCells(one).join('\n') === toAddressCells(other).join('\n')

/** Further phone numbers and addresses stay; a password is never replaced. */
async function updateExisting(
  ctx: TransactionContext,
  member: store.MemberRecord,
  input: ImportedMember,
  fields: Fields,
): Promise<{ id: string; outcome: 'UPDATED' | 'UNCHANGED' }> {
  const isKnownPhone = input.phone !== undefined && member.contact.phones.includes(input.phone)
  const phones = input.phone === undefined || isKnownPhone ? undefined : [input.phone, ...member.contact.phones]
  const { address } = input
  const isKnownAddress = address !== undefined && member.contact.addresses.some((one) => isSameAddress(one, address))
  const addresses = address === undefined || isKnownAddress ? undefined : [address, ...member.contact.addresses]
  const change = toMemberInput(input, fields)
  const after = await updateMember(ctx, member, { ...change, contact: { ...change.contact, phones, addresses } } as Parameters<typeof updateMember>[2])
  const before = { profile: { ...newMember.profile, nickname: member.nickname }, contact: member.contact } as Editable
  const now = { profile: { ...newMember.profile, nickname: after.nickname }, contact: after.contact } as Editable
  return { id: member.id, outcome: isSame(before, now) ? 'UNCHANGED' : 'UPDATED' }
}

/** A row of an import that an earlier version began. */
export interface FormerImportRow {
  line: number
  member?: Required<ImportedMember>
  problem?: string
}
/** Brings in a row as the earlier version would have. Violates a row that has a problem, and people who are members already. */
export async function importFormerRow(ctx: TransactionContext, { member, line, problem }: FormerImportRow): Promise<void> {
  const reject = (description: string) => assertNoViolations([{ field: `line ${line}`, description, violatedRule: 'VALIDATION', data: { line } }])
  if (!member) return reject(problem ?? 'is empty')
  const { outcome } = await importMember(ctx, member, { updates: false })
  if (outcome === 'UNCHANGED') reject(`${member.loginEmail} is a member already`)
}

/** The first address of a member, in columns that an import reads again. */
const addressColumns = ['Street and number', 'Address line 2', 'City', 'State or region', 'Postal code', 'Country']

/** All members except disconnected ones, oldest first, as CSV with one column per custom field. Who joins meanwhile comes at the end. */
export async function exportMembers(ctx: ReadContext): Promise<StreamedReply> {
  const fields = await listVisibleCustomFields(ctx)
  const head = [
    'Email',
    'First name',
    'Last name',
    'Nickname',
    'Phone',
    'Birth date',
    'Company',
    'Job title',
    ...addressColumns,
    'Status',
    'Member since',
    'Last sign-in',
    ...fields.map((field) => field.name),
  ]
  return csvReply('members.csv', {
    head,
    pages: readPages<store.MemberRecord>((last) => store.listMembersAfter(ctx, last, EXPORT_PAGE_ROWS)),
    toCells: (member) => csvRow(member, fields),
    readBy: 'spreadsheets',
  })
}
const csvRow = ({ contact, ...member }: store.MemberRecord, fields: Fields) => [
  member.loginEmail,
  contact.firstName,
  contact.lastName,
  member.nickname,
  contact.phones[0],
  contact.birthdate,
  contact.company,
  contact.jobTitle,
  ...toAddressCells(contact.addresses[0]),
  member.status,
  member.createdAt.toString({ smallestUnit: 'second' }),
  member.lastLoginAt?.toString({ smallestUnit: 'second' }),
  ...fields.map(({ key }) => (contact.customValues[key] === undefined ? '' : String(contact.customValues[key]))),
]
