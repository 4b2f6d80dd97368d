import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide bookings §20.6. */
export const { kinds, codes, refuse } = defineRefusals({
  TEXTS_NOT_CONNECTED: {
    status: 428,
    message: 'No provider of text messages is connected.',
    de: 'Es ist kein Anbieter für SMS verbunden.',
    fr: 'Aucun fournisseur de SMS n’est connecté.',
    es: 'No hay ningún proveedor de SMS conectado.',
  },
  UNKNOWN_TEXT_VARIABLE: {
    status: 400,
    message: 'Text messages have no variable called {names}.',
    de: 'SMS haben keine Variable {names}.',
    fr: 'Les SMS n’ont pas de variable {names}.',
    es: 'Los SMS no tienen ninguna variable {names}.',
  },
  TEXT_IS_QUEUED: {
    status: 428,
    message: 'This text message is already waiting to be sent.',
    de: 'Diese SMS wartet schon auf den Versand.',
    fr: 'Ce SMS attend déjà d’être envoyé.',
    es: 'Este SMS ya está esperando su envío.',
  },
  TEXTS_NOT_WANTED: {
    status: 428,
    message: 'This number gets no text messages: its owner hasn’t asked for them, or has ended them.',
    de: 'Diese Nummer bekommt keine SMS. Ihr Inhaber hat keine bestellt oder sie abbestellt.',
    fr: 'Ce numéro ne reçoit pas de SMS : son titulaire n’en a pas demandé ou s’est désinscrit.',
    es: 'Este número no recibe SMS: su titular no los ha pedido o los ha cancelado.',
  },
  TEXTS_STOPPED: {
    status: 428,
    message: 'This number has ended text messages. To get them again, text START to {sender}.',
    de: 'Für diese Nummer sind SMS abbestellt. Sende START an {sender}, um wieder welche zu bekommen.',
    fr: 'Les SMS sont désactivés pour ce numéro. Pour en recevoir à nouveau, envoyez START au {sender}.',
    es: 'Los SMS están cancelados para este número. Para volver a recibirlos, envía START al {sender}.',
  },
  TEXT_SIGNATURE_INVALID: {
    status: 403,
    message: 'The signature is invalid.',
    de: 'Die Signatur passt nicht.',
    fr: 'La signature n’est pas valable.',
    es: 'La firma no es válida.',
  },
})
