import { ActionIcon, Button, Loader, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './calendar.module.css'
import type { CalendarState } from './use-calendar.ts'
import { rangeTitle, stepDate, viewNames, views } from './views.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    previous: { day: 'Previous day', people: 'Previous day', week: 'Previous week', month: 'Previous month', agenda: 'Previous two weeks' },
    next: { day: 'Next day', people: 'Next day', week: 'Next week', month: 'Next month', agenda: 'Next two weeks' },
    loading: 'Loading',
    view: 'View',
  },
  {
    de: {
      previous: { day: 'Vorheriger Tag', people: 'Vorheriger Tag', week: 'Vorherige Woche', month: 'Vorheriger Monat', agenda: 'Vorherige zwei Wochen' },
      next: { day: 'Nächster Tag', people: 'Nächster Tag', week: 'Nächste Woche', month: 'Nächster Monat', agenda: 'Nächste zwei Wochen' },
      loading: 'Wird geladen',
      view: 'Ansicht',
    },
  },
)

/** Steps through the calendar and chooses its view. */
export function Toolbar({ calendar }: { calendar: CalendarState }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { view, date, today, from, to, phone, isFetching, showDate, setUrl } = calendar
  return (
    <div className={css.bar}>
      <div className={css.steps}>
        <ActionIcon size={44} variant="default" radius="xl" aria-label={t.previous[view]} onClick={() => showDate(stepDate(view, date, -1))}>
          <IconChevronLeft size={19} />
        </ActionIcon>
        <Button variant="default" disabled={date === today} onClick={() => showDate(today)}>
          {word.today}
        </Button>
        <ActionIcon size={44} variant="default" radius="xl" aria-label={t.next[view]} onClick={() => showDate(stepDate(view, date, 1))}>
          <IconChevronRight size={19} />
        </ActionIcon>
      </div>
      <h2 className={css.range} aria-live="polite">
        {rangeTitle(view, date, from, to)} {isFetching && <Loader size={16} role="img" aria-label={t.loading} />}
      </h2>
      {phone ? (
        <NativeSelect
          size="md"
          w={130}
          aria-label={t.view}
          value={view}
          onChange={(event) => setUrl({ view: event.currentTarget.value })}
          data={views.filter((one) => one === view || one !== 'week').map((value) => ({ value, label: viewNames[value] }))}
        />
      ) : (
        <SegmentedControl
          size="md"
          aria-label={t.view}
          value={view}
          onChange={(next) => setUrl({ view: next })}
          data={views.map((value) => ({ value, label: viewNames[value] }))}
        />
      )}
    </div>
  )
}
