/** The only door of the community domain: what domains.ts ties to the questions of members. */
export { removeRoleFromBadges } from './actions/manage-badges.ts'
export { listBadgeGroups, exportCommunityData, endFollowsOfMember, handleMemberStatusChange } from './actions/on-member-changes.ts'
