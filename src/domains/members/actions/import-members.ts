/** Members from a CSV file and into one. Source: guide members 7.1, 21. */
import { parse } from 'csv-parse/sync'
import type { Ctx } from '#kit/ctx.ts'
import { csvOf, csvRows } from '#kit/pure/csv.ts'
import { orViolate } from '#kit/refusal.ts'
import { makeIdentity } from '../asks.ts'
import { changed, type At, type Flaw } from '../rules/change.ts'
import { emptyContact } from '../rules/contact.ts'
import { guessMapping, readRows, type ImportedMember, type ImportMapping, type ReadRow, type TableRow } from '../rules/import.ts'
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
function tableOf(csv: string): { columns: string[]; rows: TableRow[] } {
  const header = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = header.split(';').length > header.split(',').length ? ';' : ','
  try {
    const parsed = parse(csv, { bom: true, delimiter, skipEmptyLines: true, relaxColumnCount: true, trim: true, info: true }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    const [head, ...rows] = parsed.map(({ record, info }) => ({ values: record, line: info.lines }))
    return { columns: head?.values ?? [], rows }
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
  const fields = await customFields(ctx)
  const at = await changeAt(ctx, {}, 'drop')
  const problems = rows.flatMap(({ line, member, problem: unreadable }) => {
    const known = member && taken.has(member.loginEmail.toLowerCase()) ? `${member.loginEmail} is a member already` : undefined
    const problem = unreadable ?? known ?? (member && unfit(fitted(member, fields, at).flaws, fields))
    return problem ? [{ line, problem }] : []
  })
  return {
    columns,
    mapping,
    rows: rows.length,
    problemCount: problems.length,
    problems: problems.slice(0, mostProblems),
    // What opens a door is not shown, not even to those who sent it.
    sample: table
      .slice(0, 5)
      .map(({ values }) =>
        Object.fromEntries(columns.map((column, place) => [column, mapping[column] === 'passwordHash' && values[place] ? '…' : (values[place] ?? '')])),
      ),
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

type Fields = Awaited<ReturnType<typeof customFields>>
/** The member that a row comes to, and what of it does not fit. */
const fitted = (wish: ImportedMember, fields: Fields, at: At) =>
  changed(
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
    at,
  )
/** What does not fit, in a sentence; fields of the owner by their names. */
const unfit = (flaws: readonly Flaw[], fields: Fields): string | undefined =>
  flaws
    .map(({ field, description }) => `${fields.find(({ key }) => field.endsWith(key))?.name ?? field.split('.').at(-1) ?? field} ${description}`)
    .join('; ') || undefined

/** One row of an import: as if the owner had added this member (guide: members 7.1). A row that is refused names its line. */
export async function importMember(ctx: Ctx, { member: wish, line, problem }: ReadRow): Promise<void> {
  const turnDown = (why: string) => orViolate([{ field: `line ${line}`, description: why, violatedRule: 'VALIDATION', data: { line } }])
  if (!wish) return turnDown(problem ?? 'is empty')
  const fields = await customFields(ctx)
  const { to, flaws } = fitted(wish, fields, await changeAt(ctx, {}, 'drop'))
  const flaw = unfit(flaws, fields)
  if (flaw) turnDown(flaw)
  const id = ctx.newId()
  if ((await store.emailsTaken(ctx, [wish.loginEmail])).size > 0) turnDown(`${wish.loginEmail} is a member already`)
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

/** Every member but disconnected ones, oldest first, with one column per custom field; read a thousand at a time. */
export async function membersAsCsv(ctx: Ctx): Promise<string> {
  const fields = await customFields(ctx)
  const head = ['Email', 'First name', 'Last name', 'Nickname', 'Phone', 'Birth date', 'Company', 'Job title', 'Status', 'Member since', 'Last sign-in']
  const parts = [csvOf([...head, ...fields.map((field) => field.name)], [])]
  let last: store.MemberRecord | undefined
  do {
    // Each thousand begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const members = await store.membersAfter(ctx, last, 1000)
    if (members.length > 0) parts.push(csvRows(members.map((member) => csvRow(member, fields))))
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
