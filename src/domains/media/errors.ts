import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide members §8 (photos). */
export const { kinds, codes, refuse } = defineRefusals({
  UNREADABLE_PICTURE: {
    status: 400,
    message: "We can't read this image. Please choose a PNG, JPEG, WebP or AVIF file.",
    de: 'Diese Datei ist kein gültiges Bild. Bitte wähle PNG, JPEG, WebP oder AVIF.',
  },
  PICTURE_TOO_LARGE: {
    status: 400,
    message: 'This image is too large. The limit is 50 megapixels, for example 8600 × 5800.',
    de: 'Dieses Bild hat zu viele Bildpunkte. Bitte verkleinere es: höchstens 50 Megapixel, zum Beispiel 8600 × 5800.',
  },
  PICTURE_IN_USE: {
    status: 409,
    message: 'This picture is still shown on your site. Choose another one there first.',
    de: 'Dieses Bild wird auf deiner Website noch gezeigt. Wähle dort zuerst ein anderes.',
  },
  TOO_MANY_PICTURES: {
    status: 429,
    message: "You've reached today's upload limit. Please try again tomorrow.",
    de: 'Du hast das Tageslimit für Bilder erreicht. Bitte versuche es morgen wieder.',
  },
})
