import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide members §14, §16. */
export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  SELF_REPORTING_FORBIDDEN: { status: 400, message: "You can't report yourself.", de: 'Dich selbst kannst du nicht melden.' },
  CANNOT_REPORT_BLOCKED_MEMBER: { status: 400, message: 'This member is already blocked.', de: 'Dieses Mitglied ist schon gesperrt.' },
  CANNOT_DELETE_MEMBER_REPORTS: {
    status: 428,
    message: 'Someone else has to review reports about you.',
    de: 'Über Meldungen zu dir muss jemand anders entscheiden.',
  },
  SELF_FOLLOWING_FORBIDDEN: { status: 400, message: "You can't follow yourself.", de: 'Dir selbst kannst du nicht folgen.' },
  MEMBER_ABOUT_ALREADY_EXISTS: {
    status: 409,
    message: 'This member already has a text. Edit that instead.',
    de: 'Zu diesem Mitglied gibt es schon einen Text. Bitte ändere diesen.',
  },
  INVALID_REVISION: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  TOO_MANY_BADGES: { status: 428, message: 'A site has at most 100 badges.', de: 'Eine Website hat höchstens 100 Abzeichen.' },
  ROLE_DOES_NOT_EXIST: { status: 404, message: "This role doesn't exist.", de: 'Diese Rolle gibt es nicht.' },
  BADGE_ALREADY_ASSIGNED: { status: 409, message: 'This member already has the badge.', de: 'Dieses Mitglied hat das Abzeichen schon.' },
})
