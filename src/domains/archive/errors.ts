import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  SERVER_NOT_EMPTY: {
    status: 409,
    message: 'This server already has a site. A site can only be brought to a server that is still empty.',
    de: 'Auf diesem Server gibt es schon eine Website. Eine Website lässt sich nur auf einen leeren Server holen.',
  },
  NOT_AN_ARCHIVE: {
    status: 400,
    message: 'This file is not the archive of a site. Choose the file that “Download everything” made; its name ends in .tar.gz.',
    de: 'Diese Datei ist kein Archiv einer Website. Wähle die Datei, die beim Herunterladen entstanden ist. Ihr Name endet auf .tar.gz.',
  },
  ARCHIVE_DAMAGED: {
    status: 400,
    message: 'The archive is damaged or incomplete ({part}). Nothing was changed. Download or copy it again.',
    de: 'Das Archiv ist beschädigt oder unvollständig ({part}). Es wurde nichts geändert. Lade oder kopiere es noch einmal.',
  },
  ARCHIVE_TOO_OLD: {
    status: 409,
    message: 'The archive was made by an older version ({program}). Import it with that version, update that server, then export again.',
    de: 'Das Archiv stammt aus einer älteren Version ({program}). Importiere es dort, aktualisiere den Server und exportiere noch einmal.',
  },
  ARCHIVE_TOO_NEW: {
    status: 409,
    message: 'The archive was made by a newer version ({program}). Update this server first.',
    de: 'Das Archiv stammt aus einer neueren Version ({program}). Aktualisiere zuerst diesen Server.',
  },
  ARCHIVE_TOO_LARGE: {
    status: 413,
    message: 'The archive needs {needed} MB on the disk of this server; {free} MB are free.',
    de: 'Das Archiv braucht {needed} MB auf der Festplatte dieses Servers, frei sind {free} MB.',
  },
  NO_ARCHIVE: { status: 404, message: 'There is no archive to download. Make one first.', de: 'Es gibt kein Archiv. Erstelle zuerst eines.' },
})
