import { Switch } from '@mantine/core'
import { Fragment } from 'react'
import { Dialog } from '#web/kit/dialog.tsx'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import css from './command.module.css'
import { setSingleKeys, useSingleKeys } from '../parts/single-keys.ts'
import { modifierName } from './shortcuts.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    search: 'Search and actions',
    sameKey: 'The same with one key',
    thisList: 'This list',
    close: 'Close a panel or dialog',
    toToday: 'Go to Today',
    toCalendar: 'Go to Calendar',
    toBookings: 'Go to Bookings',
    toMembers: 'Go to Members',
    views: 'Day, week, month',
    otherViews: 'By staff or room, agenda',
    steps: 'Next, previous, today',
    entries: 'Move between entries',
    open: 'Open the selected entry, or add at the selected time',
    times: 'Move between times',
    arrows: 'Arrow keys',
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    screens: 'Screens',
    calendar: 'Calendar',
    single: 'Single-letter shortcuts',
    singleHint: 'Turn them off if your speech input or keyboard triggers them.',
  },
  {
    de: {
      search: 'Suche und Aktionen',
      sameKey: 'Dasselbe mit einer Taste',
      thisList: 'Diese Liste',
      close: 'Bereich oder Dialog schließen',
      toToday: 'Zu „Heute“',
      toCalendar: 'Zum Kalender',
      toBookings: 'Zu den Buchungen',
      toMembers: 'Zu den Mitgliedern',
      views: 'Tag, Woche, Monat',
      otherViews: 'Nach Team oder Raum, Agenda',
      steps: 'Weiter, zurück, heute',
      entries: 'Von Eintrag zu Eintrag',
      open: 'Gewählten Eintrag öffnen oder zur gewählten Zeit hinzufügen',
      times: 'Von Zeit zu Zeit',
      arrows: 'Pfeiltasten',
      title: 'Tastenkürzel',
      everywhere: 'Überall',
      screens: 'Seiten',
      calendar: 'Kalender',
      single: 'Kürzel mit einem Buchstaben',
      singleHint: 'Schalte sie aus, wenn deine Spracheingabe oder Tastatur sie auslöst.',
    },
  },
)
const text = currentMessages(messages)

const general: [what: string, keys: string[]][] = [
  [text.search, [modifierName, 'K']],
  [text.sameKey, ['/']],
  [text.thisList, ['?']],
  [text.close, ['Esc']],
]
const screens: [what: string, keys: string[]][] = [
  [text.toToday, ['G', 'T']],
  [text.toCalendar, ['G', 'C']],
  [text.toBookings, ['G', 'B']],
  [text.toMembers, ['G', 'M']],
]
const calendar: [what: string, keys: string[]][] = [
  [text.views, ['D', 'W', 'M']],
  [text.otherViews, ['S', 'A']],
  [text.steps, ['N', 'P', 'T']],
  [commonWords.add, ['C']],
  [text.entries, ['Tab']],
  [text.open, ['Enter']],
  [text.times, [text.arrows]],
]

const Keys = ({ title, list }: { title: string; list: [what: string, keys: string[]][] }) => (
  <>
    <h3>{title}</h3>
    <dl className={css.keys}>
      {list.map(([what, keys]) => (
        <Fragment key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </>
)

/** Which keys do what, and the switch for those that are one letter. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Keys title={text.everywhere} list={general} />
      <Keys title={text.screens} list={screens} />
      <Keys title={text.calendar} list={calendar} />
      <Switch size="md" label={text.single} description={text.singleHint} checked={isOn} onChange={(event) => setSingleKeys(event.currentTarget.checked)} />
    </Dialog>
  )
}
