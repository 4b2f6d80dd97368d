/** Refusals of forms. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  FORM_NOT_FOUND: { status: 404, message: 'This form does not exist.', de: 'Dieses Formular gibt es nicht.' },
  FORM_CHANGED: {
    status: 409,
    message: 'This form was changed in the meantime. Please reload.',
    de: 'Dieses Formular wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  TOO_MANY_FORMS: { status: 428, message: 'There can be at most 100 forms.', de: 'Es kann höchstens 100 Formulare geben.' },
  DEFAULT_FORM_REQUIRED: {
    status: 428,
    message: 'The default form can be edited, but not archived or deleted.',
    de: 'Das Standardformular lässt sich bearbeiten, aber nicht archivieren oder löschen.',
  },
  FORM_FILE_NOT_ACCEPTED: {
    status: 400,
    message: 'Please choose a PDF, PNG, JPEG or WebP file of at most 10 MB.',
    de: 'Bitte wähle eine PDF-, PNG-, JPEG- oder WebP-Datei mit höchstens 10 MB.',
  },
  FORM_TAKES_NO_FILES: { status: 428, message: 'This form takes no files.', de: 'Dieses Formular nimmt keine Dateien an.' },
  TOO_MANY_FORM_FILES: {
    status: 429,
    message: 'You have uploaded many files already. Please try again later.',
    de: 'Du hast schon viele Dateien hochgeladen. Bitte versuche es später noch einmal.',
  },
  FORM_FILE_NOT_FOUND: { status: 404, message: 'This file does not exist.', de: 'Diese Datei gibt es nicht.' },
  SUBMISSION_NOT_FOUND: { status: 404, message: 'These answers do not exist.', de: 'Diese Antworten gibt es nicht.' },
})
