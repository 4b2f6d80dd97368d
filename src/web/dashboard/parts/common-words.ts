/** Words that mean the same all over the dashboard: its usual buttons, notices and fields. The language never changes while the page is open. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

export const commonWords = currentMessages(
  defineDashboardMessages(
    {
      add: 'Add',
      cancel: 'Cancel',
      close: 'Close',
      copied: 'Copied',
      delete: 'Delete',
      edit: 'Edit',
      email: 'Email',
      name: 'Name',
      phone: 'Phone',
      remove: 'Remove',
      save: 'Save',
      saved: 'Saved.',
      tryAgain: 'Try again',
      undo: 'Undo',
    },
    {
      de: {
        add: 'Hinzufügen',
        cancel: 'Abbrechen',
        close: 'Schließen',
        copied: 'Kopiert',
        delete: 'Löschen',
        edit: 'Bearbeiten',
        email: 'E-Mail',
        name: 'Name',
        phone: 'Telefon',
        remove: 'Entfernen',
        save: 'Speichern',
        saved: 'Gespeichert.',
        tryAgain: 'Erneut versuchen',
        undo: 'Rückgängig',
      },
    },
  ),
)
