/** The available times of a service on a day, for the owner: client policies ("too late to book") do not apply. */
import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import css from './times.module.css'
import { formatInstant } from './format.ts'
import { type FreeTime, type TimedService, useFreeTimes, useNextFreeTime, type VisitChain } from './free-times.ts'
import { startOfDay, toDay } from '#web/kit/days.ts'

const timeKey = ({ slot }: FreeTime): string => `${slot.startDate}|${slot.location?.id ?? ''}|${slot.eventId ?? slot.resource?.id ?? ''}`

interface FreeTimePickerProps {
  service: TimedService
  date: string
  onDate: (date: string) => void
  value: FreeTime | undefined
  onChange: (time: FreeTime | undefined) => void
  people?: number
  label?: string
  chain?: VisitChain | undefined
}
export function FreeTimePicker({ service, date, onDate, value, onChange, people = 1, label = 'Time', chain }: FreeTimePickerProps) {
  const site = useSite()
  const found = useFreeTimes({ service, date, zone: site.timeZone, chain })
  const free = found.times?.filter((entry) => entry.openSpots >= people) ?? []
  return (
    <div>
      <TextInput
        size="md"
        type="date"
        label="Date"
        required
        value={date}
        onChange={(event) => {
          onChange(undefined)
          if (event.currentTarget.value) onDate(event.currentTarget.value)
        }}
      />
      <div role="group" aria-label={label} className={css.times}>
        {found.isPending ? (
          <Skeleton height={44} radius="md" />
        ) : found.error ? (
          <Text c="red" role="alert">
            {describeError(found.error)}
          </Text>
        ) : free.length === 0 ? (
          <NoTimes service={service} date={date} people={people} onDate={onDate} />
        ) : (
          free.map((entry) => {
            const picked = value !== undefined && timeKey(value) === timeKey(entry)
            const { slot } = entry
            const detail = slot.eventId ? `${entry.openSpots} left` : (slot.resource?.name ?? (entry.isAnyone ? 'Anyone' : ''))
            return (
              <button
                key={timeKey(entry)}
                type="button"
                className={css.time}
                aria-pressed={picked}
                aria-label={`${formatInstant(slot.startDate, site, 'time')} to ${formatInstant(slot.endDate, site, 'time')}${detail ? `, ${detail}` : ''}`}
                onClick={() => onChange(picked ? undefined : entry)}
              >
                {formatInstant(slot.startDate, site, 'time')}
                {detail && <small>{detail}</small>}
              </button>
            )
          })
        )}
      </div>
      <Text c="dimmed" size="sm">
        Times in {site.timeZone.replaceAll('_', ' ')}.
      </Text>
    </div>
  )
}

/** How far a day with free times is looked for. */
const DAYS_AHEAD = 28

interface NoTimesProps {
  service: TimedService
  date: string
  people: number
  onDate: (date: string) => void
}
/** A day without free times leads to the next one that has some. */
function NoTimes({ service, date, people, onDate }: NoTimesProps) {
  const site = useSite()
  const next = useNextFreeTime(service, { date, days: DAYS_AHEAD, zone: site.timeZone, people })
  return (
    <div role="status">
      <Text c="dimmed">No availability on {formatInstant(startOfDay(date, site.timeZone), site, 'long')}.</Text>
      {next ? (
        <Button variant="light" mt="xs" onClick={() => onDate(toDay(next, site.timeZone))}>
          Next free day: {formatInstant(next, site, 'day')}
        </Button>
      ) : (
        next === null && <Text c="dimmed">Nothing is free in the {DAYS_AHEAD} days after it either.</Text>
      )}
    </div>
  )
}
