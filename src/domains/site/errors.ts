import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide identity §2.1. */
export const { kinds, codes, refuse } = defineRefusals({
  ADDRESS_TAKEN: {
    status: 409,
    message: '{address} belongs to another site on this server.',
    de: '{address} gehört zu einer anderen Website auf diesem Server.',
    fr: '{address} appartient à un autre site de ce serveur.',
    es: '{address} pertenece a otro sitio de este servidor.',
  },
  ADDRESS_FIXED: {
    status: 409,
    message: 'The address of this site is set on the server (PUBLIC_URL).',
    de: 'Die Adresse dieser Website ist auf dem Server festgelegt (PUBLIC_URL).',
    fr: 'L’adresse de ce site est définie sur le serveur (PUBLIC_URL).',
    es: 'La dirección de este sitio está fijada en el servidor (PUBLIC_URL).',
  },
  ADDRESS_NOT_CHECKED: {
    status: 409,
    message: 'It is not proved yet that {address} leads to this server. Add it to the other addresses and check it first.',
    de: 'Es ist noch nicht nachgewiesen, dass {address} zu diesem Server führt. Trage die Adresse erst bei den weiteren Adressen ein und prüfe sie.',
    fr: 'Il n’est pas encore prouvé que {address} mène à ce serveur. Ajoutez-la d’abord aux autres adresses et vérifiez-la.',
    es: 'Aún no está comprobado que {address} lleve a este servidor. Añádala primero a las otras direcciones y compruébela.',
  },
})
