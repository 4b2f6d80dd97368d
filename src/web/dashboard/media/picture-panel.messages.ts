/** Texts of the panel of a picture. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    picture: 'Picture',
    save: 'Save changes',
    fileName: 'File name',
    alt: {
      en: 'Description in English',
      de: 'Description in German',
      fr: 'Description in French',
      es: 'Description in Spanish',
    },
    altHint: 'Read aloud by screen readers. Leave empty if decorative.',
    cropSaved: 'Crop saved as a new picture.',
    crops: 'Crops',
    crop: 'Crop',
    isUsed: 'It can be deleted once nothing shows it.',
    deleteAsk: (file: string) => `Delete ${file}?`,
    deleteEffect: 'Nothing on your site shows it. This can’t be undone.',
    delete: 'Delete picture',
    deleted: 'Picture deleted.',
  },
  {
    de: {
      picture: 'Bild',
      save: 'Änderungen speichern',
      fileName: 'Dateiname',
      alt: {
        en: 'Beschreibung auf Englisch',
        de: 'Beschreibung auf Deutsch',
        fr: 'Beschreibung auf Französisch',
        es: 'Beschreibung auf Spanisch',
      },
      altHint: 'Wird von Screenreadern vorgelesen. Leer lassen, wenn das Bild nur schmückt.',
      cropSaved: 'Ausschnitt als neues Bild gespeichert.',
      crops: 'Ausschnitte',
      crop: 'Zuschneiden',
      isUsed: 'Es lässt sich löschen, sobald es nirgends mehr zu sehen ist.',
      deleteAsk: (file) => `${file} löschen?`,
      deleteEffect: 'Auf deiner Website ist es nirgends zu sehen. Das lässt sich nicht rückgängig machen.',
      delete: 'Bild löschen',
      deleted: 'Bild gelöscht.',
    },
  },
)
