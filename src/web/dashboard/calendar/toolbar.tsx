import { ActionIcon, Button, Loader, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import css from './calendar.module.css'
import type { CalendarState } from './use-calendar.ts'
import { rangeTitle, stepDate, stepNames, viewNames, views } from './views.ts'

/** Steps through the calendar and chooses its view. */
export function Toolbar({ calendar }: { calendar: CalendarState }) {
  const { view, date, today, from, to, phone, isFetching, showDate, setUrl } = calendar
  return (
    <div className={css.bar}>
      <div className={css.steps}>
        <ActionIcon
          size={44}
          variant="default"
          radius="xl"
          aria-label={`Previous ${stepNames[view].toLowerCase()}`}
          onClick={() => showDate(stepDate(view, date, -1))}
        >
          <IconChevronLeft size={19} />
        </ActionIcon>
        <Button variant="default" disabled={date === today} onClick={() => showDate(today)}>
          Today
        </Button>
        <ActionIcon
          size={44}
          variant="default"
          radius="xl"
          aria-label={`Next ${stepNames[view].toLowerCase()}`}
          onClick={() => showDate(stepDate(view, date, 1))}
        >
          <IconChevronRight size={19} />
        </ActionIcon>
      </div>
      <h2 className={css.range} aria-live="polite">
        {rangeTitle(view, date, from, to)} {isFetching && <Loader size={16} role="img" aria-label="Loading" />}
      </h2>
      {phone ? (
        <NativeSelect
          size="md"
          w={130}
          aria-label="View"
          value={view}
          onChange={(event) => setUrl({ view: event.currentTarget.value })}
          data={views.filter((one) => one === view || one !== 'week').map((value) => ({ value, label: viewNames[value] }))}
        />
      ) : (
        <SegmentedControl
          size="md"
          aria-label="View"
          value={view}
          onChange={(next) => setUrl({ view: next })}
          data={views.map((value) => ({ value, label: viewNames[value] }))}
        />
      )}
    </div>
  )
}
