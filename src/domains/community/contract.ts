/** Reports, follows, about texts, badges. Source: guide members §14, §16, contract operations (areas member-*). */
import { memberAboutApi } from './contract/abouts.ts'
import { badgeAssignmentsApi } from './contract/assignments.ts'
import { badgesApi } from './contract/badges.ts'
import { memberFollowersApi } from './contract/followers.ts'
import { memberReportsApi } from './contract/reports.ts'
export { memberAboutApi } from './contract/abouts.ts'
export { badgeAssignmentsApi } from './contract/assignments.ts'
export { badgesApi } from './contract/badges.ts'
export { memberFollowersApi } from './contract/followers.ts'
export { memberReportsApi } from './contract/reports.ts'

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const communityContract = {
  memberReports: memberReportsApi,
  memberFollowers: memberFollowersApi,
  memberAbout: memberAboutApi,
  badges: badgesApi,
  badgeAssignments: badgeAssignmentsApi,
}
