/** What several parts of the screen of staff and hours say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const sharedMessages = defineDashboardMessages(
  {
    title: 'Staff and hours',
    staff: 'Staff',
    addStaff: 'Add staff member',
    addRoom: 'Add room',
    restore: 'Restore',
    hours: 'Hours',
    businessHours: 'Business hours',
    customHours: 'Custom hours',
    saveHours: 'Save hours',
    hoursSaved: 'Hours saved. Existing bookings are not affected.',
  },
  {
    de: {
      title: 'Team und Zeiten',
      staff: 'Team',
      addStaff: 'Teammitglied hinzufügen',
      addRoom: 'Raum hinzufügen',
      restore: 'Wiederherstellen',
      hours: 'Zeiten',
      businessHours: 'Öffnungszeiten',
      customHours: 'Eigene Zeiten',
      saveHours: 'Zeiten speichern',
      hoursSaved: 'Zeiten gespeichert. Bestehende Buchungen bleiben, wie sie sind.',
    },
  },
)
