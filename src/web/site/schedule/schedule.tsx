import { Button } from '../../kit/button.tsx'
import { Page } from '../../kit/page.tsx'
import { Skeleton, EmptyState, ErrorState } from '../../kit/states.tsx'
import { pageTime } from '../../rendered-page.ts'
import { useSearchParams } from '../../search-params.ts'
import { useSite } from '../../site-context.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { scheduleSearch } from '../../site-search.ts'
import { type Service, type SlotEntry, useServices, useSlots } from '../catalog.ts'
import { SessionList, SessionSkeleton } from '../sessions.tsx'
import { useShownZone, ZoneSwitch } from '../shown-zone.tsx'
import { dayParts, filterSessions, levels, listChoices, suitsLevel, type SessionFilter } from './filter-sessions.ts'
import { ScheduleFilters, WeekSteps, type ChangeSchedule } from './filters.tsx'
import { WeekGrid } from './week-grid.tsx'
import { useChangeSearch } from '../../navigation.tsx'
import { addDays, formatDay, formatDays, startOfWeek, toDay, todayIn } from '../../kit/days.ts'

const messages = defineMessages(
  {
    title: 'Class schedule',
    moved: 'No more classes this week. Showing the next week with classes.',
    none: 'No classes this week',
    noMatch: 'No classes match',
    other: 'Other classes take place this week.',
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
      moved: 'In dieser Woche gibt es keine Kurse mehr. Hier ist die nächste Woche mit Kursen.',
      none: 'Keine Kurse in dieser Woche',
      noMatch: 'Keine passenden Kurse',
      other: 'In dieser Woche finden andere Kurse statt.',
      goToNext: (day) => `Nächste Woche mit Kursen: ${day}`,
      clear: 'Filter zurücksetzen',
      planned: 'Die nächsten Kurse sind schon geplant.',
      soon: 'Neue Kurse erscheinen hier, sobald sie geplant sind.',
      today: 'Heute',
      showNext: 'Nächste Woche anzeigen',
    },
    fr: {
      title: 'Planning des cours',
      moved: 'Il n’y a plus de cours cette semaine. Voici la prochaine semaine avec des cours.',
      none: 'Aucun cours cette semaine',
      noMatch: 'Aucun cours ne correspond à vos filtres',
      other: 'D’autres cours ont lieu cette semaine.',
      goToNext: (day) => `Prochaine semaine avec des cours : ${day}`,
      clear: 'Effacer les filtres',
      planned: 'Les prochains cours sont déjà programmés.',
      soon: 'Les nouveaux cours apparaîtront ici dès qu’ils seront programmés.',
      today: 'Aujourd’hui',
      showNext: 'Afficher la semaine suivante',
    },
    es: {
      title: 'Horario de clases',
      moved: 'Esta semana ya no quedan clases. Aquí tienes la próxima semana con clases.',
      none: 'No hay clases esta semana',
      noMatch: 'Ninguna clase coincide con los filtros',
      other: 'Esta semana hay otras clases.',
      goToNext: (day) => `Próxima semana con clases: ${day}`,
      clear: 'Quitar filtros',
      planned: 'Las próximas clases ya están programadas.',
      soon: 'Las nuevas clases aparecerán aquí en cuanto se programen.',
      today: 'Hoy',
      showNext: 'Ver la semana siguiente',
    },
  },
)

const lookAheadDays = 84
/** Sessions of one week that are not over, narrowed, by day; and the day of the next one after a week without any. */
function useWeek(services: readonly Service[], week: string, filter: SessionFilter, zone: string) {
  const slots = useSlots(services, week, 7, zone)
  const weekDays = Array.from({ length: 7 }, (_, index) => addDays(week, index))
  const entries = (slots.isPlaceholderData ? [] : (slots.data?.availabilityEntries ?? [])).filter(
    ({ slot }) => weekDays.includes(toDay(slot.startDate, zone)) && Date.parse(slot.endDate) > pageTime(),
  )
  const shown = filterSessions(entries, filter, zone)
  const days = weekDays.map((day) => ({
    day,
    list: shown.filter(({ slot }) => toDay(slot.startDate, zone) === day).toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate)),
  }))
  const loaded = slots.isSuccess && !slots.isPlaceholderData
  const after = addDays(week, 7)
  const upcoming = useSlots(services, after, lookAheadDays, zone, { limit: 1, enabled: loaded && entries.length === 0 })
  const next = upcoming.isPlaceholderData
    ? undefined
    : upcoming.data?.availabilityEntries
        .map((one) => toDay(one.slot.startDate, zone))
        .filter((day) => day >= after)
        .sort()[0]
  return {
    days,
    choices: listChoices(entries, zone),
    /** Whether the week has sessions, and whether some of them are shown. */
    hasSessions: entries.length > 0,
    hasShown: shown.length > 0,
    next,
    error: slots.error,
    refetch: slots.refetch,
    loaded,
    searched: loaded && (entries.length > 0 || (upcoming.isSuccess && !upcoming.isPlaceholderData)),
  }
}

