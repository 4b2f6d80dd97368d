import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  SERVER_NOT_EMPTY: {
    status: 409,
    message: 'This server already has a site. A site can only be brought to a server that is still empty.',
    de: 'Auf diesem Server gibt es schon eine Website. Eine Website lässt sich nur auf einen leeren Server holen.',
    fr: 'Ce serveur a déjà un site. Un site ne peut être importé que sur un serveur encore vide.',
    es: 'Este servidor ya tiene un sitio. Un sitio solo se puede traer a un servidor que aún esté vacío.',
  },
  NOT_AN_ARCHIVE: {
    status: 400,
    message: 'This file is not the archive of a site. Choose the file that “Download everything” made; its name ends in .tar.gz.',
    de: 'Diese Datei ist kein Archiv einer Website. Wähle die Datei, die beim Herunterladen entstanden ist. Ihr Name endet auf .tar.gz.',
    fr: 'Ce fichier n’est pas l’archive d’un site. Choisissez le fichier téléchargé depuis le tableau de bord ; son nom se termine par .tar.gz.',
    es: 'Este archivo no es la copia de un sitio. Elige el archivo que descargaste del panel; su nombre termina en .tar.gz.',
  },
  ARCHIVE_DAMAGED: {
    status: 400,
    message: 'The archive is damaged or incomplete ({part}). Nothing was changed. Download or copy it again.',
    de: 'Das Archiv ist beschädigt oder unvollständig ({part}). Es wurde nichts geändert. Lade oder kopiere es noch einmal.',
    fr: 'L’archive est endommagée ou incomplète ({part}). Rien n’a été modifié. Téléchargez-la ou copiez-la à nouveau.',
    es: 'La copia está dañada o incompleta ({part}). No se ha cambiado nada. Descárgala o cópiala de nuevo.',
  },
  ARCHIVE_TOO_OLD: {
    status: 409,
    message: 'The archive was made by an older version ({program}). Import it with that version, update that server, then export again.',
    de: 'Das Archiv stammt aus einer älteren Version ({program}). Importiere es dort, aktualisiere den Server und exportiere noch einmal.',
    fr: 'L’archive vient d’une version plus ancienne ({program}). Importez-la avec cette version, mettez ce serveur à jour, puis exportez à nouveau.',
    es: 'La copia es de una versión anterior ({program}). Impórtala con esa versión, actualiza ese servidor y expórtala de nuevo.',
  },
  ARCHIVE_TOO_NEW: {
    status: 409,
    message: 'The archive was made by a newer version ({program}). Update this server first.',
    de: 'Das Archiv stammt aus einer neueren Version ({program}). Aktualisiere zuerst diesen Server.',
    fr: 'L’archive vient d’une version plus récente ({program}). Mettez d’abord ce serveur à jour.',
    es: 'La copia es de una versión más reciente ({program}). Actualiza primero este servidor.',
  },
  ARCHIVE_TOO_LARGE: {
    status: 413,
    message: 'The archive needs {needed} MB on the disk of this server; {free} MB are free.',
    de: 'Das Archiv braucht {needed} MB auf der Festplatte dieses Servers, frei sind {free} MB.',
    fr: 'L’archive a besoin de {needed} Mo sur le disque de ce serveur ; {free} Mo sont libres.',
    es: 'La copia necesita {needed} MB en el disco de este servidor; hay {free} MB libres.',
  },
  NO_ARCHIVE: {
    status: 404,
    message: 'There is no archive to download. Make one first.',
    de: 'Es gibt kein Archiv. Erstelle zuerst eines.',
    fr: 'Il n’y a pas d’archive à télécharger. Créez-en d’abord une.',
    es: 'No hay ninguna copia que descargar. Crea una primero.',
  },
})
