/** Further services for the same visit, one after the other. Loaded with the panel of an appointment. */
import { useId, useState } from 'react'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { Skeleton } from '../kit/states.tsx'
import { formatDuration } from '../kit/when.tsx'
import { Price } from './cards.tsx'
import { findMinutes, type Service, useServices } from './catalog.ts'
import { findPlace } from './visit.ts'

const messages = defineMessages(
  {
    add: 'Add another service to this visit',
    legend: 'One after the other, in the order you choose them',
  },
  {
    de: {
      add: 'Weiteres Angebot zum selben Besuch',
      legend: 'Nacheinander, in der Reihenfolge deiner Wahl',
    },
    fr: {
      add: 'Ajouter une autre prestation à cette visite',
      legend: 'L’une après l’autre, dans l’ordre de votre choix',
    },
    es: {
      add: 'Añadir otro servicio a esta visita',
      legend: 'Uno tras otro, en el orden en que los elijas',
    },
  },
)

/** At most so many services follow one another. */
const maxParts = 6

/** What can follow in the same visit: appointments at the same place that are booked online and paid alike. */
const canFollow = (service: Service, other: Service): boolean =>
  other.id !== service.id &&
  other.type === 'APPOINTMENT' &&
  other.onlineBooking?.enabled !== false &&
  // Several prices would need a choice of their own.
  (other.payment?.rateType === 'FIXED' || other.payment?.rateType === 'NO_FEE') &&
  findPlace(other) !== undefined &&
  findPlace(other) === findPlace(service)

interface VisitServicesProps {
  service: Service
  added: readonly Service[]
  onChange: (to: Service[]) => void
}
export function VisitServices({ service, added, onChange }: VisitServicesProps) {
  const t = useMessages(messages)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const services = useServices()
  // As high as the button: what stands below stays where it is.
  if (services.isPending) return <Skeleton height={44} />
  const others = (services.data?.services ?? []).filter((other) => canFollow(service, other))
  if (others.length === 0) return null
  const placeIn = (other: Service) => added.findIndex((one) => one.id === other.id)
  return (
    <div className="stack-s">
      <button type="button" className="plain link" aria-expanded={isOpen || added.length > 0} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t.add}
      </button>
      {isOpen || added.length > 0 ? (
        <fieldset className="choices" id={id}>
          <legend className="small dim">{t.legend}</legend>
          {others.map((other) => {
            const place = placeIn(other)
            return (
              <label className="check" key={other.id}>
                <input
                  type="checkbox"
                  checked={place >= 0}
                  disabled={place < 0 && added.length + 1 >= maxParts}
                  onChange={(event) => onChange(event.target.checked ? [...added, other] : added.filter((one) => one.id !== other.id))}
                />
                <span>
                  {place >= 0 ? `${place + 2}. ` : ''}
                  {other.name}
                  <span className="dim small">
                    {' '}
                    · <Price service={other} /> · {formatDuration(findMinutes(other) ?? 60)}
                  </span>
                </span>
              </label>
            )
          })}
        </fieldset>
      ) : null}
    </div>
  )
}
