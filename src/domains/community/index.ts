/** What members do with and to each other: reports, follows, texts, badges. */
import { exportPersonalData, listMemberGroups, onMembersSeparated, onMemberStatusChanged, onRoleDeleted } from '#domains/members/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { removeRoleFromBadges } from './actions/manage-badges.ts'
import { endFollowsOfMember, exportCommunityData, handleMemberStatusChange, listBadgeGroups } from './actions/on-member-changes.ts'
import { communityContract } from './contract.ts'
import { communityEmailCatalog, communityEmailEditing } from './emails/catalog.ts'
import { memberAboutHandlers } from './handlers/abouts.ts'
import { badgeAssignmentsHandlers, badgesHandlers } from './handlers/badges.ts'
import { memberFollowersHandlers } from './handlers/followers.ts'
import { memberReportsHandlers } from './handlers/reports.ts'
import { communitySchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const community: Domain = {
  name: 'community',
  operations: bindOperations(communityContract, {
    memberReports: memberReportsHandlers,
    memberFollowers: memberFollowersHandlers,
    memberAbout: memberAboutHandlers,
    badges: badgesHandlers,
    badgeAssignments: badgeAssignmentsHandlers,
  }),
  schedules: communitySchedules,
  emails: {
    templates: communityEmailCatalog,
    editing: communityEmailEditing,
  },
  hooks: [
    bindHook(onMemberStatusChanged, handleMemberStatusChange),
    bindHook(onMembersSeparated, endFollowsOfMember),
    bindHook(listMemberGroups, listBadgeGroups),
    bindHook(onRoleDeleted, removeRoleFromBadges),
    bindHook(exportPersonalData, (ctx, { memberId }) => exportCommunityData(ctx, memberId)),
  ],
  tables,
}
