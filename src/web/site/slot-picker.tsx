/** Month and slots of one service. Opens on the first bookable day; says why there is none and where the next one is. */
import { type ReactNode, useState } from 'react'
import { Month } from '../kit/month.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { formatMoney } from '../kit/money.tsx'
import { ErrorState, Skeleton } from '../kit/states.tsx'
import { formatDateTime } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import { describeSpotsLeft, isFull } from './sessions.tsx'
import { ZoneSwitch } from './shown-zone.tsx'
import { findUnavailableReason, type SlotPickerState, useSlotPicker } from './use-slot-picker.ts'
import { addMonths, formatDay, toHour } from '../kit/days.ts'

const messages = defineMessages(
  {
    reasons: { none: 'not available', full: 'fully booked', early: 'booking opens later', late: 'booking closed', booked: 'your current time' },
    parts: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
    whom: 'Staff',
    anyone: 'Anyone',
    free: 'available',
    loading: 'loading',
    loadingTimes: 'Loading times',
    noneIn: (month: string) => `No available times in ${month}`,
    noneInBut: (month: string, next: string) => `No available times in ${month}. Next: ${next}`,
    allTaken: 'This month is fully booked.',
    nothingOpen: 'Nothing is scheduled or open for booking.',
    goTo: (day: string) => `Go to ${day}`,
    count: (count: number) => (count === 1 ? '1 time' : `${count} times`),
    times: 'Times',
    waitlist: 'waitlist',
    span: (day: string, start: string, until: string) => `${day}, ${start} to ${until}`,
    with: (person: string) => `with ${person}`,
  },
  {
    de: {
      reasons: { none: 'nicht verfügbar', full: 'ausgebucht', early: 'erst später buchbar', late: 'zu spät zum Buchen', booked: 'dein jetziger Termin' },
      parts: { morning: 'Vormittag', afternoon: 'Nachmittag', evening: 'Abend' },
      whom: 'Team',
      anyone: 'Keine Präferenz',
      free: 'verfügbar',
      loading: 'wird geladen',
      loadingTimes: 'Zeiten werden geladen',
      noneIn: (month) => `Keine freien Zeiten im ${month}`,
      noneInBut: (month, next) => `Keine freien Zeiten im ${month}. Die nächste: ${next}`,
      allTaken: 'In diesem Monat ist alles ausgebucht.',
      nothingOpen: 'In diesem Monat ist nichts buchbar.',
      goTo: (day) => `Zum ${day}`,
      count: (count) => (count === 1 ? '1 Zeit' : `${count} Zeiten`),
      times: 'Zeiten',
      waitlist: 'Warteliste',
      span: (day, start, until) => `${day}, ${start} bis ${until}`,
      with: (person) => `bei ${person}`,
    },
    fr: {
      reasons: { none: 'indisponible', full: 'complet', early: 'pas encore réservable', late: 'trop tard pour réserver', booked: 'votre créneau actuel' },
      parts: { morning: 'Matin', afternoon: 'Après-midi', evening: 'Soir' },
      whom: 'Équipe',
      anyone: 'Sans préférence',
      free: 'disponible',
      loading: 'chargement',
      loadingTimes: 'Chargement des créneaux',
      noneIn: (month) => `Aucun créneau disponible en ${month}`,
      noneInBut: (month, next) => `Aucun créneau disponible en ${month}. Le prochain : ${next}`,
      allTaken: 'Ce mois est complet.',
      nothingOpen: 'Rien n’est prévu ni ouvert à la réservation.',
      goTo: (day) => `Aller au ${day}`,
      count: (count) => (count < 2 ? `${count} créneau` : `${count} créneaux`),
      times: 'Créneaux',
      waitlist: 'liste d’attente',
      span: (day, start, until) => `${day}, de ${start} à ${until}`,
      with: (person) => `avec ${person}`,
    },
    es: {
      reasons: { none: 'no disponible', full: 'completo', early: 'aún no se puede reservar', late: 'demasiado tarde para reservar', booked: 'tu hora actual' },
      parts: { morning: 'Mañana', afternoon: 'Tarde', evening: 'Tarde-noche' },
      whom: 'Equipo',
      anyone: 'Sin preferencia',
      free: 'disponible',
      loading: 'cargando',
      loadingTimes: 'Cargando las horas',
      noneIn: (month) => `No hay horas libres en ${month}`,
      noneInBut: (month, next) => `No hay horas libres en ${month}. La próxima: ${next}`,
      allTaken: 'Este mes está completo.',
      nothingOpen: 'No hay nada programado ni abierto a reservas.',
      goTo: (day) => `Ir al ${day}`,
      count: (count) => (count === 1 ? '1 opción' : `${count} opciones`),
      times: 'Horas',
      waitlist: 'lista de espera',
      span: (day, start, until) => `${day}, de ${start} a ${until}`,
      with: (person) => `con ${person}`,
    },
  },
)

