/** Contacts of the business: people who booked or bought, members or not. Source: guide members §9. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, CursorPagingWire } from '#kit/query/wire.ts'
import { Guid, Maybe, MaybeText } from '#kit/api/wire.ts'
import { Address } from './member.ts'

const owner = { owner: 'any' } as const
const Contact = Type.Object({
  id: Guid,
  firstName: Type.String(),
  lastName: Type.String(),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  addresses: Type.Array(Address),
  /** YYYY-MM-DD, or empty. */
  birthdate: Type.String(),
  company: Type.String(),
  jobTitle: Type.String(),
  createdDate: Type.String(),
  /** The active member whose contact it is. */
  memberId: MaybeText,
  /** The login email of that member. */
  loginEmail: MaybeText,
})

export const contactsApi = operations({
  queryContacts: {
    method: 'POST',
    path: '/api/contacts/query',
    summary: 'Query contacts, the latest first',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    replica: true,
    internal: true,
    body: Type.Object({
      /** Part of a name, or an email address. */
      search: Maybe(Type.String({ maxLength: 100 })),
      cursorPaging: Maybe(CursorPagingWire),
    }),
    reply: Type.Object({ contacts: Type.Array(Contact), pagingMetadata: CursorMetaWire }),
    refuses: [],
  },
  listNamesakes: {
    method: 'GET',
    path: '/api/contacts/namesakes',
    summary: 'List contacts with the same name, possible duplicates, by name',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    query: Type.Object({
      /** `next` of the page before. */
      after: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: Type.Object({ groups: Type.Array(Type.Object({ contacts: Type.Array(Contact) })), next: Type.Optional(Type.String()) }),
    refuses: [],
  },
  getContactData: {
    method: 'GET',
    path: '/api/contacts/{id}/data',
    summary: 'Export everything stored about a contact',
    recentPassword: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    params: Type.Object({ id: Type.String() }),
    reply: Type.Object({ writtenDate: Type.String(), contact: Contact, records: Type.Record(Type.String(), Type.Unknown()) }),
    refuses: ['NOT_FOUND'],
  },
  eraseContact: {
    method: 'POST',
    path: '/api/contacts/{id}/erase',
    summary: 'Erase a contact who is no member; bookings and payments stay for accounting',
    recentPassword: true,
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_DELETE',
    internal: true,
    params: Type.Object({ id: Type.String() }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'CONTACT_HAS_MEMBER'],
  },
  mergeContacts: {
    method: 'POST',
    path: '/api/contacts/{id}/merge',
    summary: 'Merge two contacts of one person; bookings and orders follow',
    dryRun: true,
    access: owner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    internal: true,
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ otherId: Type.String() }),
    reply: Type.Object({ contact: Contact }),
    refuses: ['NOT_FOUND', 'BOTH_ARE_MEMBERS'],
  },
})
