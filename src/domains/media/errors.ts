import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide members §8 (photos). */
export const { kinds, codes, refuse } = defineRefusals({
  UNREADABLE_PICTURE: {
    status: 400,
    message: "We can't read this image. Please choose a PNG, JPEG, WebP or AVIF file.",
    de: 'Diese Datei ist kein gültiges Bild. Bitte wähle PNG, JPEG, WebP oder AVIF.',
    fr: 'Cette image n’est pas lisible. Choisissez un fichier PNG, JPEG, WebP ou AVIF.',
    es: 'No podemos leer esta imagen. Elige un archivo PNG, JPEG, WebP o AVIF.',
  },
  PICTURE_TOO_LARGE: {
    status: 400,
    message: 'This image is too large. The limit is 50 megapixels, for example 8600 × 5800.',
    de: 'Dieses Bild hat zu viele Bildpunkte. Bitte verkleinere es: höchstens 50 Megapixel, zum Beispiel 8600 × 5800.',
    fr: 'Cette image est trop grande. La limite est de 50 mégapixels, par exemple 8600 × 5800.',
    es: 'Esta imagen es demasiado grande. El límite es de 50 megapíxeles, por ejemplo 8600 × 5800.',
  },
  PICTURE_ADDRESS_REFUSED: {
    status: 400,
    message: 'Pictures are fetched from public https addresses only.',
    de: 'Bilder werden nur von öffentlichen https-Adressen geholt.',
    fr: 'Les images ne sont récupérées que depuis des adresses https publiques.',
    es: 'Las imágenes solo se obtienen de direcciones https públicas.',
  },
  PICTURE_UNREACHABLE: {
    status: 400,
    message: 'There is no picture at this address, or it cannot be reached.',
    de: 'Unter dieser Adresse gibt es kein Bild, oder sie ist nicht erreichbar.',
    fr: 'Il n’y a pas d’image à cette adresse, ou elle est injoignable.',
    es: 'No hay ninguna imagen en esta dirección o no se puede acceder a ella.',
  },
  PICTURE_IN_USE: {
    status: 409,
    message: 'This picture is still shown on your site. Choose another one there first.',
    de: 'Dieses Bild wird auf deiner Website noch gezeigt. Wähle dort zuerst ein anderes.',
    fr: 'Cette image est encore affichée sur votre site. Choisissez-en d’abord une autre à cet endroit.',
    es: 'Esta imagen todavía se muestra en tu sitio. Elige primero otra allí.',
  },
  TOO_MANY_PICTURES: {
    status: 429,
    message: "You've reached today's upload limit. Please try again tomorrow.",
    de: 'Du hast das Tageslimit für Bilder erreicht. Bitte versuche es morgen wieder.',
    fr: 'Vous avez atteint la limite d’envois du jour. Réessayez demain.',
    es: 'Has llegado al límite de subidas de hoy. Inténtalo de nuevo mañana.',
  },
})
