/** Refusals of staff, resources and locations. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  REVISION_MISMATCH: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME: {
    status: 409,
    message: 'A resource type with this name already exists.',
    de: 'Eine Art von Ressource mit diesem Namen gibt es schon.',
  },
  MAX_NUMBER_OF_RESOURCE_TYPES_REACHED: {
    status: 428,
    message: 'There can be at most 50 resource types.',
    de: 'Es kann höchstens 50 Arten von Ressourcen geben.',
  },
  FAILED_PRECONDITION: { status: 428, message: 'This is still in use.', de: 'Das wird noch verwendet.' },
  STAFF_INVITE_REQUIRES_ROLE: {
    status: 428,
    message: 'You can’t give a role in the team. Ask an owner to send the invitation.',
    de: 'Du kannst keine Rolle im Team vergeben. Bitte einen Inhaber, die Einladung zu senden.',
  },
  NO_STAFF_MEMBER: {
    status: 409,
    message: 'Your account is not connected to a staff member. Ask the owner to connect it under Staff and hours.',
    de: 'Dein Konto ist mit keinem Teammitglied verbunden. Bitte den Inhaber, es zu verbinden.',
  },
  TIME_OFF_OVERLAPS: {
    status: 409,
    message: 'You have already requested some of these days.',
    de: 'Einige dieser Tage hast du schon beantragt.',
  },
  TIME_OFF_ANSWERED: {
    status: 409,
    message: 'This request has been answered or withdrawn already.',
    de: 'Diese Anfrage ist schon beantwortet oder zurückgezogen.',
  },
  EMPTY_ASSIGN_AND_UNASSIGN_LISTS: { status: 400, message: 'Name a tag to add or remove.', de: 'Bitte gib Schlagwörter zum Hinzufügen oder Entfernen an.' },
})
