import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  CONNECTION_SET_BY_SERVER: {
    status: 428,
    message: 'This is set up on the server. Ask the person who runs it.',
    de: 'Das ist auf dem Server eingerichtet. Frage die Person, die ihn betreibt.',
  },
  MAIL_SERVER_REFUSED: {
    status: 428,
    message: 'The mail server doesn’t accept this. It says: “{reason}”.',
    de: 'Der Mailserver nimmt das nicht an. Er sagt: „{reason}“.',
  },
  PASSWORD_REQUIRED: {
    status: 400,
    message: 'Enter the password: the stored one belongs to another server or user.',
    de: 'Gib das Passwort ein. Das gespeicherte gehört zu einem anderen Server oder Benutzer.',
  },
  NO_MAIL_SERVER: { status: 428, message: 'No mail server is connected.', de: 'Es ist kein Mailserver verbunden.' },
  STRIPE_REFUSED: {
    status: 428,
    message: 'Stripe can’t be connected. The answer: “{reason}”.',
    de: 'Stripe lässt sich nicht verbinden. Die Antwort: „{reason}“.',
  },
  NO_STRIPE: { status: 428, message: 'Stripe is not connected.', de: 'Stripe ist nicht verbunden.' },
  TEXT_PROVIDER_REFUSED: {
    status: 428,
    message: 'The provider doesn’t accept this. It says: “{reason}”.',
    de: 'Der Anbieter nimmt das nicht an. Er sagt: „{reason}“.',
  },
  TEXT_SECRET_REQUIRED: {
    status: 400,
    message: 'Enter the auth token: the stored one belongs to another account or address.',
    de: 'Gib das Auth-Token ein. Das gespeicherte gehört zu einem anderen Konto oder einer anderen Adresse.',
  },
  NO_TEXT_PROVIDER: { status: 428, message: 'No provider of text messages is connected.', de: 'Es ist kein Anbieter für SMS verbunden.' },
  ALREADY_SET_UP: {
    status: 409,
    message: 'This server already has a site. Sign in to its dashboard.',
    de: 'Auf diesem Server gibt es schon eine Website. Melde dich in ihrem Dashboard an.',
  },
  SETUP_CODE_INVALID: {
    status: 403,
    message: 'Open the link that the server printed when it started, or copy the code at its end.',
    de: 'Öffne den Link, den der Server beim Start ausgegeben hat, oder kopiere den Code an seinem Ende.',
  },
})