const toEntryKey = (entry: SlotEntry) => `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}|${entry.slot.resource?.id ?? ''}`
const monthsAhead = 12
const partsOfDay = [
  ['morning', 0, 12],
  ['afternoon', 12, 17],
  ['evening', 17, 24],
] as const
/** From this many times on they are shown by part of the day. */
const minTimesToGroup = 8

interface SlotPickerProps {
  service: Service
  selected: SlotEntry | undefined
  onSelect: (entry: SlotEntry | undefined) => void
  /** A hook that finds the times; those of the service when absent. */
  useTimes?: typeof useSlots
  /** The price of a staff member, where it depends on who gives the service. */
  priceOf?: (person: string) => string
  /** Full classes with a waitlist can be chosen, too. */
  withWaitlist?: boolean
  /** What is booked already, and therefore not offered. */
  isBooked?: (entry: SlotEntry) => boolean
}
export function SlotPicker({ service, selected, onSelect, useTimes = useSlots, priceOf, withWaitlist = true, isBooked }: SlotPickerProps) {
  const site = useSite()
  const t = useMessages(messages)
  const state = useSlotPicker({ service, onSelect, useTimes, withWaitlist, isBooked })
  const { byDay, isLoaded, isSelectable, failedQuery } = state
  if (failedQuery) return <ErrorState error={failedQuery.error} onRetry={() => void failedQuery.refetch()} />
  return (
    <div className="stack slot-picker">
      <PersonChips state={state} priceOf={priceOf} />
      <div>
        <Month
          shown={state.shown}
          onShow={state.showMonth}
          selected={state.day}
          onSelect={state.chooseDay}
          today={state.today}
          earliest={state.today}
          latest={addMonths(state.today, monthsAhead)}
          weekStartsOn={site.weekStartsOn}
          language={site.language}
          busy={!isLoaded}
          stateOf={(day) => {
            const entries = byDay.get(day)
            const open = entries?.some(isSelectable) ?? false
            return isLoaded ? { open, label: open ? t.free : t.reasons[findUnavailableReason(entries, isBooked)] } : { open: false, label: t.loading }
          }}
        />
        {/* Not below the times, which come later and would push it away. */}
        <p className="small dim">
          <ZoneSwitch zone={state.zone} changeZone={state.changeZone} />
        </p>
      </div>
      <div className="stack slot-times">
        <div aria-live="polite">
          <DayHeading state={state} />
        </div>
        <SlotGroups service={service} state={state} selected={selected} onSelect={onSelect} />
      </div>
    </div>
  )
}

function PersonChips({ state: { people, person, isPersonRequired, choosePerson }, priceOf }: { state: SlotPickerState; priceOf: SlotPickerProps['priceOf'] }) {
  const { currency, language } = useSite()
  const t = useMessages(messages)
  if (people.length < 2) return null
  return (
    <div className="chips" role="group" aria-label={t.whom}>
      {[...(isPersonRequired ? [] : [['', t.anyone] as const]), ...people].map(([id, name]) => (
        <button key={id} type="button" className="chip" aria-pressed={person === id} onClick={() => choosePerson(id)}>
          {name}
          {priceOf && id ? ` · ${formatMoney(priceOf(id), currency, language)}` : ''}
        </button>
      ))}
    </div>
  )
}

