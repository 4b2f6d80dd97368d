import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide bookings §20.6. */
export const { kinds, codes, refuse } = defineRefusals({
  TEXTS_NOT_CONNECTED: {
    status: 428,
    message: 'No provider of text messages is connected.',
    de: 'Es ist kein Anbieter für SMS verbunden.',
  },
  UNKNOWN_TEXT_VARIABLE: {
    status: 400,
    message: 'Text messages have no variable called {names}.',
    de: 'SMS haben keine Variable {names}.',
  },
  TEXT_IS_QUEUED: { status: 428, message: 'This text message is already waiting to be sent.', de: 'Diese SMS wartet schon auf den Versand.' },
  TEXTS_NOT_WANTED: {
    status: 428,
    message: 'This number gets no text messages: its owner hasn’t asked for them, or has ended them.',
    de: 'Diese Nummer bekommt keine SMS. Ihr Inhaber hat keine bestellt oder sie abbestellt.',
  },
  TEXTS_STOPPED: {
    status: 428,
    message: 'This number has ended text messages. To get them again, text START to {sender}.',
    de: 'Für diese Nummer sind SMS abbestellt. Sende START an {sender}, um wieder welche zu bekommen.',
  },
  TEXT_SIGNATURE_INVALID: { status: 403, message: 'The signature is invalid.', de: 'Die Signatur passt nicht.' },
})
