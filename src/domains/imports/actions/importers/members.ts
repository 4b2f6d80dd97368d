/** Members: known by their email. */
import { findTakenEmails, importMember, type ImportedMember, openImportCheck } from '#domains/members/public.ts'
import { toAddress } from '../../rules/address-input.ts'
import type { RowValues } from '../../rules/read-row.ts'
import { createReason, toReason } from '../../rules/reasons.ts'
import { created, failed, type Importer, skipped } from './importer.ts'

const CUSTOM = 'custom:'
const toMember = ({ email = '', ...values }: RowValues): ImportedMember => ({
  loginEmail: email,
  firstName: values['firstName'],
  lastName: values['lastName'],
  nickname: values['nickname'],
  phone: values['phone'],
  birthdate: values['birthdate'],
  company: values['company'],
  jobTitle: values['jobTitle'],
  address: toAddress(values),
  passwordHash: values['passwordHash'],
  customFields: Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (key.startsWith(CUSTOM) && value !== undefined ? [[key.slice(CUSTOM.length), value]] : [])),
  ),
})
const isMember = skipped(createReason('ALREADY_MEMBER'))

export const membersImporter: Importer = {
  async foresee(ctx, rows, { duplicates }) {
    const findProblem = await openImportCheck(ctx)
    const taken = await findTakenEmails(
      ctx,
      rows.map(({ email = '' }) => email),
    )
    return rows.map((values) => {
      const problem = findProblem(toMember(values))
      if (problem) return failed(toReason(problem))
      if (!taken.has((values['email'] ?? '').toLowerCase())) return created
      return duplicates === 'UPDATE' ? { state: 'UPDATED' } : isMember
    })
  },
  async bringIn(ctx, values, { duplicates }) {
    const { id, outcome } = await importMember(ctx, toMember(values), { updates: duplicates === 'UPDATE' })
    if (outcome !== 'UNCHANGED') return { state: outcome, entityId: id }
    return duplicates === 'UPDATE' ? skipped(createReason('MEMBER_UNCHANGED')) : isMember
  },
}
