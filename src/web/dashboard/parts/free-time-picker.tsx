/** The available times of a service on a day, for the owner: client policies ("too late to book") do not apply. */
import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import css from './times.module.css'
import { formatInstant } from './format-times.ts'
import { type FreeTime, type TimedService, useFreeTimes, useNextFreeTime, type VisitChain } from './free-times.ts'
import { startOfDay, toDay, zonePlace } from '#web/kit/days.ts'

const messages = defineDashboardMessages(
  {
    time: 'Time',
    date: 'Date',
    left: (spots: number) => `${spots} left`,
    anyone: 'Anyone',
    range: (start: string, end: string) => `${start} to ${end}`,
    rangeOf: (start: string, end: string, detail: string) => `${start} to ${end}, ${detail}`,
    zone: (zone: string) => `Times in ${zone}.`,
    none: (day: string) => `No availability on ${day}.`,
    next: (day: string) => `Next free day: ${day}`,
    noneAfter: (days: number) => `Nothing is free in the ${days} days after it either.`,
  },
  {
    de: {
      time: 'Uhrzeit',
      date: 'Datum',
      left: (spots) => `${spots} frei`,
      anyone: 'Egal wer',
      range: (start, end) => `${start} bis ${end}`,
      rangeOf: (start, end, detail) => `${start} bis ${end}, ${detail}`,
      zone: (zone) => `Zeitzone: ${zone}.`,
      none: (day) => `Am ${day} ist nichts frei.`,
      next: (day) => `Nächster freier Tag: ${day}`,
      noneAfter: (days) => `Auch in den ${days} Tagen danach ist nichts frei.`,
    },
  },
)

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
export function FreeTimePicker({ service, date, onDate, value, onChange, people = 1, label, chain }: FreeTimePickerProps) {
  const t = useMessages(messages)
  const site = useSite()
  const found = useFreeTimes({ service, date, zone: site.timeZone, chain })
  const free = found.times?.filter((entry) => entry.openSpots >= people) ?? []
  return (
    <div>
      <TextInput
        size="md"
        type="date"
        label={t.date}
        required
        value={date}
        onChange={(event) => {
          onChange(undefined)
          if (event.currentTarget.value) onDate(event.currentTarget.value)
        }}
      />
      <div role="group" aria-label={label ?? t.time} className={css.times}>
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
            const [start, end] = [formatInstant(slot.startDate, site, 'time'), formatInstant(slot.endDate, site, 'time')]
            const detail = slot.eventId ? t.left(entry.openSpots) : (slot.resource?.name ?? (entry.isAnyone ? t.anyone : ''))
            return (
              <button
                key={timeKey(entry)}
                type="button"
                className={css.time}
                aria-pressed={picked}
                aria-label={detail ? t.rangeOf(start, end, detail) : t.range(start, end)}
                onClick={() => onChange(picked ? undefined : entry)}
              >
                {start}
                {detail && <small>{detail}</small>}
              </button>
            )
          })
        )}
      </div>
      <Text c="dimmed" size="sm">
        {t.zone(zonePlace(site.timeZone))}
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
  const t = useMessages(messages)
  const site = useSite()
  const next = useNextFreeTime(service, { date, days: DAYS_AHEAD, zone: site.timeZone, people })
  return (
    <div role="status">
      <Text c="dimmed">{t.none(formatInstant(startOfDay(date, site.timeZone), site, 'long'))}</Text>
      {next ? (
        <Button variant="light" mt="xs" onClick={() => onDate(toDay(next, site.timeZone))}>
          {t.next(formatInstant(next, site, 'day'))}
        </Button>
      ) : (
        next === null && <Text c="dimmed">{t.noneAfter(DAYS_AHEAD)}</Text>
      )}
    </div>
  )
}
