/** Refusals of forms. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  FORM_NOT_FOUND: {
    status: 404,
    message: 'This form does not exist.',
    de: 'Dieses Formular gibt es nicht.',
    fr: 'Ce formulaire n’existe pas.',
    es: 'Este formulario no existe.',
  },
  FORM_CHANGED: {
    status: 409,
    message: 'This form was changed in the meantime. Please reload.',
    de: 'Dieses Formular wurde inzwischen geändert. Bitte lade die Seite neu.',
    fr: 'Ce formulaire a été modifié entre-temps. Rechargez la page.',
    es: 'Este formulario ha cambiado mientras tanto. Vuelve a cargar la página.',
  },
  TOO_MANY_FORMS: {
    status: 428,
    message: 'There can be at most 100 forms.',
    de: 'Es kann höchstens 100 Formulare geben.',
    fr: 'Il peut y avoir au maximum 100 formulaires.',
    es: 'Puede haber como máximo 100 formularios.',
  },
  DEFAULT_FORM_REQUIRED: {
    status: 428,
    message: 'The default form can be edited, but not archived or deleted.',
    de: 'Das Standardformular lässt sich bearbeiten, aber nicht archivieren oder löschen.',
    fr: 'Le formulaire par défaut peut être modifié, mais pas archivé ni supprimé.',
    es: 'El formulario predeterminado se puede editar, pero no archivar ni eliminar.',
  },
  FORM_FILE_NOT_ACCEPTED: {
    status: 400,
    message: 'Please choose a PDF, PNG, JPEG or WebP file of at most 10 MB.',
    de: 'Bitte wähle eine PDF-, PNG-, JPEG- oder WebP-Datei mit höchstens 10 MB.',
    fr: 'Choisissez un fichier PDF, PNG, JPEG ou WebP de 10 Mo au maximum.',
    es: 'Elige un archivo PDF, PNG, JPEG o WebP de 10 MB como máximo.',
  },
  FORM_TAKES_NO_FILES: {
    status: 428,
    message: 'This form takes no files.',
    de: 'Dieses Formular nimmt keine Dateien an.',
    fr: 'Ce formulaire n’accepte pas de fichiers.',
    es: 'Este formulario no admite archivos.',
  },
  TOO_MANY_FORM_FILES: {
    status: 429,
    message: 'You have uploaded many files already. Please try again later.',
    de: 'Du hast schon viele Dateien hochgeladen. Bitte versuche es später noch einmal.',
    fr: 'Vous avez déjà envoyé beaucoup de fichiers. Réessayez plus tard.',
    es: 'Ya has subido muchos archivos. Inténtalo más tarde.',
  },
  FORM_FILE_NOT_FOUND: {
    status: 404,
    message: 'This file does not exist.',
    de: 'Diese Datei gibt es nicht.',
    fr: 'Ce fichier n’existe pas.',
    es: 'Este archivo no existe.',
  },
  SUBMISSION_NOT_FOUND: {
    status: 404,
    message: 'These answers do not exist.',
    de: 'Diese Antworten gibt es nicht.',
    fr: 'Ces réponses n’existent pas.',
    es: 'Estas respuestas no existen.',
  },
})
