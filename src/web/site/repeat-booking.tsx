/** Books an appointment several times: each date with what stands against it, another time for those that are taken, and all in one go. */
import { useId, useState } from 'react'
import { useApiQuery } from '../api.ts'
import { ButtonLink, Button } from '../kit/button.tsx'
import { addDays, toDay } from '../kit/days.ts'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { formatDateTime } from '../kit/when.tsx'
import type { ReplyOf } from '../operations.ts'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, toBookedSlot, useSlots } from './catalog.ts'
import { canBook } from './sessions.tsx'
import { useShownZone } from './shown-zone.tsx'
import { maxParts, minParts, toSeriesUrl } from './visit.ts'

const messages = defineMessages(
  {
    title: 'Repeat this appointment',
    how: 'How often',
    every: (weeks: number) => (weeks === 1 ? 'Every week' : `Every ${weeks} weeks`),
    count: 'How many',
    times: (count: number) => `${count} times`,
    dates: 'Dates',
    status: {
      FREE: 'available',
      TAKEN: 'already taken',
      TOO_EARLY: 'not open for booking yet',
      TOO_LATE: 'too late to book',
      NOT_ONLINE: 'not bookable online',
    },
    others: (day: string) => `Other times on ${day}`,
    noOthers: 'Nothing else is available that day.',
    moved: 'another time',
    book: (count: number) => `Book ${count} appointments`,
    tooFew: 'Choose at least two dates',
    once: 'Book it only once',
  },
  {
    de: {
      title: 'Termin wiederholen',
      how: 'Wie oft',
      every: (weeks) => (weeks === 1 ? 'Jede Woche' : `Alle ${weeks} Wochen`),
      count: 'Wie viele',
      times: (count) => `${count}-mal`,
      dates: 'Termine',
      status: {
        FREE: 'verfügbar',
        TAKEN: 'schon vergeben',
        TOO_EARLY: 'noch nicht buchbar',
        TOO_LATE: 'zu spät zum Buchen',
        NOT_ONLINE: 'nicht online buchbar',
      },
      others: (day) => `Andere Zeiten am ${day}`,
      noOthers: 'An diesem Tag ist sonst nichts frei.',
      moved: 'andere Zeit',
      book: (count) => `${count} Termine buchen`,
      tooFew: 'Wähle mindestens zwei Termine',
      once: 'Nur einmal buchen',
    },
    fr: {
      title: 'Répéter ce rendez-vous',
      how: 'Fréquence',
      every: (weeks) => (weeks === 1 ? 'Toutes les semaines' : `Toutes les ${weeks} semaines`),
      count: 'Nombre de rendez-vous',
      times: (count) => `${count} fois`,
      dates: 'Dates',
      status: {
        FREE: 'disponible',
        TAKEN: 'déjà pris',
        TOO_EARLY: 'pas encore réservable',
        TOO_LATE: 'trop tard pour réserver',
        NOT_ONLINE: 'non réservable en ligne',
      },
      others: (day) => `Autres créneaux le ${day}`,
      noOthers: 'Rien d’autre n’est libre ce jour-là.',
      moved: 'autre créneau',
      book: (count) => `Réserver ${count} rendez-vous`,
      tooFew: 'Choisissez au moins deux dates',
      once: 'Réserver une seule fois',
    },
    es: {
      title: 'Repetir esta cita',
      how: 'Frecuencia',
      every: (weeks) => (weeks === 1 ? 'Cada semana' : `Cada ${weeks} semanas`),
      count: 'Número de citas',
      times: (count) => (count === 1 ? '1 vez' : `${count} veces`),
      dates: 'Fechas',
      status: {
        FREE: 'disponible',
        TAKEN: 'ya ocupada',
        TOO_EARLY: 'aún no se puede reservar',
        TOO_LATE: 'demasiado tarde para reservar',
        NOT_ONLINE: 'no se puede reservar en línea',
      },
      others: (day) => `Otras horas el ${day}`,
      noOthers: 'Ese día no queda nada más libre.',
      moved: 'otra hora',
      book: (count) => (count === 1 ? 'Reservar 1 cita' : `Reservar ${count} citas`),
      tooFew: 'Elige al menos dos fechas',
      once: 'Reservar solo una vez',
    },
  },
)

type RepeatDate = ReplyOf<'multiBookings.previewRepeat'>['dates'][number]
const weeksApart = [1, 2, 3, 4]
const counts = Array.from({ length: maxParts - minParts + 1 }, (_, at) => at + minParts)
const defaultCount = 6

interface RepeatBookingProps {
  service: Service
  /** The first appointment. */
  slot: SlotEntry
  extras: { choice: string; addOns: string } | undefined
  bookedAddOns: readonly unknown[] | undefined
  /** A hook that finds the times of what is booked. */
  useTimes: typeof useSlots
  onClose: () => void
}
export function RepeatBooking({ service, slot, extras, bookedAddOns, useTimes, onClose }: RepeatBookingProps) {
  const t = useMessages(messages)
  const [everyWeeks, setEveryWeeks] = useState(1)
  const [count, setCount] = useState(defaultCount)
  const body = { slot: toBookedSlot(slot), everyWeeks, count, ...(bookedAddOns?.length ? { bookedAddOns: bookedAddOns as { addOnId: string }[] } : {}) }
  const preview = useApiQuery('multiBookings.previewRepeat', { body })
  return (
    <section className="stack" aria-label={t.title}>
      <h3 className="h3">{t.title}</h3>
      <div className="row">
        <Choice label={t.how} value={everyWeeks} values={weeksApart} describe={t.every} onChoose={setEveryWeeks} />
        <Choice label={t.count} value={count} values={counts} describe={t.times} onChoose={setCount} />
      </div>
      {preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <RepeatDates
          // Other dates begin with nothing left out.
          key={preview.data.dates.map(({ startDate }) => startDate).join(' ')}
          dates={preview.data.dates}
          service={service}
          slot={slot}
          extras={extras}
          useTimes={useTimes}
        />
      ) : (
        <Skeletons kind="text" count={count} />
      )}
      <button type="button" className="plain link small" onClick={onClose}>
        {t.once}
      </button>
    </section>
  )
}

