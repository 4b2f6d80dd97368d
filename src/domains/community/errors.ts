import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide members §14, §16. */
export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  SELF_REPORTING_FORBIDDEN: {
    status: 400,
    message: "You can't report yourself.",
    de: 'Dich selbst kannst du nicht melden.',
    fr: 'Vous ne pouvez pas vous signaler vous-même.',
    es: 'No puedes denunciarte.',
  },
  CANNOT_REPORT_BLOCKED_MEMBER: {
    status: 400,
    message: 'This member is already blocked.',
    de: 'Dieses Mitglied ist schon gesperrt.',
    fr: 'Ce membre est déjà bloqué.',
    es: 'Este miembro ya está bloqueado.',
  },
  CANNOT_DELETE_MEMBER_REPORTS: {
    status: 428,
    message: 'Someone else has to review reports about you.',
    de: 'Über Meldungen zu dir muss jemand anders entscheiden.',
    fr: 'Quelqu’un d’autre doit examiner les signalements qui vous concernent.',
    es: 'Otra persona tiene que revisar las denuncias sobre ti.',
  },
  SELF_FOLLOWING_FORBIDDEN: {
    status: 400,
    message: "You can't follow yourself.",
    de: 'Dir selbst kannst du nicht folgen.',
    fr: 'Vous ne pouvez pas vous suivre vous-même.',
    es: 'No puedes seguirte.',
  },
  MEMBER_ABOUT_ALREADY_EXISTS: {
    status: 409,
    message: 'This member already has a text. Edit that instead.',
    de: 'Zu diesem Mitglied gibt es schon einen Text. Bitte ändere diesen.',
    fr: 'Ce membre a déjà un texte. Modifiez plutôt celui-là.',
    es: 'Este miembro ya tiene un texto. Edita ese.',
  },
  INVALID_REVISION: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
    fr: 'Un changement a eu lieu entre-temps. Rechargez la page.',
    es: 'Esto ha cambiado mientras tanto. Vuelve a cargar la página.',
  },
  TOO_MANY_BADGES: {
    status: 428,
    message: 'A site has at most 100 badges.',
    de: 'Eine Website hat höchstens 100 Abzeichen.',
    fr: 'Un site a au maximum 100 badges.',
    es: 'Un sitio puede tener como máximo 100 insignias.',
  },
  ROLE_DOES_NOT_EXIST: {
    status: 404,
    message: "This role doesn't exist.",
    de: 'Diese Rolle gibt es nicht.',
    fr: 'Ce rôle n’existe pas.',
    es: 'Este rol no existe.',
  },
  BADGE_ALREADY_ASSIGNED: {
    status: 409,
    message: 'This member already has the badge.',
    de: 'Dieses Mitglied hat das Abzeichen schon.',
    fr: 'Ce membre a déjà ce badge.',
    es: 'Este miembro ya tiene la insignia.',
  },
})
