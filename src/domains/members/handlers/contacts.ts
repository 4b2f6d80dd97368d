/** Operation → rows, for contacts. Source: guide members 9, 10.3. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { mergeTwo } from '../actions/merge-contacts.ts'
import { eraseContact } from '../actions/purge-member.ts'
import { recordsOfPerson } from '../actions/records-of-person.ts'
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
  createdDate: wireTime(createdAt),
  memberId,
  loginEmail,
})
const known = async (ctx: Ctx, id: string): Promise<store.ListedContact> => (await store.listedContact(ctx, id)) ?? refuseStandard('NOT_FOUND')

export const contactsHandlers: Handlers<typeof contactsApi> = {
  queryContacts: async (ctx, { body }) => {
    const { contacts, meta } = await store.findContacts(ctx, body.search?.trim() ?? '', body.cursorPaging)
    return { contacts: contacts.map(toWire), pagingMetadata: meta }
  },
  listNamesakes: async (ctx, { query }) => {
    const { groups, next } = await store.namesakes(ctx, query.after)
    return { groups: groups.map((contacts) => ({ contacts: contacts.map(toWire) })), next }
  },
  getContactData: async (ctx, { params }) => {
    const contact = await known(ctx, params.id)
    return { contact: toWire(contact), ...(await recordsOfPerson(ctx, { memberId: contact.memberId ?? contact.id, contactId: contact.id })) }
  },
  eraseContact: async (ctx, { params }) => {
    await eraseContact(ctx, params.id)
    return {}
  },
  mergeContacts: async (ctx, { params, body }) => ({ contact: toWire(await mergeTwo(ctx, params.id, body.otherId)) }),
}
