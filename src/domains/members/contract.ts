/** Members on the wire: entities and operations. Source: guide members, contract operations (area members). */
import { booksApi } from './contract/books.ts'
import { leavingApi } from './contract/leaving.ts'
import { privacyApi } from './contract/privacy.ts'
import { readingApi } from './contract/reading.ts'
import { standingApi } from './contract/standing.ts'
import { writingApi } from './contract/writing.ts'

export const membersApi = { ...readingApi, ...writingApi, ...standingApi, ...leavingApi, ...privacyApi, ...booksApi }

export { contactsApi } from './contract/contacts.ts'
export { customFieldsApi } from './contract/custom-fields.ts'
export { Member, MemberWish } from './contract/member.ts'
export { memberNotesApi } from './contract/notes.ts'
export { memberBlocksApi, memberJobsApi, memberRolesApi, userMembersApi } from './contract/moderation.ts'
