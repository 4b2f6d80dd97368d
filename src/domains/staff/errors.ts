/** Refusals of staff, resources and locations. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  REVISION_MISMATCH: {
    status: 409,
    message: 'This was changed in the meantime. Please reload.',
    de: 'Das wurde inzwischen geändert. Bitte lade die Seite neu.',
    fr: 'Un changement a eu lieu entre-temps. Rechargez la page.',
    es: 'Esto ha cambiado mientras tanto. Vuelve a cargar la página.',
  },
  RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME: {
    status: 409,
    message: 'A resource type with this name already exists.',
    de: 'Eine Art von Ressource mit diesem Namen gibt es schon.',
    fr: 'Un type de ressource porte déjà ce nom.',
    es: 'Ya existe un tipo de recurso con este nombre.',
  },
  MAX_NUMBER_OF_RESOURCE_TYPES_REACHED: {
    status: 428,
    message: 'There can be at most 50 resource types.',
    de: 'Es kann höchstens 50 Arten von Ressourcen geben.',
    fr: 'Il peut y avoir au maximum 50 types de ressources.',
    es: 'Puede haber como máximo 50 tipos de recursos.',
  },
  FAILED_PRECONDITION: {
    status: 428,
    message: 'This is still in use.',
    de: 'Das wird noch verwendet.',
    fr: 'C’est encore utilisé.',
    es: 'Esto todavía se usa.',
  },
  STAFF_INVITE_REQUIRES_ROLE: {
    status: 428,
    message: 'You can’t give a role in the team. Ask an owner to send the invitation.',
    de: 'Du kannst keine Rolle im Team vergeben. Bitte einen Inhaber, die Einladung zu senden.',
    fr: 'Vous ne pouvez pas attribuer de rôle dans l’équipe. Demandez à un propriétaire d’envoyer l’invitation.',
    es: 'No puedes asignar roles en el equipo. Pide a un propietario que envíe la invitación.',
  },
  NO_STAFF_MEMBER: {
    status: 409,
    message: 'Your account is not connected to a staff member. Ask the owner to connect it under Staff and hours.',
    de: 'Dein Konto ist mit keinem Teammitglied verbunden. Bitte den Inhaber, es zu verbinden.',
    fr: 'Votre compte n’est associé à aucune personne de l’équipe. Demandez au propriétaire du site de l’associer.',
    es: 'Tu cuenta no está conectada con ninguna persona del equipo. Pide al propietario que la conecte.',
  },
  TIME_OFF_OVERLAPS: {
    status: 409,
    message: 'You have already requested some of these days.',
    de: 'Einige dieser Tage hast du schon beantragt.',
    fr: 'Vous avez déjà demandé certains de ces jours.',
    es: 'Ya has solicitado algunos de estos días.',
  },
  TIME_OFF_ANSWERED: {
    status: 409,
    message: 'This request has been answered or withdrawn already.',
    de: 'Diese Anfrage ist schon beantwortet oder zurückgezogen.',
    fr: 'Cette demande a déjà reçu une réponse ou a été retirée.',
    es: 'Esta solicitud ya se ha respondido o retirado.',
  },
  EMPTY_ASSIGN_AND_UNASSIGN_LISTS: {
    status: 400,
    message: 'Name a tag to add or remove.',
    de: 'Bitte gib Schlagwörter zum Hinzufügen oder Entfernen an.',
    fr: 'Indiquez une étiquette à ajouter ou à retirer.',
    es: 'Indica una etiqueta que añadir o quitar.',
  },
})
