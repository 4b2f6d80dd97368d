/** The available times of a service on a day, for the owner: client policies ("too late to book") do not apply. */
import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import css from './times.module.css'
import { formatInstant } from './format.ts'
import { addDays, startOfDay, toDay } from '#web/kit/days.ts'

export type FreeTime = ReplyOf<'availability.queryAvailability'>['availabilityEntries'][number] & {
  /** The parts of a visit of several services, in their order. */
  nestedSlots?: ReplyOf<'availability.calculateMultiSlotAvailability'>['slots'][number]['nestedSlots']
}
/** Further services of the same visit, and where it takes place. */
export interface VisitChain {
  serviceIds: readonly string[]
  location: { id?: string; locationType: string }
}
export const timeKey = ({ slot }: FreeTime): string => `${slot.startDate}|${slot.eventId ?? slot.resource?.id ?? ''}`

/** The times of a day: of one service, or those at which several fit one after the other. */
function useFreeTimes({ serviceId, resourceId, date, chain }: Pick<FreeTimePickerProps, 'serviceId' | 'resourceId' | 'date' | 'chain'>) {
  const site = useSite()
  const isChain = chain !== undefined && chain.serviceIds.length > 0
  const single = useApiQuery(
    'availability.queryAvailability',
    {
      body: {
        query: {
          filter: {
            serviceId: [serviceId],
            startDate: startOfDay(date, site.timeZone),
            endDate: startOfDay(addDays(date, 1), site.timeZone),
            ...(resourceId ? { resourceId: [resourceId] } : {}),
          },
        },
        timezone: site.timeZone,
      },
    },
    { enabled: !isChain },
  )
  const visit = useApiQuery(
    'availability.calculateMultiSlotAvailability',
    {
      body: {
        timeZone: site.timeZone,
        from: `${date}T00:00:00`,
        to: `${addDays(date, 1)}T00:00:00`,
        slots: [serviceId, ...(chain?.serviceIds ?? [])].map((id) => ({ serviceId: id })),
        ...(chain ? { location: chain.location } : {}),
        cursorPaging: { limit: 100 },
      },
    },
    { enabled: isChain },
  )
  const { isPending, error } = isChain ? visit : single
  const times: readonly FreeTime[] | undefined = isChain ? visit.data?.slots : single.data?.availabilityEntries
  return { times, isPending, error }
}

interface FreeTimePickerProps {
  serviceId: string
  resourceId?: string | undefined
  date: string
  onDate: (date: string) => void
  value: FreeTime | undefined
  onChange: (time: FreeTime | undefined) => void
  people?: number
  label?: string
  chain?: VisitChain | undefined
}
export function FreeTimePicker({ serviceId, resourceId, date, onDate, value, onChange, people = 1, label = 'Time', chain }: FreeTimePickerProps) {
  const site = useSite()
  const found = useFreeTimes({ serviceId, resourceId, date, chain })
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
          <NoTimes serviceId={serviceId} resourceId={resourceId} date={date} people={people} onDate={onDate} />
        ) : (
          free.map((entry) => {
            const picked = value !== undefined && timeKey(value) === timeKey(entry)
            const { slot } = entry
            const detail = slot.eventId ? `${entry.openSpots} left` : (slot.resource?.name ?? '')
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
  serviceId: string
  resourceId: string | undefined
  date: string
  people: number
  onDate: (date: string) => void
}
/** A day without free times leads to the next one that has some. */
function NoTimes({ serviceId, resourceId, date, people, onDate }: NoTimesProps) {
  const site = useSite()
  const later = useApiQuery('availability.queryAvailability', {
    body: {
      query: {
        filter: {
          serviceId: [serviceId],
          startDate: startOfDay(addDays(date, 1), site.timeZone),
          endDate: startOfDay(addDays(date, DAYS_AHEAD), site.timeZone),
          openSpots: people,
          ...(resourceId ? { resourceId: [resourceId] } : {}),
        },
        cursorPaging: { limit: 1 },
      },
      timezone: site.timeZone,
    },
  })
  const next = later.data?.availabilityEntries[0]?.slot.startDate
  return (
    <div role="status">
      <Text c="dimmed">No availability on {formatInstant(startOfDay(date, site.timeZone), site, 'long')}.</Text>
      {next ? (
        <Button variant="light" mt="xs" onClick={() => onDate(toDay(next, site.timeZone))}>
          Next free day: {formatInstant(next, site, 'day')}
        </Button>
      ) : (
        later.data && <Text c="dimmed">Nothing is free in the {DAYS_AHEAD} days after it either.</Text>
      )}
    </div>
  )
}
