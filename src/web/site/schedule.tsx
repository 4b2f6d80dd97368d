import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../kit/button.tsx'
import { addDays, dayIn, formatDay, startOfWeek } from '../kit/month.tsx'
import { Page } from '../kit/page.tsx'
import { Bone, EmptyState, ErrorState } from '../kit/states.tsx'
import { visitorZone, zoneName } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useServices, useSlots } from './catalog.ts'
import { SessionList, SessionSkeleton } from './sessions.tsx'

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
  const write = (day: string, withMonth: boolean) => formatDay(day, site.language, { day: 'numeric', ...(withMonth ? { month: 'long' } : {}) })
  const label = `${write(week, week.slice(0, 7) !== last.slice(0, 7))} – ${write(last, true)}`
  const mine = visitorZone()
  const known = services.isSuccess && (chosen.length === 0 || (loaded && searched))
  return (
    <Page title="Class schedule" lead={`All times in ${zoneName(site.timeZone)}${mine === site.timeZone ? '' : `, where the studio is`}.`}>
      <div className="row row-between filters">
        <div className="row week-steps">
          <button type="button" className="month-step" aria-label="Previous week" disabled={week <= today} onClick={() => show({ week: addDays(week, -7) })}>
            ‹
          </button>
          <h2 className="week-name" aria-live="polite">
            {label}
          </h2>
          <button type="button" className="month-step" aria-label="Next week" onClick={() => show({ week: addDays(week, 7) })}>
            ›
          </button>
        </div>
        {classes.length > 1 || services.isPending ? (
          <label className="filter-select">
            <span className="sr">Class</span>
            <select className="select" value={search.service ?? ''} onChange={(event) => show({ service: event.currentTarget.value || undefined })}>
              <option value="">All classes</option>
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
          No more classes this week. This is the next week with classes.
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
            title="No classes this week"
            action={
              next ? (
                <Button variant="light" onClick={() => show({ week: startOfWeek(next, site.weekStartsOn) })}>
                  Next week with classes: {formatDay(next, site.language, { day: 'numeric', month: 'long' })}
                </Button>
              ) : search.service ? (
                <Button variant="light" onClick={() => show({ service: undefined })}>
                  Clear filters
                </Button>
              ) : undefined
            }
          >
            {next ? 'The next ones are already planned.' : 'New classes will appear here as soon as they are planned.'}
          </EmptyState>
        </div>
      ) : (
        <>
          {days.map(({ day, list }) => (
            <section key={day} className="day-row" aria-label={formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}>
              <h3 className="day-title">
                {day === today ? 'Today' : formatDay(day, site.language, { weekday: 'long' })}
                <span className="block dim small regular">{formatDay(day, site.language, { day: 'numeric', month: 'long' })}</span>
              </h3>
              <SessionList entries={list} services={classes} />
            </section>
          ))}
          <p className="below-list">
            <Button variant="light" onClick={() => show({ week: addDays(week, 7) })}>
              Show the next week
            </Button>
          </p>
        </>
      )}
    </Page>
  )
}
