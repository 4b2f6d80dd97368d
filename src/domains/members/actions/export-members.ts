/** The list of members as CSV. Source: guide members §21. */
import type { ReadContext } from '#kit/api/context.ts'
import { type CsvColumn, csvListReply, EXPORT_PAGE_ROWS, readCursorPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import { csvHeads } from '#kit/pure/csv-heads.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { MemberRecord } from '../store/members.ts'
import { findMemberPage, type SearchInput } from './find-members.ts'

const columns: readonly CsvColumn<MemberRecord>[] = [
  [{ message: 'First name', de: 'Vorname', fr: 'Prénom', es: 'Nombre' }, ({ contact }) => contact.firstName],
  [{ message: 'Last name', de: 'Nachname', fr: 'Nom', es: 'Apellidos' }, ({ contact }) => contact.lastName],
  [csvHeads.email, ({ loginEmail }) => loginEmail],
  [csvHeads.phone, ({ contact }) => contact.phones[0]],
  [{ message: 'Company', de: 'Firma', fr: 'Entreprise', es: 'Empresa' }, ({ contact }) => contact.company],
  [{ message: 'Display name', de: 'Anzeigename', fr: 'Nom affiché', es: 'Nombre visible' }, ({ nickname }) => nickname],
  [csvHeads.status, ({ status }) => status],
  [{ message: 'Joined', de: 'Beigetreten', fr: 'Inscription', es: 'Alta' }, ({ createdAt }) => toWireTime(createdAt)],
  [
    { message: 'Last sign-in', de: 'Letzte Anmeldung', fr: 'Dernière connexion', es: 'Último inicio de sesión' },
    ({ lastLoginAt }) => lastLoginAt && toWireTime(lastLoginAt),
  ],
  [csvHeads.id, ({ id }) => id],
]

/**
 * The members that match, the newest first: names and sign-ins may change while the file is written, the moment in which a member joined does not.
 * Times as on the wire. Refuses with PERMISSION_DENIED, violates a filter that is wrong, as the query does.
 */
export async function exportMemberList(ctx: ReadContext, { filter, search }: { filter?: unknown; search?: SearchInput }): Promise<StreamedReply> {
  const pages = readCursorPages<MemberRecord>(async (cursor) => {
    const query = cursor ? {} : { filter, sort: [{ fieldName: 'createdDate', order: 'DESC' }] }
    const { members, meta } = await findMemberPage(
      ctx,
      { ...query, cursorPaging: { limit: EXPORT_PAGE_ROWS, cursor: cursor ?? null } },
      { path: '', search, maxLimit: EXPORT_PAGE_ROWS },
    )
    return { rows: members, next: 'cursors' in meta ? meta.cursors.next : undefined }
  })
  return csvListReply(ctx, { file: 'members.csv', columns, pages })
}
