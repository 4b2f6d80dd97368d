import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  NOT_A_TABLE: {
    status: 400,
    message: 'This file can’t be read as a table. Export it as CSV and choose that file.',
    de: 'Diese Datei lässt sich nicht als Tabelle lesen. Exportiere sie als CSV und wähle diese Datei.',
  },
  IMPORT_EMPTY: {
    status: 400,
    message: 'This file has no rows below its header.',
    de: 'Diese Datei hat keine Zeilen unter der Kopfzeile.',
  },
  IMPORT_TOO_LARGE: {
    status: 413,
    message: 'This file is larger than {megabytes} MB. Split it and import the parts one after another.',
    de: 'Diese Datei ist größer als {megabytes} MB. Teile sie auf und importiere die Teile nacheinander.',
  },
  IMPORT_TOO_MANY_ROWS: {
    status: 413,
    message: 'This file has more than {rows} rows. Split it and import the parts one after another.',
    de: 'Diese Datei hat mehr als {rows} Zeilen. Teile sie auf und importiere die Teile nacheinander.',
  },
  IMPORT_MAPPING_INVALID: {
    status: 400,
    message: 'The columns can’t be imported like this: {problem}.',
    de: 'So lassen sich die Spalten nicht importieren: {problem}.',
  },
  IMPORT_NOT_READY: {
    status: 409,
    message: 'This import has already been started.',
    de: 'Dieser Import wurde schon gestartet.',
  },
  IMPORT_NOT_RUNNING: { status: 409, message: 'This import is not running.', de: 'Dieser Import läuft nicht.' },
  IMPORT_RUNNING: { status: 409, message: 'An import is running. Wait for it, or cancel it.', de: 'Es läuft ein Import. Warte ihn ab oder brich ihn ab.' },
})
