/** Words that several of these parts say. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const partWords = defineDashboardMessages(
  {
    undone: 'Undone.',
    startDate: 'Start date',
    endDate: 'End date',
    startTime: 'Start time',
    selectTime: 'Select a time',
    everyWeek: 'Every week',
    everyWeeks: (count: number) => `Every ${count} weeks`,
    staff: 'Staff',
    location: 'Location',
    member: 'Member',
    inPerson: 'In person',
    closed: 'Closed',
  },
  {
    de: {
      undone: 'Rückgängig gemacht.',
      startDate: 'Erster Tag',
      endDate: 'Letzter Tag',
      startTime: 'Beginn',
      selectTime: 'Zeit wählen',
      everyWeek: 'Jede Woche',
      everyWeeks: (count) => `Alle ${count} Wochen`,
      staff: 'Team',
      location: 'Standort',
      member: 'Mitglied',
      inPerson: 'Vor Ort',
      closed: 'Geschlossen',
    },
  },
)
