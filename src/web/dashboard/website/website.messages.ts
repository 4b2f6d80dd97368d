/** Texts that several parts of the editor share. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const websiteMessages = defineDashboardMessages(
  {
    home: 'Home',
    pages: 'Pages',
    menu: 'Menu',
    preview: 'Preview',
    addPage: 'Add page',
    address: 'Address',
    remove: (name: string) => `Remove ${name}`,
  },
  {
    de: {
      home: 'Startseite',
      pages: 'Seiten',
      menu: 'Menü',
      preview: 'Vorschau',
      addPage: 'Seite hinzufügen',
      address: 'Adresse',
      remove: (name) => `„${name}“ entfernen`,
    },
  },
)
