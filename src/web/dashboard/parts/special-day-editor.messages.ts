/** Texts of the form of closing days and special hours. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

export const messages = defineDashboardMessages(
  {
    hoursAdded: 'Special hours added.',
    timeOffAdded: 'Time off added.',
    closureAdded: 'Closure added.',
    edit: (title: string) => `Edit ${title}`,
    editUnnamed: 'Edit these days',
    addTimeOff: 'Add time off',
    addClosureOrHours: 'Add closure or special hours',
    addClosure: 'Add closure',
    addHours: 'Add special hours',
    type: 'Type',
    timeOff: 'Time off',
    specialHours: 'Special hours',
    reason: 'Reason',
    reasonHint: 'Only visible to your team.',
    opens: 'Opens',
    closes: 'Closes',
    remove: (start: string, end: string) => `Remove ${start} to ${end}`,
    addPeriod: 'Add hours',
    checking: 'Checking for bookings…',
    notChecked: 'Couldn’t check for bookings. Existing bookings are not affected.',
    noneOutside: 'No bookings outside these hours.',
    noneOnDays: 'No bookings on these days.',
    outside: (count: number) =>
      count === 1
        ? '1 booking outside these hours. It stays booked; cancel or reschedule in the calendar.'
        : `${count} bookings outside these hours. They stay booked; cancel or reschedule in the calendar.`,
    onDays: (count: number) =>
      count === 1
        ? '1 booking on these days. It stays booked; cancel or reschedule in the calendar.'
        : `${count} bookings on these days. They stay booked; cancel or reschedule in the calendar.`,
    bookings: 'Bookings on these days',
    more: (count: number) => `and ${count} more`,
    open: 'Open',
    openNamed: (what: string, when: string) => `Open ${what}, ${when}`,
    problems: {
      noDate: 'Enter a date.',
      beforeStart: 'Must not be before the start date.',
      tooLong: 'Must be within a year of the start date.',
      noTime: 'Enter both times.',
      afterOpening: 'Must be after the opening time.',
      overlaps: 'Overlaps the hours above.',
    },
  },
  {
    de: {
      hoursAdded: 'Sonderzeiten hinzugefügt.',
      timeOffAdded: 'Abwesenheit hinzugefügt.',
      closureAdded: 'Schließtag hinzugefügt.',
      edit: (title) => `„${title}“ bearbeiten`,
      editUnnamed: 'Diese Tage bearbeiten',
      addTimeOff: 'Abwesenheit hinzufügen',
      addClosureOrHours: 'Schließtag oder Sonderzeiten hinzufügen',
      addClosure: 'Schließtag hinzufügen',
      addHours: 'Sonderzeiten hinzufügen',
      type: 'Art',
      timeOff: 'Abwesend',
      specialHours: 'Sonderzeiten',
      reason: 'Grund',
      reasonHint: 'Nur für dein Team sichtbar.',
      opens: 'Öffnet',
      closes: 'Schließt',
      remove: (start, end) => `${start} bis ${end} entfernen`,
      addPeriod: 'Zeiten hinzufügen',
      checking: 'Buchungen werden geprüft …',
      notChecked: 'Die Buchungen konnten nicht geprüft werden. Bestehende Buchungen bleiben, wie sie sind.',
      noneOutside: 'Keine Buchungen außerhalb dieser Zeiten.',
      noneOnDays: 'Keine Buchungen an diesen Tagen.',
      outside: (count) =>
        count === 1
          ? '1 Buchung außerhalb dieser Zeiten. Sie bleibt bestehen; absagen oder verschieben kannst du sie im Kalender.'
          : `${count} Buchungen außerhalb dieser Zeiten. Sie bleiben bestehen; absagen oder verschieben kannst du sie im Kalender.`,
      onDays: (count) =>
        count === 1
          ? '1 Buchung an diesen Tagen. Sie bleibt bestehen; absagen oder verschieben kannst du sie im Kalender.'
          : `${count} Buchungen an diesen Tagen. Sie bleiben bestehen; absagen oder verschieben kannst du sie im Kalender.`,
      bookings: 'Buchungen an diesen Tagen',
      more: (count) => (count === 1 ? 'und 1 weitere' : `und ${count} weitere`),
      open: 'Öffnen',
      openNamed: (what, when) => `${what}, ${when} öffnen`,
      problems: {
        noDate: 'Gib ein Datum ein.',
        beforeStart: 'Darf nicht vor dem ersten Tag liegen.',
        tooLong: 'Höchstens ein Jahr nach dem ersten Tag.',
        noTime: 'Gib beide Zeiten ein.',
        afterOpening: 'Muss nach dem Öffnen liegen.',
        overlaps: 'Überschneidet sich mit den Zeiten darüber.',
      },
    },
  },
)