/** The chosen day; or why there is none, and where the next one is. */
function DayHeading({ state }: { state: SlotPickerState }) {
  const { language } = useSite()
  const t = useMessages(messages)
  const { first, day, nextFree, byDay, list, inMonth, isMonthEmpty, isWaiting, isLong } = state
  if (isWaiting)
    return (
      <div className="stack-s" aria-busy="true">
        <span className="sr">{t.loadingTimes}</span>
        <Skeleton width="60%" />
        <Skeleton height={48} />
      </div>
    )
  if (isMonthEmpty) {
    const monthName = formatDay(first, language, { month: 'long' })
    const next = nextFree && formatDay(nextFree, language, { day: 'numeric', month: 'long' })
    const reason = findUnavailableReason([...byDay.values()].flat())
    // Of appointments free times alone are known: the month may be full, or closed.
    const isUnexplained = isLong && reason === 'none'
    return (
      <div className="card-quiet stack-s">
        <p className="strong">{next ? t.noneInBut(monthName, next) : t.noneIn(monthName)}</p>
        {isUnexplained ? null : <p className="small dim">{reason === 'full' ? t.allTaken : t.nothingOpen}</p>}
        {next ? (
          <button type="button" className="plain link" onClick={state.goToNextFree}>
            {t.goTo(next)}
          </button>
        ) : null}
      </div>
    )
  }
  if (!day || !inMonth) return null
  return (
    <p className="strong">
      {formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}
      <span className="block dim small regular">{t.count(list.length)}</span>
    </p>
  )
}

interface SlotGroupsProps {
  service: Service
  state: SlotPickerState
  selected: SlotEntry | undefined
  onSelect: (entry: SlotEntry) => void
}
/** The times of the chosen day; many of them by part of the day, of which the first is open. */
function SlotGroups({ service, state, selected, onSelect }: SlotGroupsProps) {
  const t = useMessages(messages)
  const { list, zone, day, person, people, isLoaded, isDayLoaded } = state
  if (!isLoaded || !day || !isDayLoaded) return null
  const isChosen = (entry: SlotEntry) => selected !== undefined && toEntryKey(selected) === toEntryKey(entry)
  const renderList = (items: readonly SlotEntry[], name: string) => (
    <ul className="slots" aria-label={name}>
      {items.map((entry) => (
        <li key={toEntryKey(entry)}>
          <SlotButton
            entry={entry}
            service={service}
            zone={zone}
            day={day}
            chosen={isChosen(entry)}
            showsStaff={person !== '' || service.type !== 'APPOINTMENT' || people.length === 1}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ul>
  )
  if (list.length < minTimesToGroup) return renderList(list, t.times)
  const getHour = (entry: SlotEntry) => toHour(entry.slot.startDate, zone)
  return partsOfDay
    .map(([part, begin, until]) => ({ name: t.parts[part], items: list.filter((one) => getHour(one) >= begin && getHour(one) < until) }))
    .filter(({ items }) => items.length > 0)
    .map(({ name, items }, index) => (
      // Another day or zone begins with its first part again.
      <PartOfDay key={`${day} ${zone} ${name}`} name={name} count={items.length} opens={index === 0 || items.some(isChosen)}>
        {renderList(items, name)}
      </PartOfDay>
    ))
}

/** A part of the day whose times are shown when it is open. */
function PartOfDay({ name, count, opens, children }: { name: string; count: number; opens: boolean; children: ReactNode }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(opens)
  return (
    <details className="slot-part" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="summary">
        <span>
          <span className="strong">{name}</span> <span className="small dim">{t.count(count)}</span>
        </span>
      </summary>
      {isOpen ? children : null}
    </details>
  )
}

interface SlotButtonProps {
  entry: SlotEntry
  service: Service
  zone: string
  day: string
  chosen: boolean
  /** Whether the staff member is chosen already. */
  showsStaff: boolean
  onSelect: (entry: SlotEntry) => void
}
function SlotButton({ entry, service, zone, day, chosen, showsStaff, onSelect }: SlotButtonProps) {
  const { language } = useSite()
  const t = useMessages(messages)
  const start = formatDateTime(entry.slot.startDate, zone, 'time', language),
    until = formatDateTime(entry.slot.endDate, zone, 'time', language)
  const places = service.type === 'APPOINTMENT' ? '' : isFull(entry) ? t.waitlist : describeSpotsLeft(entry)
  const who = showsStaff && entry.slot.resource?.name ? t.with(entry.slot.resource.name) : ''
  return (
    <button
      type="button"
      className="slot"
      aria-pressed={chosen}
      aria-label={[t.span(formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' }), start, until), places, who].filter(Boolean).join(', ')}
      onClick={() => onSelect(entry)}
    >
      {start}
      {places ? <small>{places}</small> : null}
    </button>
  )
}
