import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addDays, dayIn, formatDay, startOfWeek } from '../kit/month.tsx'
import { Page } from '../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { zoneName } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { useServices, useSlots } from './catalog.ts'
import { SessionList } from './sessions.tsx'

export function Schedule() {
  const site = useSite()
  const search = useSearch({ strict: false }) as { week?: string; service?: string }
  const navigate = useNavigate()
  const today = dayIn(site.timeZone)
  const week = startOfWeek(/^\d{4}-\d{2}-\d{2}$/.test(search.week ?? '') ? (search.week as string) : today, site.weekStartsOn)
  const services = useServices()
  const classes = (services.data?.services ?? []).filter((one) => one.type === 'CLASS')
  const chosen = classes.filter((one) => !search.service || one.id === search.service)
  const slots = useSlots(
    chosen.map((one) => one.id),
    week,
    7,
    site.timeZone,
  )
  const show = (change: { week?: string | undefined; service?: string | undefined }) =>
    void navigate({ to: '.', search: (old: Record<string, unknown>) => ({ ...old, ...change }), replace: true } as never)
  const entries = slots.data?.availabilityEntries ?? []
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index))
    .map((day) => ({
      day,
      list: entries
        .filter((one) => dayIn(site.timeZone, one.slot.startDate) === day && Date.parse(one.slot.endDate) > Date.now())
        .toSorted((a, b) => a.slot.startDate.localeCompare(b.slot.startDate)),
    }))
    .filter((one) => one.list.length > 0)
  const label = `${formatDay(week, site.language, { day: 'numeric', month: 'long' })} – ${formatDay(addDays(week, 6), site.language, { day: 'numeric', month: 'long' })}`
  const ahead = useSlots(
    chosen.map((one) => one.id),
    addDays(week, 7),
    84,
    site.timeZone,
    { slotsPerDay: 1, enabled: slots.isSuccess && days.length === 0 },
  )
  const next = ahead.data?.availabilityEntries.map((one) => dayIn(site.timeZone, one.slot.startDate)).sort()[0]
  return (
    <Page title="Class schedule" lead={`All times in ${zoneName(site.timeZone)}.`}>
      <div className="row row-between" style={{ marginBottom: 20 }}>
        <div className="row" style={{ gap: 4 }}>
          <button type="button" className="month-step" aria-label="Previous week" disabled={week <= today} onClick={() => show({ week: addDays(week, -7) })}>
            ‹
          </button>
          <p className="strong" aria-live="polite">
            {label}
          </p>
          <button type="button" className="month-step" aria-label="Next week" onClick={() => show({ week: addDays(week, 7) })}>
            ›
          </button>
        </div>
        {classes.length > 1 ? (
          <label>
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
      {(services.error ?? slots.error) ? (
        <ErrorState
          error={services.error ?? slots.error}
          onRetry={() => {
            void services.refetch()
            void slots.refetch()
          }}
        />
      ) : services.isPending || (classes.length > 0 && slots.isPending) ? (
        <Skeletons kind="rows" count={4} />
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
        <div className="stack" style={{ gap: 28 }}>
          {days.map(({ day, list }) => (
            <section key={day} aria-label={formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}>
              <h2 className="day-title">{formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}</h2>
              <SessionList entries={list} services={classes} />
            </section>
          ))}
        </div>
      )}
    </Page>
  )
}
