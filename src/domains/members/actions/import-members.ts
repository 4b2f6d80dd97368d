/** Members from a CSV file and into one. Source: guide members 7.1, 21. */
import { parse } from 'csv-parse/sync'
import type { Ctx } from '#kit/ctx.ts'
import { csvOf } from '#kit/pure/csv.ts'
import { orViolate } from '#kit/refusal.ts'
import { makeIdentity } from '../asks.ts'
import { changed } from '../rules/change.ts'
import { emptyContact } from '../rules/contact.ts'
import { guessMapping, readRows, type ImportedMember, type ImportMapping, type ReadRow } from '../rules/import.ts'
import { customFields } from '../store/custom-fields.ts'
import * as store from '../store/members.ts'
import { beginJob } from './begin-job.ts'
import { createMember } from './create-member.ts'
import { changeAt } from './update-member.ts'

interface ImportWish {
  csv: string
  mapping?: ImportMapping | undefined
}
const mostProblems = 100

/** The table with its header; the separator is what the header line has more of. */
function tableOf(csv: string): { columns: string[]; rows: string[][] } {
  const header = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = header.split(';').length > header.split(',').length ? ';' : ','
  try {
    const [columns = [], ...rows] = parse(csv, { bom: true, delimiter, skipEmptyLines: true, relaxColumnCount: true, trim: true }) as string[][]
    return { columns, rows }
  } catch (error) {
    return orViolate([{ field: 'csv', description: `can't be read as a table: ${(error as Error).message}`, violatedRule: 'FORMAT', data: {} }]) as never
  }
}
async function read(ctx: Ctx, wish: ImportWish): Promise<{ columns: string[]; mapping: ImportMapping; rows: ReadRow[] }> {
  const { columns, rows } = tableOf(wish.csv)
  const mapping =
    wish.mapping ??
    guessMapping(
      columns,
      (await customFields(ctx)).map((field) => field.name),
    )
  if (!Object.values(mapping).includes('loginEmail'))
    orViolate([{ field: 'mapping', description: 'must say which column holds the email', violatedRule: 'REQUIRED_FIELD', data: {} }])
  return { columns, mapping, rows: readRows(columns, rows, mapping) }
}

/** What an import would do, without doing it. */
export async function previewImport(ctx: Ctx, wish: ImportWish) {
  const { columns, rows: table } = tableOf(wish.csv)
  const mapping =
    wish.mapping ??
    guessMapping(
      columns,
      (await customFields(ctx)).map((field) => field.name),
    )
  const rows = readRows(columns, table, mapping)
  const taken = await store.emailsTaken(
    ctx,
    rows.flatMap((row) => row.member?.loginEmail ?? []),
  )
  const problems = rows.flatMap(({ line, member, problem }) => {
    if (problem) return [{ line, problem }]
    return member && taken.has(member.loginEmail.toLowerCase()) ? [{ line, problem: `${member.loginEmail} is a member already` }] : []
  })
  return {
    columns,
    mapping,
    rows: rows.length,
    problems: problems.slice(0, mostProblems),
    // What opens a door is not shown, not even to those who sent it.
    sample: table
      .slice(0, 5)
      .map((row) => Object.fromEntries(columns.map((column, at) => [column, mapping[column] === 'passwordHash' && row[at] ? '…' : (row[at] ?? '')]))),
  }
}

/** Puts the rows off to a job that takes them one by one; rows that can't be taken are its failed items. */
export async function beginImport(ctx: Ctx, wish: ImportWish): Promise<{ jobId: string }> {
  const { rows } = await read(ctx, wish)
  return beginJob(
    ctx,
    'IMPORT',
    rows.map((row) => ({ data: row })),
  )
}

/** One row of an import: as if the owner had added this member (guide: members 7.1). */
export async function importMember(ctx: Ctx, row: ReadRow): Promise<void> {
  const { member: wish, line, problem } = row
  if (!wish) return orViolate([{ field: `line ${line}`, description: problem ?? 'is empty', violatedRule: 'VALIDATION', data: { line } }])
  const fields = await customFields(ctx)
  const { to, flaws } = changed(
    { profile: { nickname: '', title: '', photo: null, cover: null }, contact: emptyContact },
    {
      profile: { nickname: wish.nickname },
      contact: {
        firstName: wish.firstName,
        lastName: wish.lastName,
        phones: wish.phone ? [wish.phone] : [],
        birthdate: wish.birthdate || undefined,
        company: wish.company,
        jobTitle: wish.jobTitle,
        customFields: customValues(wish, fields),
      },
    },
    await changeAt(ctx, {}, 'drop'),
  )
  orViolate(flaws.map((flaw) => ({ ...flaw, description: `line ${line}: ${flaw.field.replace('member.', '')} ${flaw.description}` })))
  const id = ctx.newId()
  const member = await createMember(ctx, {
    id,
    loginEmail: wish.loginEmail,
    status: 'APPROVED',
    profile: { nickname: to.profile.nickname || undefined },
    contact: to.contact,
  })
  await makeIdentity.ask(ctx, { memberId: id, loginEmail: member.loginEmail, passwordHash: wish.passwordHash || undefined })
}
const customValues = (wish: ImportedMember, fields: readonly { key: string; name: string }[]): Record<string, { value: string }> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = Object.entries(wish.customFields).find(([name]) => name.toLowerCase() === field.name.toLowerCase())?.[1]
      return value === undefined ? [] : [[field.key, { value }]]
    }),
  )

/** Every member but disconnected ones, oldest first, with one column per custom field. */
export async function membersAsCsv(ctx: Ctx): Promise<string> {
  const fields = await customFields(ctx)
  const members = await store.everyMember(ctx)
  const head = ['Email', 'First name', 'Last name', 'Nickname', 'Phone', 'Birth date', 'Company', 'Job title', 'Status', 'Member since', 'Last sign-in']
  return csvOf(
    [...head, ...fields.map((field) => field.name)],
    members.map(({ contact, ...member }) => [
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
      ...fields.map((field) => {
        const value = contact.customValues[field.key]
        return value === undefined ? '' : String(value)
      }),
    ]),
  )
}
