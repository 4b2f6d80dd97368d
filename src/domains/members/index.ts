/** People: contacts, members, custom fields, roles. */
import { erasePicturesOfMember } from '#domains/media/public.ts'
import { countDueToday, findMemberOfEmail, listDueRecipients, listMembersOfEmails } from '#domains/notifications/hooks.ts'
import { deleteEmailPreferences, exportEmailPreferences } from '#domains/notifications/public.ts'
import { eraseTextsOfPerson, exportTexts } from '#domains/texts/public.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { membersDryRun } from './actions/dry-run.ts'
import { countBirthdays, listBirthdayRecipients } from './actions/birthdays.ts'
import { membersContract } from './contract.ts'
import { membersEmailCatalog } from './emails/catalog.ts'
import { memberBlocksHandlers } from './handlers/blocks.ts'
import { memberJobsHandlers } from './handlers/bulk-jobs.ts'
import { contactsHandlers } from './handlers/contacts.ts'
import { customFieldsHandlers } from './handlers/custom-fields.ts'
import { membersHandlers } from './handlers/members.ts'
import { memberNotesHandlers } from './handlers/notes.ts'
import { memberRolesHandlers } from './handlers/roles.ts'
import { userMembersHandlers } from './handlers/user-members.ts'
import { exportPersonalData, onMemberStatusChanged } from './hooks.ts'
import { membersJobs } from './jobs.ts'
import { membersSchedules } from './schedules.ts'
import { findMemberByEmail, findMemberById, listMembersByEmail } from './store/members.ts'
import * as tables from './tables.ts'

export const members: Domain = {
  name: 'members',
  operations: bindOperations(membersContract, {
    members: membersHandlers,
    contacts: contactsHandlers,
    customFields: customFieldsHandlers,
    memberRoles: memberRolesHandlers,
    memberBlocks: memberBlocksHandlers,
    memberJobs: memberJobsHandlers,
    memberNotes: memberNotesHandlers,
    userMembers: userMembersHandlers,
  }),
  jobs: membersJobs,
  schedules: membersSchedules,
  dryRun: membersDryRun,
  emails: { templates: membersEmailCatalog, optional: { BIRTHDAY: 'FOLLOW_UPS' } },
  hooks: [
    bindHook(countDueToday, countBirthdays),
    bindHook(listDueRecipients, listBirthdayRecipients),
    bindHook(findMemberOfEmail, async (ctx, of) => {
      const member = 'memberId' in of ? await findMemberById(ctx, of.memberId) : await findMemberByEmail(ctx, of.address)
      return member && { memberId: member.id, email: member.loginEmail }
    }),
    bindHook(listMembersOfEmails, async (ctx, { addresses }) =>
      (await listMembersByEmail(ctx, addresses)).map(({ id, loginEmail }) => ({ memberId: id, email: loginEmail })),
    ),
    bindHook(onMemberStatusChanged, async (ctx, { memberId, change, emails, phones, contactId }) => {
      if (change !== 'erased') return
      await erasePicturesOfMember(ctx, memberId)
      await deleteEmailPreferences(ctx, memberId, emails ?? [])
      await eraseTextsOfPerson(ctx, { memberId, contactId: contactId ?? memberId, phones: phones ?? [] })
    }),
    bindHook(exportPersonalData, (ctx, { memberId }) => exportEmailPreferences(ctx, memberId)),
    bindHook(exportPersonalData, (ctx, { memberId, contactId }) => exportTexts(ctx, memberId, contactId)),
  ],
  tables,
}
