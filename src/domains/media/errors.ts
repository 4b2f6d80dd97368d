import { refusals } from '#kit/refusal.ts'

/** Every refusal of this domain. Source: guide members 8 (photos). */
export const { kinds, codes, refuse } = refusals({
  UNREADABLE_PICTURE: {
    status: 400,
    message: 'This is no picture that can be read. Please choose a PNG, JPEG, WebP or AVIF file.',
    de: 'Das ist kein lesbares Bild. Bitte wähle eine Datei als PNG, JPEG, WebP oder AVIF.',
  },
  TOO_MANY_PICTURES: {
    status: 429,
    message: 'That were many pictures for one day. Please go on tomorrow.',
    de: 'Das waren viele Bilder für einen Tag. Morgen geht es weiter.',
  },
})
