/** Contacts as the business keeps them: people who booked or bought, members or not. Source: guide members 9. */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'
import { CursorMetaWire, CursorPagingWire } from '#kit/query/wire.ts'
import { Guid, Maybe, MaybeText } from '#kit/wire.ts'

const owner = { owner: 'any' } as const
const Contact = Type.Object({
  id: Guid,
  firstName: Type.String(),
  lastName: Type.String(),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  createdDate: Type.String(),
  /** The live member whose contact it is. */
  memberId: MaybeText,
})

export const contactsApi = operations({
  queryContacts: {
    method: 'POST',
    path: '/api/contacts/query',
    summary: 'People whom the business knows, the latest first',
    may: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    house: true,
    body: Type.Object({
      /** Words of a name, or an email address. */
      search: Maybe(Type.String({ maxLength: 100 })),
      cursorPaging: Maybe(CursorPagingWire),
    }),
    reply: Type.Object({ contacts: Type.Array(Contact), pagingMetadata: CursorMetaWire }),
    refuses: [],
  },
  mergeContacts: {
    method: 'POST',
    path: '/api/contacts/{id}/merge',
    summary: 'Two contacts are one person: one stays, with what both have; bookings and orders follow',
    may: owner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    house: true,
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ otherId: Type.String() }),
    reply: Type.Object({ contact: Contact }),
    refuses: ['NOT_FOUND', 'BOTH_ARE_MEMBERS'],
    about: 'member',
  },
})
