/** Operation → rows, for contacts. Source: guide members 9. */
import type { Handlers } from '#kit/mount.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { mergeTwo } from '../actions/merge-contacts.ts'
import type { contactsApi } from '../contract/contacts.ts'
import { findContacts, type ListedContact } from '../store/contacts.ts'

const toWire = ({ id, firstName, lastName, emails, phones, createdAt, memberId }: ListedContact) => ({
  id,
  firstName,
  lastName,
  emails,
  phones,
  createdDate: wireTime(createdAt),
  memberId,
})

export const contactsHandlers: Handlers<typeof contactsApi> = {
  queryContacts: async (ctx, { body }) => {
    const { contacts, meta } = await findContacts(ctx, body.search?.trim() ?? '', body.cursorPaging)
    return { contacts: contacts.map(toWire), pagingMetadata: meta }
  },
  mergeContacts: async (ctx, { params, body }) => ({ contact: toWire(await mergeTwo(ctx, params.id, body.otherId)) }),
}
