import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  NOT_A_TABLE: {
    status: 400,
    message: 'This file can’t be read as a table. Export it as CSV and choose that file.',
    de: 'Diese Datei lässt sich nicht als Tabelle lesen. Exportiere sie als CSV und wähle diese Datei.',
    fr: 'Ce fichier n’est pas lisible comme tableau. Exportez-le en CSV et choisissez ce fichier.',
    es: 'Este archivo no se puede leer como tabla. Expórtalo como CSV y elige ese archivo.',
  },
  IMPORT_EMPTY: {
    status: 400,
    message: 'This file has no rows below its header.',
    de: 'Diese Datei hat keine Zeilen unter der Kopfzeile.',
    fr: 'Ce fichier n’a aucune ligne sous l’en-tête.',
    es: 'Este archivo no tiene filas debajo del encabezado.',
  },
  IMPORT_TOO_LARGE: {
    status: 413,
    message: 'This file is larger than {megabytes} MB. Split it and import the parts one after another.',
    de: 'Diese Datei ist größer als {megabytes} MB. Teile sie auf und importiere die Teile nacheinander.',
    fr: 'Ce fichier dépasse {megabytes} Mo. Divisez-le et importez les parties l’une après l’autre.',
    es: 'Este archivo supera los {megabytes} MB. Divídelo e importa las partes una tras otra.',
  },
  IMPORT_TOO_MANY_ROWS: {
    status: 413,
    message: 'This file has more than {rows} rows. Split it and import the parts one after another.',
    de: 'Diese Datei hat mehr als {rows} Zeilen. Teile sie auf und importiere die Teile nacheinander.',
    fr: 'Ce fichier a plus de {rows} lignes. Divisez-le et importez les parties l’une après l’autre.',
    es: 'Este archivo tiene más de {rows} filas. Divídelo e importa las partes una tras otra.',
  },
  IMPORT_MAPPING_INVALID: {
    status: 400,
    message: 'The columns can’t be imported like this: {problem}.',
    de: 'So lassen sich die Spalten nicht importieren: {problem}.',
    fr: 'Les colonnes ne peuvent pas être importées ainsi : {problem}.',
    es: 'Las columnas no se pueden importar así: {problem}.',
  },
  IMPORT_NOT_READY: {
    status: 409,
    message: 'This import has already been started.',
    de: 'Dieser Import wurde schon gestartet.',
    fr: 'Cette importation a déjà commencé.',
    es: 'Esta importación ya ha empezado.',
  },
  IMPORT_NOT_RUNNING: {
    status: 409,
    message: 'This import is not running.',
    de: 'Dieser Import läuft nicht.',
    fr: 'Cette importation n’est pas en cours.',
    es: 'Esta importación no está en curso.',
  },
  IMPORT_RUNNING: {
    status: 409,
    message: 'An import is running. Wait for it, or cancel it.',
    de: 'Es läuft ein Import. Warte ihn ab oder brich ihn ab.',
    fr: 'Une importation est en cours. Attendez-la ou annulez-la.',
    es: 'Hay una importación en curso. Espera a que termine o cancélala.',
  },
})
