/** Parses rows of an import into members. Source: guide members §2, §7.1. */
import { detectHashFormat } from '#kit/pure/hash-format.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'

export type ImportField =
  | 'loginEmail'
  | 'firstName'
  | 'lastName'
  | 'nickname'
  | 'phone'
  | 'birthdate'
  | 'company'
  | 'jobTitle'
  | 'passwordHash'
  | 'customField'
  | 'ignore'
/** Column of the file → what it means; `customField` takes the field of the same name. */
export type ImportMapping = Record<string, ImportField>

const columnNames: Record<Exclude<ImportField, 'customField' | 'ignore'>, readonly string[]> = {
  loginEmail: ['email', 'e mail', 'login email', 'email address', 'email 1', 'mail'],
  firstName: ['first name', 'firstname', 'given name', 'forename', 'vorname'],
  lastName: ['last name', 'lastname', 'surname', 'family name', 'nachname'],
  nickname: ['nickname', 'display name', 'name', 'full name'],
  phone: ['phone', 'phone number', 'mobile', 'phone 1', 'telephone', 'telefon'],
  birthdate: ['birthdate', 'birth date', 'birthday', 'date of birth', 'geburtsdatum'],
  company: ['company', 'organisation', 'organization', 'firma'],
  jobTitle: ['job title', 'position', 'title'],
  passwordHash: ['password hash', 'passwordhash', 'hashed password', 'encrypted password', 'password digest'],
}
/** Guesses the meaning of columns by their names; each meaning is used once. */
export function guessMapping(columns: readonly string[], customFields: readonly string[]): ImportMapping {
  const taken = new Set<ImportField>()
  const customFieldNames = new Set(customFields.map((name) => name.toLowerCase()))
  return Object.fromEntries(
    columns.map((column): [string, ImportField] => {
      const plain = column
        .trim()
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
      const field = (Object.keys(columnNames) as (keyof typeof columnNames)[]).find((one) => columnNames[one].includes(plain))
      if (field && !taken.has(field)) {
        taken.add(field)
        return [column, field]
      }
      return [column, customFieldNames.has(column.trim().toLowerCase()) ? 'customField' : 'ignore']
    }),
  )
}

export interface ImportedMember {
  loginEmail: string
  firstName: string
  lastName: string
  nickname: string
  phone: string
  birthdate: string
  company: string
  jobTitle: string
  /** The hash from another system, or empty; verified at the first sign-in and then replaced. */
  passwordHash: string
  /** Name of the field → value */
  customFields: Record<string, string>
}
/** A row of the file and the line on which it ends; the header is line 1. */
export interface TableRow {
  line: number
  values: readonly string[]
}
export interface ImportRow {
  /** Line of the file; the header is line 1. */
  line: number
  member?: ImportedMember
  problem?: string
}

/** Maximum lengths of texts. Source: guide members §2. */
const maxLengths = { firstName: 100, lastName: 100, nickname: 100, phone: 50, company: 100, jobTitle: 100 } as const
const fieldLabels: Readonly<Record<keyof typeof maxLengths, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  nickname: 'shown name',
  phone: 'phone number',
  company: 'company',
  jobTitle: 'job title',
}

/** The members of the rows. A row without a usable email, or with the email of an earlier row, has a problem instead. */
export function parseImportRows(columns: readonly string[], rows: readonly TableRow[], mapping: ImportMapping): ImportRow[] {
  const firstLines = new Map<string, number>()
  return rows.map(({ line, values: row }) => {
    const member: ImportedMember = {
      loginEmail: '',
      firstName: '',
      lastName: '',
      nickname: '',
      phone: '',
      birthdate: '',
      company: '',
      jobTitle: '',
      passwordHash: '',
      customFields: {},
    }
    for (const [place, column] of columns.entries()) {
      // Exports prefix values that a spreadsheet would evaluate, such as +49, with an apostrophe.
      const value = toPlainText(row[place] ?? '').replace(/^'(?=[=+\-@])/, '')
      const field = mapping[column] ?? 'ignore'
      if (field === 'ignore' || value === '') continue
      if (field === 'customField') member.customFields[column.trim()] = value
      else member[field] = value
    }
    const key = member.loginEmail.toLowerCase()
    if (key === '') return { line, problem: 'has no email' }
    if (key.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key)) return { line, problem: `${member.loginEmail} is no email` }
    const firstLine = firstLines.get(key)
    if (firstLine !== undefined) return { line, problem: `has the email of line ${firstLine}` }
    const tooLong = (Object.keys(maxLengths) as (keyof typeof maxLengths)[]).find((field) => member[field].length > maxLengths[field])
    if (tooLong) return { line, problem: `has a ${fieldLabels[tooLong]} of more than ${maxLengths[tooLong]} characters` }
    if (member.passwordHash !== '' && !detectHashFormat(member.passwordHash)) return { line, problem: 'has a password hash of an unknown kind' }
    firstLines.set(key, line)
    return { line, member }
  })
}
