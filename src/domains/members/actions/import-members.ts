/** Import and export of members as CSV. Source: guide members §7.1, §21. */
import { parse } from 'csv-parse/sync'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { toCsv, toCsvRows } from '#kit/pure/csv.ts'
import { assertNoViolations, refuseViolation } from '#kit/api/refusal.ts'
import { createMemberIdentity } from '../hooks.ts'
import { applyMemberChange, type MemberChangeContext, type FieldError } from '../rules/member-change.ts'
import { emptyContact } from '../rules/contact.ts'
import { guessMapping, parseImportRows, type ImportedMember, type ImportMapping, type ImportRow, type TableRow } from '../rules/import.ts'
import { listVisibleCustomFields } from '../store/custom-fields.ts'
import * as store from '../store/members.ts'
import { startBulkJob } from './start-bulk-job.ts'
import { createMember } from './create-member.ts'
import { loadChangeContext } from './update-member.ts'

interface ImportInput {
  csv: string
  mapping?: ImportMapping | undefined
}
const MAX_PROBLEMS = 100

/** Parses the table. The separator is the one that is more frequent in the header. */
function parseTable(csv: string): { columns: string[]; rows: TableRow[] } {
  const header = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = header.split(';').length > header.split(',').length ? ';' : ','
  try {
    // With `info` the parser answers each record with its place, which its types leave out.
    const parsed = parse(csv, { bom: true, delimiter, skipEmptyLines: true, relaxColumnCount: true, trim: true, info: true }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    const [head, ...rows] = parsed.map(({ record, info }) => ({ values: record, line: info.lines }))
    return { columns: head?.values ?? [], rows }
  } catch (error) {
    return refuseViolation({ field: 'csv', description: `can't be read as a table: ${(error as Error).message}`, violatedRule: 'FORMAT', data: {} })
  }
}
async function readImport(ctx: ReadContext, input: ImportInput): Promise<{ columns: string[]; mapping: ImportMapping; rows: ImportRow[] }> {
  const { columns, rows } = parseTable(input.csv)
  const mapping =
    input.mapping ??
    guessMapping(
      columns,
      (await listVisibleCustomFields(ctx)).map((field) => field.name),
    )
  if (!Object.values(mapping).includes('loginEmail'))
    assertNoViolations([{ field: 'mapping', description: 'must say which column holds the email', violatedRule: 'REQUIRED_FIELD', data: {} }])
  return { columns, mapping, rows: parseImportRows(columns, rows, mapping) }
}

/** What an import would do: a dry run. */
export async function previewImport(ctx: ReadContext, input: ImportInput) {
  const { columns, rows: table } = parseTable(input.csv)
  const mapping =
    input.mapping ??
    guessMapping(
      columns,
      (await listVisibleCustomFields(ctx)).map((field) => field.name),
    )
  const rows = parseImportRows(columns, table, mapping)
  const taken = await store.findTakenEmails(
    ctx,
    rows.flatMap((row) => row.member?.loginEmail ?? []),
  )
  const fields = await listVisibleCustomFields(ctx)
  const context = await loadChangeContext(ctx, {}, 'drop')
  const problems = rows.flatMap(({ line, member, problem: parseProblem }) => {
    const duplicate = member && taken.has(member.loginEmail.toLowerCase()) ? `${member.loginEmail} is a member already` : undefined
    const problem = parseProblem ?? duplicate ?? (member && describeFieldErrors(toMemberChange(member, fields, context).errors, fields))
    return problem ? [{ line, problem }] : []
  })
  return {
    columns,
    mapping,
    rows: rows.length,
    problemCount: problems.length,
    problems: problems.slice(0, MAX_PROBLEMS),
    // Password hashes are never shown, not even to those who sent them.
    sample: table
      .slice(0, 5)
      .map(({ values }) =>
        Object.fromEntries(columns.map((column, place) => [column, mapping[column] === 'passwordHash' && values[place] ? '…' : (values[place] ?? '')])),
      ),
  }
}

/** Starts a job that imports the rows one by one; rows that cannot be imported become failed items. */
export async function beginImport(ctx: TransactionContext, input: ImportInput): Promise<{ jobId: string }> {
  const { rows } = await readImport(ctx, input)
  return startBulkJob(
    ctx,
    'IMPORT',
    rows.map((row) => ({ data: row })),
  )
}

type Fields = Awaited<ReturnType<typeof listVisibleCustomFields>>
/** The member that a row describes, and the errors in it. */
const toMemberChange = (input: ImportedMember, fields: Fields, context: MemberChangeContext) =>
  applyMemberChange(
    { profile: { nickname: '', title: '', photo: null, cover: null }, contact: emptyContact },
    {
      profile: { nickname: input.nickname },
      contact: {
        firstName: input.firstName,
        lastName: input.lastName,
        phones: input.phone ? [input.phone] : [],
        birthdate: input.birthdate || undefined,
        company: input.company,
        jobTitle: input.jobTitle,
        customFields: customValues(input, fields),
      },
    },
    context,
  )
/** The errors as one sentence; custom fields by their names. */
const describeFieldErrors = (errors: readonly FieldError[], fields: Fields): string | undefined =>
  errors
    .map(({ field, description }) => `${fields.find(({ key }) => field.endsWith(key))?.name ?? field.split('.').at(-1) ?? field} ${description}`)
    .join('; ') || undefined

/** Imports one row as if the owner had added this member. A refusal names the line. Source: guide members §7.1. */
export async function importMember(ctx: TransactionContext, { member: input, line, problem }: ImportRow): Promise<void> {
  const rejectRow = (reason: string) => assertNoViolations([{ field: `line ${line}`, description: reason, violatedRule: 'VALIDATION', data: { line } }])
  if (!input) return rejectRow(problem ?? 'is empty')
  const fields = await listVisibleCustomFields(ctx)
  const { to, errors } = toMemberChange(input, fields, await loadChangeContext(ctx, {}, 'drop'))
  const fieldErrors = describeFieldErrors(errors, fields)
  if (fieldErrors) rejectRow(fieldErrors)
  const id = ctx.newId()
  if ((await store.findTakenEmails(ctx, [input.loginEmail])).size > 0) rejectRow(`${input.loginEmail} is a member already`)
  const member = await createMember(ctx, {
    id,
    loginEmail: input.loginEmail,
    status: 'APPROVED',
    profile: { nickname: to.profile.nickname || undefined },
    contact: to.contact,
  })
  await createMemberIdentity.call(ctx, { memberId: id, loginEmail: member.loginEmail, passwordHash: input.passwordHash || undefined })
}
const customValues = (input: ImportedMember, fields: readonly { key: string; name: string }[]): Record<string, { value: string }> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.entries(input.customFields).find(([name]) => name.toLowerCase() === field.name.toLowerCase())?.[1]
      return value === undefined ? [] : [[field.key, { value }]]
    }),
  )

/** All members except disconnected ones, oldest first, as CSV with one column per custom field; read in pages of 1,000. */
export async function membersAsCsv(ctx: ReadContext): Promise<string> {
  const fields = await listVisibleCustomFields(ctx)
  const head = ['Email', 'First name', 'Last name', 'Nickname', 'Phone', 'Birth date', 'Company', 'Job title', 'Status', 'Member since', 'Last sign-in']
  const parts = [toCsv([...head, ...fields.map((field) => field.name)], [])]
  let last: store.MemberRecord | undefined
  do {
    // Each thousand begins where the one before ended.
    const members = await store.listMembersAfter(ctx, last, 1000)
    if (members.length > 0) parts.push(toCsvRows(members.map((member) => csvRow(member, fields))))
    last = members.at(-1)
  } while (last)
  return parts.join('')
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
  member.status,
  member.createdAt.toString({ smallestUnit: 'second' }),
  member.lastLoginAt?.toString({ smallestUnit: 'second' }),
  ...fields.map(({ key }) => (contact.customValues[key] === undefined ? '' : String(contact.customValues[key]))),
]
