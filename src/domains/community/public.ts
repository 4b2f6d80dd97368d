/** What other domains use of community. */
export { removeRoleFromBadges } from './actions/manage-badges.ts'
export { listBadgeGroups, exportCommunityData, endFollowsOfMember, handleMemberStatusChange } from './actions/on-member-changes.ts'
