/** The only door of the community domain: what domains.ts ties to the questions of members. */
export { dropRole } from './actions/keep-badges.ts'
export { badgesOfMembers, communityForPerson, endFollows, followReports } from './actions/when-members-change.ts'
