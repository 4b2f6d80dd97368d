import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. */
export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  WEBSITE_CHANGED: {
    status: 409,
    message: 'Your site was changed elsewhere in the meantime. Please reload.',
    de: 'Deine Website wurde inzwischen anderswo geändert. Bitte lade die Seite neu.',
  },
  NO_CONTACT_FORM: { status: 428, message: "This site doesn't take messages.", de: 'Über diese Website lassen sich keine Nachrichten senden.' },
  TOO_MANY_MESSAGES: {
    status: 429,
    message: 'You have sent several messages already. Please try again later.',
    de: 'Du hast schon mehrere Nachrichten gesendet. Bitte versuche es später noch einmal.',
  },
})
