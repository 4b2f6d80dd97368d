/** How a span of weekly hours repeats, from when until when it counts, and where: closed until it says more than "every week". */
import { Select, TextInput } from '@mantine/core'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { Period } from '../entities.ts'
import { partWords } from './part-words.messages.ts'
import css from './week-hours.module.css'

const messages = defineDashboardMessages(
  {
    every: (count: number) => `every ${count} weeks`,
    from: (day: string) => `from ${day}`,
    until: (day: string) => `until ${day}`,
    at: (place: string) => `at ${place}`,
    atFormer: 'at a former location',
    details: (of: string) => `Details of ${of}`,
    repeats: 'Repeats',
    first: 'From',
    last: 'Until',
    allLocations: 'All locations',
    formerLocation: 'A former location',
    firstWeek: 'First week from',
    chooseFirstWeek: 'Choose a date in the first week.',
    notBefore: 'Must not be before the first day.',
  },
  {
    de: {
      every: (count) => `alle ${count} Wochen`,
      from: (day) => `ab ${day}`,
      until: (day) => `bis ${day}`,
      at: (place) => `am Standort „${place}“`,
      atFormer: 'an einem früheren Standort',
      details: (of) => `Details: ${of}`,
      repeats: 'Wiederholung',
      first: 'Ab',
      last: 'Bis',
      allLocations: 'Alle Standorte',
      formerLocation: 'Ein früherer Standort',
      firstWeek: 'Erste Woche ab',
      chooseFirstWeek: 'Wähle ein Datum in der ersten Woche.',
      notBefore: 'Darf nicht vor dem ersten Tag liegen.',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(partWords)

export interface HoursPlace {
  id: string
  name: string
}
const toRepeat = (interval: number) => ({ value: String(interval), label: interval === 1 ? wordText.everyWeek : wordText.everyWeeks(interval) })
const repeats = [1, 2, 3, 4].map(toRepeat)

/** What is not as usual about a span, in words. */
export function describeHours({ interval = 1, from, until, locationId }: Period, places: readonly HoursPlace[]): string {
  const place = places.find(({ id }) => id === locationId)?.name
  return [
    interval > 1 ? text.every(interval) : '',
    from && text.from(from),
    until && text.until(until),
    locationId && (place === undefined ? text.atFormer : text.at(place)),
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
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const { interval = 1, from, until, locationId } = period
  const isKnown = repeats.some(({ value }) => value === String(interval))
  const known = places.map(({ id, name }) => ({ value: id, label: name }))
  const isGone = locationId && !places.some(({ id }) => id === locationId)
  return (
    <div className={css.details} role="group" aria-label={t.details(of)}>
      <Select
        label={t.repeats}
        allowDeselect={false}
        value={String(interval)}
        data={isKnown ? repeats : [...repeats, toRepeat(interval)]}
        // Which week is the first one is counted from a day.
        onChange={(value) => value && onChange({ interval: Number(value), ...(value !== '1' && !from ? { from: today } : {}) })}
      />
      {(known.length > 1 || locationId) && (
        <Select
          label={words.location}
          allowDeselect={false}
          value={locationId ?? ''}
          data={[{ value: '', label: t.allLocations }, ...known, ...(isGone ? [{ value: locationId, label: t.formerLocation }] : [])]}
          onChange={(value) => onChange({ locationId: value || undefined })}
        />
      )}
      <TextInput
        type="date"
        label={interval > 1 ? t.firstWeek : t.first}
        value={from ?? ''}
        error={interval > 1 && !from ? t.chooseFirstWeek : undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={t.last}
        min={from ?? undefined}
        value={until ?? ''}
        error={from && until && until < from ? t.notBefore : undefined}
        onChange={(event) => onChange({ until: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
