/** Members on the wire: entities and operations. Source: guide members §2; contract operations. */
import { memberRecordsApi } from './contract/records.ts'
import { memberDeletionApi } from './contract/deletion.ts'
import { privacyApi } from './contract/privacy.ts'
import { memberQueriesApi } from './contract/queries.ts'
import { memberStatusApi } from './contract/status.ts'
import { memberUpdatesApi } from './contract/updates.ts'
import { contactsApi } from './contract/contacts.ts'
import { customFieldsApi } from './contract/custom-fields.ts'
import { memberBlocksApi } from './contract/blocks.ts'
import { memberJobsApi } from './contract/bulk-jobs.ts'
import { memberRolesApi } from './contract/roles.ts'
import { userMembersApi } from './contract/user-members.ts'
import { memberNotesApi } from './contract/notes.ts'

export const membersApi = { ...memberQueriesApi, ...memberUpdatesApi, ...memberStatusApi, ...memberDeletionApi, ...privacyApi, ...memberRecordsApi }

export { Member, MemberInput } from './contract/member.ts'

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const membersContract = {
  members: membersApi,
  contacts: contactsApi,
  customFields: customFieldsApi,
  memberRoles: memberRolesApi,
  memberBlocks: memberBlocksApi,
  memberJobs: memberJobsApi,
  memberNotes: memberNotesApi,
  userMembers: userMembersApi,
}
