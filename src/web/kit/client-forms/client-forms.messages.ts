import { defineMessages } from '../messages.ts'

export const messages = defineMessages(
  {
    optional: '(optional)',
    clearAnswer: 'Clear answer',
    clearAnswerOf: (label: string) => `Clear answer: ${label}`,
    fileHint: 'PDF, PNG, JPEG or WebP, up to 10 MB. Only the business can open it.',
    choose: 'Choose file',
    replace: 'Choose another file',
    remove: 'Remove file',
    uploading: 'Uploading …',
    uploaded: (name: string) => `Attached: ${name}`,
    sign: 'Type your full name to sign.',
    draw: 'You can also draw your signature here.',
    pad: 'Drawn signature',
    clear: 'Clear drawing',
  },
  {
    de: {
      optional: '(optional)',
      clearAnswer: 'Antwort löschen',
      clearAnswerOf: (label) => `Antwort löschen: ${label}`,
      fileHint: 'PDF, PNG, JPEG oder WebP, höchstens 10 MB. Nur der Anbieter kann sie öffnen.',
      choose: 'Datei auswählen',
      replace: 'Andere Datei auswählen',
      remove: 'Datei entfernen',
      uploading: 'Wird hochgeladen …',
      uploaded: (name) => `Angehängt: ${name}`,
      sign: 'Unterschreibe, indem du deinen vollständigen Namen eingibst.',
      draw: 'Du kannst deine Unterschrift hier auch zeichnen.',
      pad: 'Gezeichnete Unterschrift',
      clear: 'Zeichnung löschen',
    },
  },
)
