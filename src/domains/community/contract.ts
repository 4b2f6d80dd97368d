/** Reports, follows, texts about oneself, badges. Source: guide members 14, 16, contract operations (areas member-*). */
export { memberAboutApi } from './contract/abouts.ts'
export { badgeAssignmentsApi } from './contract/assignments.ts'
export { badgesApi } from './contract/badges.ts'
export { memberFollowersApi } from './contract/followers.ts'
export { memberReportsApi } from './contract/reports.ts'
