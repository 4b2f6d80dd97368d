/** How a span of weekly hours repeats, from when until when it counts, and where: closed until it says more than "every week". */
import { Select, TextInput } from '@mantine/core'
import type { Period } from '../entities.ts'
import css from './week-hours.module.css'

export interface HoursPlace {
  id: string
  name: string
}
const repeats = [
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every 2 weeks' },
  { value: '3', label: 'Every 3 weeks' },
  { value: '4', label: 'Every 4 weeks' },
]
const toRepeat = (interval: number) => ({ value: String(interval), label: `Every ${interval} weeks` })

/** What is not as usual about a span, in words. */
export function describeHours({ interval = 1, from, until, locationId }: Period, places: readonly HoursPlace[]): string {
  return [
    interval > 1 ? `every ${interval} weeks` : '',
    from && `from ${from}`,
    until && `until ${until}`,
    locationId && `at ${places.find(({ id }) => id === locationId)?.name ?? 'a former location'}`,
  ]
    .filter(Boolean)
    .join(', ')
}

interface HoursDetailsProps {
  /** Names the span for those who hear it: "Monday 09:00". */
  of: string
  period: Period
  places: readonly HoursPlace[]
  today: string
  onChange: (change: Partial<Period>) => void
}
export function HoursDetails({ of, period, places, today, onChange }: HoursDetailsProps) {
  const { interval = 1, from, until, locationId } = period
  const isKnown = repeats.some(({ value }) => value === String(interval))
  const known = places.map(({ id, name }) => ({ value: id, label: name }))
  const isGone = locationId && !places.some(({ id }) => id === locationId)
  return (
    <div className={css.details} role="group" aria-label={`Details of ${of}`}>
      <Select
        label="Repeats"
        allowDeselect={false}
        value={String(interval)}
        data={isKnown ? repeats : [...repeats, toRepeat(interval)]}
        // Which week is the first one is counted from a day.
        onChange={(value) => value && onChange({ interval: Number(value), ...(value !== '1' && !from ? { from: today } : {}) })}
      />
      {(known.length > 1 || locationId) && (
        <Select
          label="Location"
          allowDeselect={false}
          value={locationId ?? ''}
          data={[{ value: '', label: 'All locations' }, ...known, ...(isGone ? [{ value: locationId, label: 'A former location' }] : [])]}
          onChange={(value) => onChange({ locationId: value || undefined })}
        />
      )}
      <TextInput
        type="date"
        label={interval > 1 ? 'First week from' : 'From'}
        value={from ?? ''}
        error={interval > 1 && !from ? 'Choose a date in the first week.' : undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="Until"
        min={from ?? undefined}
        value={until ?? ''}
        error={from && until && until < from ? 'Must not be before the first day.' : undefined}
        onChange={(event) => onChange({ until: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
