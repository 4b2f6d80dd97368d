import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. */
export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  WEBSITE_CHANGED: {
    status: 409,
    message: 'Your site was changed elsewhere in the meantime. Please reload.',
    de: 'Deine Website wurde inzwischen anderswo geändert. Bitte lade die Seite neu.',
    fr: 'Votre site a été modifié ailleurs entre-temps. Rechargez la page.',
    es: 'Tu sitio se ha cambiado en otro lugar mientras tanto. Vuelve a cargar la página.',
  },
  NO_CONTACT_FORM: {
    status: 428,
    message: "This site doesn't take messages.",
    de: 'Über diese Website lassen sich keine Nachrichten senden.',
    fr: 'Ce site ne reçoit pas de messages.',
    es: 'Este sitio no recibe mensajes.',
  },
  TOO_MANY_MESSAGES: {
    status: 429,
    message: 'You have sent several messages already. Please try again later.',
    de: 'Du hast schon mehrere Nachrichten gesendet. Bitte versuche es später noch einmal.',
    fr: 'Vous avez déjà envoyé plusieurs messages. Réessayez plus tard.',
    es: 'Ya has enviado varios mensajes. Inténtalo más tarde.',
  },
})
