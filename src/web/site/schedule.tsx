import { Button } from '../kit/button.tsx'
import { Page } from '../kit/page.tsx'
import { Skeleton, EmptyState, ErrorState } from '../kit/states.tsx'
import { zoneName } from '../kit/when.tsx'
import { useSearchParams } from '../search-params.ts'
import { useSite } from '../site-context.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { scheduleSearch } from '../site-search.ts'
import { type Service, type SlotEntry, useServices, useSlots } from './catalog.ts'
import { SessionList, SessionSkeleton } from './sessions.tsx'
import { useChangeSearch } from '../navigation.tsx'
import { addDays, formatDay, formatDays, startOfWeek, toDay, todayIn, visitorZone } from '../kit/days.ts'

const messages = defineMessages(
  {
    title: 'Class schedule',
    lead: (zone: string, elsewhere: boolean) => `All times in ${zone}${elsewhere ? ', where the studio is' : ''}.`,
    previous: 'Previous week',
    next: 'Next week',
    class: 'Class',
    all: 'All classes',
    moved: 'No more classes this week. Showing the next week with classes.',
    none: 'No classes this week',
    goToNext: (day: string) => `Next week with classes: ${day}`,
    clear: 'Clear filters',
    planned: 'The next classes are already scheduled.',
    soon: 'New classes appear here as soon as they’re scheduled.',
    today: 'Today',
    showNext: 'Show next week',
  },
  {
    de: {
      title: 'Kursplan',
      lead: (zone, elsewhere) => `Alle Zeiten in ${zone}${elsewhere ? ' (Ortszeit des Studios)' : ''}.`,
      previous: 'Vorherige Woche',
      next: 'Nächste Woche',
      class: 'Kurs',
      all: 'Alle Kurse',
      moved: 'In dieser Woche gibt es keine Kurse mehr. Hier ist die nächste Woche mit Kursen.',
      none: 'Keine Kurse in dieser Woche',
      goToNext: (day) => `Nächste Woche mit Kursen: ${day}`,
      clear: 'Filter zurücksetzen',
      planned: 'Die nächsten Kurse sind schon geplant.',
      soon: 'Neue Kurse erscheinen hier, sobald sie geplant sind.',
      today: 'Heute',
      showNext: 'Nächste Woche anzeigen',
    },
  },
)

const lookAheadDays = 84
/** Sessions of one week that are not over, by day, and the day of the next one after an empty week. */
function useWeek(services: readonly Service[], week: string) {
  const site = useSite()
  const ids = services.map((one) => one.id)
  const slots = useSlots(ids, week, 7, site.timeZone)
  const entries: SlotEntry[] = slots.isPlaceholderData ? [] : (slots.data?.availabilityEntries ?? [])
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index))
    .map((day) => ({
      day,
      list: entries
        .filter((one) => toDay(one.slot.startDate, site.timeZone) === day && Date.parse(one.slot.endDate) > Date.now())
        .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate)),
    }))
    .filter((one) => one.list.length > 0)
  const loaded = slots.isSuccess && !slots.isPlaceholderData
  const after = addDays(week, 7)
  const upcoming = useSlots(ids, after, lookAheadDays, site.timeZone, { slotsPerDay: 1, enabled: loaded && days.length === 0 })
  const next = upcoming.isPlaceholderData
    ? undefined
    : upcoming.data?.availabilityEntries
        .map((one) => toDay(one.slot.startDate, site.timeZone))
        .filter((day) => day >= after)
        .sort()[0]
  return {
    days,
    next,
    error: slots.error,
    refetch: slots.refetch,
    loaded,
    searched: loaded && (days.length > 0 || (upcoming.isSuccess && !upcoming.isPlaceholderData)),
  }
}

