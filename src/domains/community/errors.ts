import { refusals } from '#kit/refusal.ts'

/** Every refusal of this domain. Source: guide members 14, 16. */
export const { kinds, codes, refuse, orRefuse } = refusals({
  SELF_REPORTING_FORBIDDEN: { status: 400, message: "You can't report yourself." },
  CANNOT_REPORT_BLOCKED_MEMBER: { status: 400, message: 'This member is blocked already.' },
  CANNOT_DELETE_MEMBER_REPORTS: { status: 428, message: 'Somebody else has to decide about reports on you.' },
  SELF_FOLLOWING_FORBIDDEN: { status: 400, message: "You can't follow yourself." },
  MEMBER_ABOUT_ALREADY_EXISTS: { status: 409, message: 'There is a text about this member already. Change that instead.' },
  INVALID_REVISION: { status: 409, message: 'This was changed in the meantime. Load it again.' },
  TOO_MANY_BADGES: { status: 428, message: 'A site has at most 100 badges.' },
  ROLE_DOES_NOT_EXIST: { status: 404, message: 'There is no such role.' },
  BADGE_ALREADY_ASSIGNED: { status: 409, message: 'This member has the badge already.' },
})