interface NoSessionsProps {
  next: string | undefined
  isFiltered: boolean
  /** The week has sessions, but none that the filters let through. */
  hasOthers: boolean
  onChange: ChangeSchedule
}
function NoSessions({ next, isFiltered, hasOthers, onChange }: NoSessionsProps) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <div className="card">
      <EmptyState
        title={hasOthers ? t.noMatch : t.none}
        action={
          next ? (
            <Button variant="light" onClick={() => onChange({ week: startOfWeek(next, site.weekStartsOn) })}>
              {t.goToNext(formatDay(next, site.language, { day: 'numeric', month: 'long' }))}
            </Button>
          ) : isFiltered ? (
            <Button variant="light" onClick={() => onChange({ service: undefined, teacher: undefined, place: undefined, part: undefined, level: undefined })}>
              {t.clear}
            </Button>
          ) : undefined
        }
      >
        {hasOthers ? t.other : next ? t.planned : t.soon}
      </EmptyState>
    </div>
  )
}

interface Day {
  day: string
  list: SlotEntry[]
}
function DayList({ days, services, today }: { days: readonly Day[]; services: Service[]; today: string }) {
  const t = useMessages(messages)
  const { language } = useSite()
  return days
    .filter(({ list }) => list.length > 0)
    .map(({ day, list }) => (
      <section key={day} className="day-row" aria-label={formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}>
        <h3 className="day-title">
          {day === today ? t.today : formatDay(day, language, { weekday: 'long' })}
          <span className="block dim small regular">{formatDay(day, language, { day: 'numeric', month: 'long' })}</span>
        </h3>
        <SessionList entries={list} services={services} />
      </section>
    ))
}

export function Schedule() {
  const site = useSite()
  const t = useMessages(messages)
  const search = useSearchParams(scheduleSearch)
  const changeSearch = useChangeSearch<typeof scheduleSearch>()
  const shown = useShownZone()
  const today = todayIn(shown.zone)
  const services = useServices()
  const classes = (services.data?.services ?? []).filter((one) => one.type === 'CLASS')
  const level = levels.find((one) => one === search.level)
  const chosen = classes.filter((one) => (!search.service || one.id === search.service) && suitsLevel(one, level))
  const requestedWeek = /^\d{4}-\d{2}-\d{2}$/.test(search.week ?? '') ? (search.week as string) : undefined
  const first = startOfWeek(requestedWeek ?? today, site.weekStartsOn)
  const filter: SessionFilter = { teacher: search.teacher, place: search.place, part: dayParts.find((part) => part === search.part) }
  const isFiltered = [search.service, level, ...Object.values(filter)].some((value) => value !== undefined)
  const firstWeek = useWeek(chosen, first, filter, shown.zone)
  // When no week is in the address and this one is over, show the next week with classes.
  const skippedTo = requestedWeek === undefined && firstWeek.loaded && !firstWeek.hasSessions ? firstWeek.next : undefined
  const week = skippedTo ? startOfWeek(skippedTo, site.weekStartsOn) : first
  const { days, choices, hasSessions, hasShown, next, loaded, searched, error, refetch } = useWeek(chosen, week, filter, shown.zone)
  const updateSearch: ChangeSchedule = (change) => changeSearch(change, { replace: true })
  const last = addDays(week, 6)
  const label = formatDays(week, last, site.language, { day: 'numeric', month: 'long' })
  const isLoaded = services.isSuccess && (chosen.length === 0 || (loaded && searched))
  return (
    <Page title={t.title} lead={<ZoneSwitch {...shown} />}>
      <WeekSteps {...{ week, today, label }} view={search.view === 'week' ? 'week' : 'list'} onChange={updateSearch} />
      <ScheduleFilters {...{ classes, level, choices, filter }} isLoading={services.isPending} service={search.service} onChange={updateSearch} />
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
      ) : !hasShown ? (
        <NoSessions {...{ next, isFiltered }} hasOthers={hasSessions} onChange={updateSearch} />
      ) : (
        <>
          {search.view === 'week' ? <WeekGrid {...{ days, today }} services={classes} /> : <DayList {...{ days, today }} services={classes} />}
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
