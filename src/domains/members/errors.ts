import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide members §19. */
export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  MEMBER_SELF_BLOCK_FORBIDDEN: { status: 400, message: "You can't block or disconnect yourself.", de: 'Dich selbst kannst du nicht sperren oder trennen.' },
  OWNER_MEMBER_BLOCK_FORBIDDEN: {
    status: 400,
    message: "The owner and contributors of the site can't be blocked or disconnected.",
    de: 'Das Team der Website lässt sich nicht sperren oder trennen.',
  },
  ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN: {
    status: 428,
    message: 'This member has a plan that still renews. Cancel it first.',
    de: 'Dieses Mitglied hat einen Tarif, der sich noch verlängert. Kündige ihn zuerst.',
  },
  MEMBER_OFFLINE: { status: 428, message: 'This member is disconnected.', de: 'Dieses Mitglied ist getrennt.' },
  COMMUNITY_JOIN_IMPOSSIBLE: { status: 428, message: "Members of this site can't be public.", de: 'Mitglieder dieser Website können nicht öffentlich sein.' },
  MEMBER_TO_MEMBER_BLOCKED: { status: 404, message: 'You blocked this member.', de: 'Du hast dieses Mitglied blockiert.' },
  SLUG_ALREADY_EXISTS: { status: 409, message: 'This address is already taken.', de: 'Diese Adresse ist schon vergeben.' },
  MEMBER_ALREADY_EXISTS: { status: 409, message: 'A member with this email already exists.', de: 'Mit dieser E-Mail-Adresse gibt es schon ein Mitglied.' },
  INVALID_REVISION: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  INCORRECT_FIELD_TYPE: {
    status: 400,
    message: "Fields of this type can't be created, and a field's type can't be changed.",
    de: 'Ein Feld dieser Art lässt sich nicht anlegen, und ein Feld behält seine Art.',
  },
  INCORRECT_FIELD_PRIVACY: { status: 400, message: 'This field has to stay private.', de: 'Dieses Feld muss privat bleiben.' },
  INVALID_FIELD_SOCIAL_TYPE: { status: 400, message: 'A social field needs its network.', de: 'Bei einem Feld für ein soziales Netzwerk fehlt das Netzwerk.' },
  RESERVED_FIELD_NAME_NON_EDITABLE: {
    status: 400,
    message: "This field is part of every site. Its name and position can't be changed.",
    de: 'Dieses Feld gehört zu jeder Website: Name und Platz bleiben.',
  },
  FIELD_NAME_ALREADY_EXISTS: { status: 409, message: 'A field with this name already exists.', de: 'Ein Feld mit diesem Namen gibt es schon.' },
  TOO_MANY_FIELDS: { status: 428, message: 'A site has at most 100 fields of its own.', de: 'Eine Website hat höchstens 100 eigene Felder.' },
  APPLICATION_ALREADY_EXISTS: {
    status: 409,
    message: 'This field already has an audience. Change that instead.',
    de: 'Für dieses Feld gibt es schon eine Zuordnung. Bitte ändere diese.',
  },
  INVALID_ROLE: { status: 400, message: "This role can't be used.", de: 'Diese Rolle ist nicht möglich.' },
  ROLE_DOES_NOT_EXIST: { status: 404, message: "This role doesn't exist.", de: 'Diese Rolle gibt es nicht.' },
  MEMBER_BLOCKED: { status: 428, message: 'This member is blocked.', de: 'Dieses Mitglied ist gesperrt.' },
  CANNOT_UPDATE_SYSTEM_ROLE: {
    status: 400,
    message: "The roles that every site has can't be changed.",
    de: 'Rollen, die jede Website hat, lassen sich nicht ändern.',
  },
  CANNOT_DELETE_SYSTEM_ROLE: {
    status: 400,
    message: "The roles that every site has can't be removed.",
    de: 'Rollen, die jede Website hat, lassen sich nicht löschen.',
  },
  MEMBER_ALREADY_BLOCKED: { status: 409, message: 'You already blocked this member.', de: 'Du hast dieses Mitglied schon blockiert.' },
  SELF_BLOCKING_FORBIDDEN: { status: 400, message: "You can't block yourself.", de: 'Dich selbst kannst du nicht blockieren.' },
  ADMIN_BLOCKING_FORBIDDEN: {
    status: 400,
    message: "The owner and contributors of the site can't be blocked.",
    de: 'Das Team der Website lässt sich nicht blockieren.',
  },
  SELF_UNBLOCKING_FORBIDDEN: { status: 400, message: "You can't unblock yourself.", de: 'Bei dir selbst gibt es nichts aufzuheben.' },
  BLOCK_DOES_NOT_EXIST: { status: 404, message: "You haven't blocked this member.", de: 'Du hast dieses Mitglied nicht blockiert.' },
  EMAIL_OR_ADDRESS_TAKEN: {
    status: 409,
    message: 'Someone else now uses this email or profile address.',
    de: 'Die E-Mail-Adresse oder die Adresse der Seite gehört inzwischen jemand anderem.',
  },
  REAUTHENTICATION_REQUIRED: { status: 403, message: 'Confirm your current password.', de: 'Bitte bestätige dein aktuelles Passwort.' },
  BOTH_ARE_MEMBERS: {
    status: 409,
    message: 'Both are members. Only a member and a contact, or two contacts, can be one person.',
    de: 'Beide sind Mitglieder. Zusammenführen lassen sich nur ein Mitglied und ein Kontakt oder zwei Kontakte.',
  },
  CONTACT_HAS_MEMBER: {
    status: 409,
    message: 'This contact belongs to a member. Delete the member first.',
    de: 'Dieser Kontakt gehört zu einem Mitglied. Lösche zuerst das Mitglied.',
  },
  INVALID_SETTINGS: { status: 400, message: 'These settings contradict each other.', de: 'Diese Einstellungen widersprechen sich.' },
})