type ChangeSchedule = (change: { week?: string | undefined; service?: string | undefined }) => void
interface ScheduleFiltersProps {
  /** The first day of the week. */
  week: string
  today: string
  label: string
  classes: readonly Service[]
  isLoading: boolean
  service: string | undefined
  onChange: ChangeSchedule
}
function ScheduleFilters({ week, today, label, classes, isLoading, service, onChange }: ScheduleFiltersProps) {
  const t = useMessages(messages)
  return (
    <div className="row row-between filters">
      <div className="row week-steps">
        <button type="button" className="month-step" aria-label={t.previous} disabled={week <= today} onClick={() => onChange({ week: addDays(week, -7) })}>
          ‹
        </button>
        <h2 className="week-name" aria-live="polite">
          {label}
        </h2>
        <button type="button" className="month-step" aria-label={t.next} onClick={() => onChange({ week: addDays(week, 7) })}>
          ›
        </button>
      </div>
      {classes.length > 1 || isLoading ? (
        <label className="filter-select">
          <span className="sr">{t.class}</span>
          <select className="select" value={service ?? ''} onChange={(event) => onChange({ service: event.currentTarget.value || undefined })}>
            <option value="">{t.all}</option>
            {classes.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  )
}

function NoSessions({ next, service, onChange }: { next: string | undefined; service: string | undefined; onChange: ChangeSchedule }) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <div className="card">
      <EmptyState
        title={t.none}
        action={
          next ? (
            <Button variant="light" onClick={() => onChange({ week: startOfWeek(next, site.weekStartsOn) })}>
              {t.goToNext(formatDay(next, site.language, { day: 'numeric', month: 'long' }))}
            </Button>
          ) : service ? (
            <Button variant="light" onClick={() => onChange({ service: undefined })}>
              {t.clear}
            </Button>
          ) : undefined
        }
      >
        {next ? t.planned : t.soon}
      </EmptyState>
    </div>
  )
}

export function Schedule() {
  const site = useSite()
  const t = useMessages(messages)
  const search = useSearchParams(scheduleSearch)
  const changeSearch = useChangeSearch<typeof scheduleSearch>()
  const today = todayIn(site.timeZone)
  const services = useServices()
  const classes = (services.data?.services ?? []).filter((one) => one.type === 'CLASS')
  const chosen = classes.filter((one) => !search.service || one.id === search.service)
  const requestedWeek = /^\d{4}-\d{2}-\d{2}$/.test(search.week ?? '') ? (search.week as string) : undefined
  const first = startOfWeek(requestedWeek ?? today, site.weekStartsOn)
  const firstWeek = useWeek(chosen, first)
  // When no week is in the address and this one is over, show the next week with classes.
  const skippedTo = requestedWeek === undefined && firstWeek.loaded && firstWeek.days.length === 0 ? firstWeek.next : undefined
  const week = skippedTo ? startOfWeek(skippedTo, site.weekStartsOn) : first
  const { days, next, loaded, searched, error, refetch } = useWeek(chosen, week)
  const updateSearch: ChangeSchedule = (change) => changeSearch(change, { replace: true })
  const last = addDays(week, 6)
  const label = formatDays(week, last, site.language, { day: 'numeric', month: 'long' })
  const mine = visitorZone()
  const isLoaded = services.isSuccess && (chosen.length === 0 || (loaded && searched))
  return (
    <Page title={t.title} lead={t.lead(zoneName(site.timeZone), mine !== site.timeZone)}>
      <ScheduleFilters {...{ week, today, label, classes }} isLoading={services.isPending} service={search.service} onChange={updateSearch} />
      {skippedTo ? (
        <p className="note below-filters" role="status">
          {t.moved}
        </p>
      ) : null}
      {(services.error ?? error) ? (
        <ErrorState
          error={services.error ?? error}
          onRetry={() => {
            void services.refetch()
            void refetch()
          }}
        />
      ) : !isLoaded ? (
        <div className="day-row">
          <div className="day-title">
            <Skeleton width={110} />
          </div>
          <SessionSkeleton count={4} />
        </div>
      ) : days.length === 0 ? (
        <NoSessions next={next} service={search.service} onChange={updateSearch} />
      ) : (
        <>
          {days.map(({ day, list }) => (
            <section key={day} className="day-row" aria-label={formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}>
              <h3 className="day-title">
                {day === today ? t.today : formatDay(day, site.language, { weekday: 'long' })}
                <span className="block dim small regular">{formatDay(day, site.language, { day: 'numeric', month: 'long' })}</span>
              </h3>
              <SessionList entries={list} services={classes} />
            </section>
          ))}
          <p className="below-list">
            <Button variant="light" onClick={() => updateSearch({ week: addDays(week, 7) })}>
              {t.showNext}
            </Button>
          </p>
        </>
      )}
    </Page>
  )
}
