import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../kit/button.tsx'
import { addDays, dayIn, formatDay, formatDays, startOfWeek } from '../kit/month.tsx'
import { Page } from '../kit/page.tsx'
import { Bone, EmptyState, ErrorState } from '../kit/states.tsx'
import { visitorZone, zoneName } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { useWords, words } from '../kit/words.ts'
import { type Service, type SlotEntry, useServices, useSlots } from './catalog.ts'
import { SessionList, SessionSkeleton } from './sessions.tsx'

const said = words(
  {
    title: 'Class schedule',
    lead: (zone: string, elsewhere: boolean) => `All times in ${zone}${elsewhere ? ', where the studio is' : ''}.`,
    previous: 'Previous week',
    next: 'Next week',
    class: 'Class',
    all: 'All classes',
    moved: 'No more classes this week. This is the next week with classes.',
    none: 'No classes this week',
    goToNext: (day: string) => `Next week with classes: ${day}`,
    clear: 'Clear filters',
    planned: 'The next ones are already planned.',
    soon: 'New classes will appear here as soon as they are planned.',
    today: 'Today',
    showNext: 'Show the next week',
  },
  {
    de: {
      title: 'Kursplan',
      lead: (zone, elsewhere) => `Alle Zeiten in ${zone}${elsewhere ? ', also dort, wo das Studio ist' : ''}.`,
      previous: 'Vorige Woche',
      next: 'Nächste Woche',
      class: 'Kurs',
      all: 'Alle Kurse',
      moved: 'In dieser Woche gibt es keine Kurse mehr. Hier ist die nächste Woche mit Kursen.',
      none: 'Keine Kurse in dieser Woche',
      goToNext: (day) => `Nächste Woche mit Kursen: ${day}`,
      clear: 'Filter zurücksetzen',
      planned: 'Die nächsten sind schon geplant.',
      soon: 'Neue Kurse stehen hier, sobald sie geplant sind.',
      today: 'Heute',
      showNext: 'Nächste Woche zeigen',
    },
  },
)

const lookAheadDays = 84
/** The sessions of one week that are not over, by day; and the day of the next one after an empty week. */
function useWeek(services: readonly Service[], week: string) {
  const site = useSite()
  const ids = services.map((one) => one.id)
  const slots = useSlots(ids, week, 7, site.timeZone)
  const entries: SlotEntry[] = slots.isPlaceholderData ? [] : (slots.data?.availabilityEntries ?? [])
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index))
    .map((day) => ({
      day,
      list: entries
        .filter((one) => dayIn(site.timeZone, one.slot.startDate) === day && Date.parse(one.slot.endDate) > Date.now())
        .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate)),
    }))
    .filter((one) => one.list.length > 0)
  const loaded = slots.isSuccess && !slots.isPlaceholderData
  const after = addDays(week, 7)
  const ahead = useSlots(ids, after, lookAheadDays, site.timeZone, { slotsPerDay: 1, enabled: loaded && days.length === 0 })
  const next = ahead.isPlaceholderData
    ? undefined
    : ahead.data?.availabilityEntries
        .map((one) => dayIn(site.timeZone, one.slot.startDate))
        .filter((day) => day >= after)
        .sort()[0]
  return {
    days,
    next,
    error: slots.error,
    refetch: slots.refetch,
    loaded,
    searched: loaded && (days.length > 0 || (ahead.isSuccess && !ahead.isPlaceholderData)),
  }
}

export function Schedule() {
  const site = useSite()
  const t = useWords(said)
  const search = useSearch({ strict: false }) as { week?: string; service?: string }
  const navigate = useNavigate()
  const today = dayIn(site.timeZone)
  const services = useServices()
  const classes = (services.data?.services ?? []).filter((one) => one.type === 'CLASS')
  const chosen = classes.filter((one) => !search.service || one.id === search.service)
  const asked = /^\d{4}-\d{2}-\d{2}$/.test(search.week ?? '') ? (search.week as string) : undefined
  const first = startOfWeek(asked ?? today, site.weekStartsOn)
  const firstWeek = useWeek(chosen, first)
  // At the end of a week nobody wants to look at an empty page: without a wish the next week with classes is shown.
  const moved = asked === undefined && firstWeek.loaded && firstWeek.days.length === 0 ? firstWeek.next : undefined
  const week = moved ? startOfWeek(moved, site.weekStartsOn) : first
  const { days, next, loaded, searched, error, refetch } = useWeek(chosen, week)
  const show = (change: { week?: string | undefined; service?: string | undefined }) =>
    void navigate({ to: '.', search: (old: Record<string, unknown>) => ({ ...old, ...change }), replace: true } as never)
  const last = addDays(week, 6)
  const label = formatDays(week, last, site.language, { day: 'numeric', month: 'long' })
  const mine = visitorZone()
  const known = services.isSuccess && (chosen.length === 0 || (loaded && searched))
  return (
    <Page title={t.title} lead={t.lead(zoneName(site.timeZone), mine !== site.timeZone)}>
      <div className="row row-between filters">
        <div className="row week-steps">
          <button type="button" className="month-step" aria-label={t.previous} disabled={week <= today} onClick={() => show({ week: addDays(week, -7) })}>
            ‹
          </button>
          <h2 className="week-name" aria-live="polite">
            {label}
          </h2>
          <button type="button" className="month-step" aria-label={t.next} onClick={() => show({ week: addDays(week, 7) })}>
            ›
          </button>
        </div>
        {classes.length > 1 || services.isPending ? (
          <label className="filter-select">
            <span className="sr">{t.class}</span>
            <select className="select" value={search.service ?? ''} onChange={(event) => show({ service: event.currentTarget.value || undefined })}>
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
      {moved ? (
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
      ) : !known ? (
        <div className="day-row">
          <div className="day-title">
            <Bone width={110} />
          </div>
          <SessionSkeleton count={4} />
        </div>
      ) : days.length === 0 ? (
        <div className="card">
          <EmptyState
            title={t.none}
            action={
              next ? (
                <Button variant="light" onClick={() => show({ week: startOfWeek(next, site.weekStartsOn) })}>
                  {t.goToNext(formatDay(next, site.language, { day: 'numeric', month: 'long' }))}
                </Button>
              ) : search.service ? (
                <Button variant="light" onClick={() => show({ service: undefined })}>
                  {t.clear}
                </Button>
              ) : undefined
            }
          >
            {next ? t.planned : t.soon}
          </EmptyState>
        </div>
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
            <Button variant="light" onClick={() => show({ week: addDays(week, 7) })}>
              {t.showNext}
            </Button>
          </p>
        </>
      )}
    </Page>
  )
}
