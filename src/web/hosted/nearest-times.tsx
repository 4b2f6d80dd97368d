/** After a slot was taken: the three nearest free ones of the service, then the full picker. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Skeletons } from '../kit/states.tsx'
import { formatDateTime } from '../kit/when.tsx'
import type { Service, SlotEntry, useSlots } from '../site/catalog.ts'
import { SlotPicker } from '../site/slot-picker.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { addDays, toDay, todayIn } from '../kit/days.ts'

const messages = defineMessages(
  {
    taken: 'That time was just taken. You haven’t been charged, and your details are saved.',
    take: 'Choose this time',
    nearest: 'Nearest available times:',
    none: 'No other times available around then.',
    all: 'See all times',
    otherServices: 'Choose another service',
  },
  {
    de: {
      taken: 'Diese Zeit ist gerade vergeben worden. Es wurde nichts abgebucht. Deine Eingaben bleiben erhalten.',
      take: 'Diese Zeit wählen',
      nearest: 'Die nächsten freien Zeiten:',
      none: 'Um diese Zeit herum ist nichts frei.',
      all: 'Alle Zeiten anzeigen',
      otherServices: 'Anderes Angebot wählen',
    },
    fr: {
      taken: 'Ce créneau vient d’être pris. Rien n’a été débité et vos informations sont conservées.',
      take: 'Choisir ce créneau',
      nearest: 'Créneaux libres les plus proches :',
      none: 'Aucun autre créneau libre autour de cette date.',
      all: 'Voir tous les créneaux',
      otherServices: 'Choisir une autre prestation',
    },
    es: {
      taken: 'Esa hora se acaba de ocupar. No se te ha cobrado nada y tus datos se conservan.',
      take: 'Elegir esta hora',
      nearest: 'Horas libres más cercanas:',
      none: 'No hay otras horas libres cerca de esa fecha.',
      all: 'Ver todas las horas',
      otherServices: 'Elegir otro servicio',
    },
  },
)

const daysAround = 10
interface NearestTimesProps {
  service: Service
  /** A hook that finds the times of what is booked. */
  useTimes: typeof useSlots
  /** ISO start of the slot that was taken. */
  takenStart: string | undefined
  /** In place of the sentence that says that nothing was paid. */
  reason?: ReactNode
  /** Where other services are listed, in a flow of a storefront. */
  otherServices?: string | undefined
  onSelect: (entry: SlotEntry) => void
}
export function NearestTimes({ service, useTimes, takenStart, reason, otherServices, onSelect }: NearestTimesProps) {
  const site = useSite()
  const t = useMessages(messages)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  const [showsAll, setShowsAll] = useState(false)
  const [chosen, setChosen] = useState<SlotEntry>()
  const at = takenStart ? Date.parse(takenStart) : Date.now()
  const today = todayIn(site.timeZone)
  const takenDay = [today, toDay(at, site.timeZone)].sort().at(-1) as string
  const from = [today, addDays(takenDay, -daysAround)].sort().at(-1) as string
  // Before and after that day.
  const options = { bookableOnly: true }
  const later = useTimes([service], takenDay, daysAround, site.timeZone, options)
  const earlier = useTimes([service], from, Math.round((Date.parse(takenDay) - Date.parse(from)) / 86_400_000), site.timeZone, {
    ...options,
    enabled: from < takenDay,
  })
  const isPending = later.isPending || (from < takenDay && earlier.isPending)
  const seen = new Set<string>()
  const nearest = [later, earlier]
    .flatMap(({ data }) => data?.availabilityEntries ?? [])
    .filter((one) => Date.parse(one.slot.startDate) > Date.now() && one.slot.startDate !== takenStart)
    .toSorted((a, b) => Math.abs(Date.parse(a.slot.startDate) - at) - Math.abs(Date.parse(b.slot.startDate) - at))
    .filter((one) => !seen.has(one.slot.startDate) && seen.add(one.slot.startDate))
    .slice(0, 3)
  return (
    <div className="card-quiet stack" role="alert" tabIndex={-1} ref={container}>
      <p className="strong">{reason ?? t.taken}</p>
      {showsAll ? (
        <>
          <SlotPicker service={service} selected={chosen} onSelect={setChosen} useTimes={useTimes} />
          <Button
            disabled={!chosen}
            onClick={() => {
              if (chosen) onSelect(chosen)
            }}
          >
            {t.take}
          </Button>
        </>
      ) : isPending ? (
        <Skeletons kind="text" count={2} />
      ) : (
        <>
          <p>{nearest.length > 0 ? t.nearest : t.none}</p>
          <div className="chips">
            {nearest.map((one) => (
              <button type="button" className="chip" key={one.slot.startDate} onClick={() => onSelect(one)}>
                {formatDateTime(one.slot.startDate, site.timeZone, 'short', site.language)}
              </button>
            ))}
          </div>
          <button type="button" className="plain link" onClick={() => setShowsAll(true)}>
            {t.all}
          </button>
        </>
      )}
      {otherServices ? (
        <a className="link" href={otherServices}>
          {t.otherServices}
        </a>
      ) : null}
    </div>
  )
}
