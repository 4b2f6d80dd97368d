/** Operation → rows, for contacts. Source: guide members §9, §10.3. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { mergeContactPair } from '../actions/merge-contacts.ts'
import { eraseContact } from '../actions/erase-member.ts'
import { loadPersonalData } from '../actions/personal-data.ts'
import type { contactsApi } from '../contract/contacts.ts'
import * as store from '../store/contacts.ts'

const toWire = ({
  id,
  firstName,
  lastName,
  emails,
  phones,
  addresses,
  birthdate,
  company,
  jobTitle,
  createdAt,
  memberId,
  loginEmail,
}: store.ListedContact) => ({
  id,
  firstName,
  lastName,
  emails,
  phones,
  addresses,
  birthdate: birthdate ?? '',
  company,
  jobTitle,
  createdDate: toWireTime(createdAt),
  memberId,
  loginEmail,
})
const getContact = async (ctx: ReadContext, id: string): Promise<store.ListedContact> => (await store.findListedContact(ctx, id)) ?? refuseStandard('NOT_FOUND')

export const contactsHandlers: Handlers<typeof contactsApi> = {
  queryContacts: async (ctx, { body }) => {
    const { contacts, meta } = await store.findContacts(ctx, body.search?.trim() ?? '', body.cursorPaging)
    return { contacts: contacts.map(toWire), pagingMetadata: meta }
  },
  listNamesakes: async (ctx, { query }) => {
    const { groups, next } = await store.findDuplicateNames(ctx, query.after)
    return { groups: groups.map((contacts) => ({ contacts: contacts.map(toWire) })), next }
  },
  getContactData: async (ctx, { params }) => {
    const contact = await getContact(ctx, params.id)
    return { contact: toWire(contact), ...(await loadPersonalData(ctx, { memberId: contact.memberId ?? contact.id, contactId: contact.id })) }
  },
  eraseContact: async (ctx, { params }) => {
    await eraseContact(ctx, params.id)
    return {}
  },
  mergeContacts: async (ctx, { params, body }) => ({ contact: toWire(await mergeContactPair(ctx, params.id, body.otherId)) }),
}