interface ChoiceProps {
  label: string
  value: number
  values: readonly number[]
  describe: (value: number) => string
  onChoose: (value: number) => void
}
function Choice({ label, value, values, describe, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="stack-s grow">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="select" value={value} onChange={(event) => onChoose(Number(event.target.value))}>
        {values.map((one) => (
          <option key={one} value={one}>
            {describe(one)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface RepeatDatesProps extends Pick<RepeatBookingProps, 'service' | 'slot' | 'extras' | 'useTimes'> {
  dates: readonly RepeatDate[]
}
/** What is booked of the dates: free ones unless they are left out, taken ones at the time chosen in place of theirs. */
function RepeatDates({ dates, service, slot, extras, useTimes }: RepeatDatesProps) {
  const t = useMessages(messages)
  const { zone } = useShownZone(service.conferencing?.enabled)
  const [left, setLeft] = useState<readonly string[]>([])
  const [instead, setInstead] = useState<Readonly<Record<string, SlotEntry>>>({})
  const chosen = dates.flatMap(({ startDate, endDate, status }) => {
    const other = instead[startDate]
    const resourceId = slot.slot.resource?.id
    if (other) return [{ start: other.slot.startDate, end: other.slot.endDate, resourceId }]
    return status === 'FREE' && !left.includes(startDate) ? [{ start: startDate, end: endDate, resourceId }] : []
  })
  return (
    <>
      <ol className="list" aria-label={t.dates}>
        {dates.map((date) => (
          <li key={date.startDate} className="stack-s">
            <DateRow
              date={date}
              instead={instead[date.startDate]}
              isLeft={left.includes(date.startDate)}
              zone={zone}
              onToggle={(takes) => setLeft(takes ? left.filter((one) => one !== date.startDate) : [...left, date.startDate])}
            />
            {date.status === 'TAKEN' ? (
              <OtherTimes
                date={date}
                service={service}
                resourceId={slot.slot.resource?.id}
                useTimes={useTimes}
                chosen={instead[date.startDate]}
                onChoose={(entry) => setInstead(toggleInstead(instead, date.startDate, entry))}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <div className="sticky-bar stack-s">
        {chosen.length < minParts ? (
          <Button full disabled>
            {t.tooFew}
          </Button>
        ) : (
          <ButtonLink full href={toSeriesUrl(slot, chosen, extras)}>
            {t.book(chosen.length)}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** A second press on the same time takes it back. */
function toggleInstead(instead: Readonly<Record<string, SlotEntry>>, date: string, entry: SlotEntry): Record<string, SlotEntry> {
  const { [date]: before, ...rest } = instead
  return before?.slot.startDate === entry.slot.startDate ? rest : { ...rest, [date]: entry }
}

interface DateRowProps {
  date: RepeatDate
  instead: SlotEntry | undefined
  isLeft: boolean
  onToggle: (takes: boolean) => void
  /** In which the date is named. */
  zone: string
}
function DateRow({ date: { startDate, status }, instead, isLeft, onToggle, zone }: DateRowProps) {
  const site = useSite()
  const t = useMessages(messages)
  const isFree = status === 'FREE'
  return (
    <label className="check">
      <input type="checkbox" checked={instead !== undefined || (isFree && !isLeft)} disabled={!isFree} onChange={(event) => onToggle(event.target.checked)} />
      <span>
        {formatDateTime(instead?.slot.startDate ?? startDate, zone, 'short', site.language)}
        {isFree ? null : <span className="dim small"> · {instead ? t.moved : t.status[status]}</span>}
      </span>
    </label>
  )
}

const nearestCount = 3
interface OtherTimesProps extends Pick<RepeatBookingProps, 'service' | 'useTimes'> {
  date: RepeatDate
  /** The person of the first appointment gives all of them. */
  resourceId: string | undefined
  chosen: SlotEntry | undefined
  onChoose: (entry: SlotEntry) => void
}
/** The nearest times of the same day and person. */
function OtherTimes({ date: { startDate }, service, resourceId, useTimes, chosen, onChoose }: OtherTimesProps) {
  const site = useSite()
  const t = useMessages(messages)
  const { zone } = useShownZone(service.conferencing?.enabled)
  const day = toDay(startDate, zone)
  const times = useTimes([service], day, 1, zone, resourceId ? { resourceId } : {})
  if (times.isPending) return <Skeletons kind="text" count={1} />
  const distance = (entry: SlotEntry) => Math.abs(Date.parse(entry.slot.startDate) - Date.parse(startDate))
  const nearest = (times.data?.availabilityEntries ?? [])
    .filter((one) => canBook(one) && (!resourceId || one.slot.resource?.id === resourceId))
    .filter((one) => toDay(one.slot.startDate, zone) < addDays(day, 1))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, nearestCount)
    .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
  if (nearest.length === 0) return <p className="small dim">{t.noOthers}</p>
  return (
    <div className="chips" role="group" aria-label={t.others(formatDateTime(startDate, zone, 'day', site.language))}>
      {nearest.map((entry) => (
        <button
          key={entry.slot.startDate}
          type="button"
          className="chip"
          aria-pressed={chosen?.slot.startDate === entry.slot.startDate}
          onClick={() => onChoose(entry)}
        >
          {formatDateTime(entry.slot.startDate, zone, 'time', site.language)}
        </button>
      ))}
    </div>
  )
}
