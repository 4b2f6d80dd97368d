/** Refusals of the dashboard users' own domain. Those about factors, passkeys and passwords are identity's. Source: guide identity §11. */
import { identityErrors } from '#domains/identity/public.ts'
import { defineRefusals } from '#kit/api/refusal.ts'

const { REAUTHENTICATION_REQUIRED, FACTOR_EXISTS, NO_SECOND_STEP, PASSKEY_REFUSED, INVALID_RECOVERY_TOKEN } = identityErrors.kinds

export const { kinds, refuse } = defineRefusals({
  REAUTHENTICATION_REQUIRED,
  FACTOR_EXISTS,
  NO_SECOND_STEP,
  PASSKEY_REFUSED,
  INVALID_RECOVERY_TOKEN,
  WRONG_SIGN_IN: {
    status: 401,
    message: 'Wrong email or password.',
    de: 'E-Mail-Adresse oder Passwort ist falsch.',
    fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
    es: 'El correo o la contraseña no son correctos.',
  },
  NO_SITE_HERE: {
    status: 404,
    message: 'There is no site at this address.',
    de: 'Unter dieser Adresse gibt es keine Website.',
    fr: 'Il n’y a pas de site à cette adresse.',
    es: 'No hay ningún sitio en esta dirección.',
  },
  ALREADY_COLLABORATOR: {
    status: 409,
    message: 'This person is already a collaborator.',
    de: 'Diese Person ist schon im Team der Website.',
    fr: 'Cette personne fait déjà partie de l’équipe du site.',
    es: 'Esta persona ya forma parte del equipo del sitio.',
  },
  MORE_THAN_OWN_RIGHTS: {
    status: 403,
    message: 'You can only grant permissions that you have yourself.',
    de: 'Du kannst nur Rechte geben, die du selbst hast.',
    fr: 'Vous ne pouvez accorder que les autorisations que vous avez vous-même.',
    es: 'Solo puedes conceder los permisos que tú tienes.',
  },
  LAST_OWNER: {
    status: 409,
    message: 'A site needs an owner. Make someone else an owner first.',
    de: 'Eine Website braucht einen Inhaber. Bestimme zuerst einen anderen.',
    fr: 'Un site a besoin d’un propriétaire. Désignez d’abord quelqu’un d’autre.',
    es: 'Un sitio necesita un propietario. Nombra primero a otro.',
  },
  TOO_MANY_SAVED_FILTERS: {
    status: 409,
    message: 'You have saved the maximum number of filters. Delete one first.',
    de: 'Du hast schon so viele Filter gespeichert, wie möglich sind. Lösche zuerst einen.',
    fr: 'Vous avez enregistré le nombre maximal de filtres. Supprimez-en un d’abord.',
    es: 'Has guardado el máximo de filtros. Elimina uno primero.',
  },
  TEAM_ROLE_EXISTS: {
    status: 409,
    message: 'There is already a role with this name.',
    de: 'Eine Rolle mit diesem Namen gibt es schon.',
    fr: 'Un rôle porte déjà ce nom.',
    es: 'Ya hay un rol con este nombre.',
  },
  TOO_MANY_TEAM_ROLES: {
    status: 409,
    message: 'The site has the maximum number of roles. Delete one first.',
    de: 'Die Website hat schon so viele Rollen, wie möglich sind. Lösche zuerst eine.',
    fr: 'Le site a le nombre maximal de rôles. Supprimez-en un d’abord.',
    es: 'El sitio tiene el máximo de roles. Elimina uno primero.',
  },
  INVALID_INVITATION: {
    status: 400,
    message: 'This invitation is invalid or has expired.',
    de: 'Diese Einladung ist ungültig oder abgelaufen.',
    fr: 'Cette invitation n’est pas valable ou a expiré.',
    es: 'Esta invitación no es válida o ha caducado.',
  },
})
