/** Refusals of redirect sessions. Source: guide identity §8, §11. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const redirectErrors = defineRefusals({
  REDIRECT_DOMAIN_NOT_ALLOWED: {
    status: 403,
    message: "{domain} isn't listed as an allowed redirect domain.",
    de: '{domain} steht nicht auf der Liste der erlaubten Adressen.',
    fr: '{domain} ne figure pas parmi les adresses autorisées.',
    es: '{domain} no está en la lista de direcciones permitidas.',
  },
  UNSUPPORTED_REDIRECT_INTENT: {
    status: 400,
    message: 'This kind of page is not available on this site.',
    de: 'Solche Seiten gibt es auf dieser Website nicht.',
    fr: 'Ce type de page n’existe pas sur ce site.',
    es: 'Este tipo de página no existe en este sitio.',
  },
  REDIRECT_SESSION_EXPIRED: {
    status: 404,
    message: 'This link has expired.',
    de: 'Dieser Link ist abgelaufen.',
    fr: 'Ce lien a expiré.',
    es: 'Este enlace ha caducado.',
  },
  INVALID_SESSION_TOKEN: {
    status: 400,
    message: 'Your sign-in has expired. Please sign in again.',
    de: 'Deine Anmeldung ist abgelaufen. Bitte melde dich noch einmal an.',
    fr: 'Votre connexion a expiré. Reconnectez-vous.',
    es: 'Tu sesión ha caducado. Vuelve a iniciar sesión.',
  },
})
export const { kinds, refuse } = redirectErrors
