/** One click for a member whose plan pays. Loaded when there is one. */
import { Button } from '../kit/button.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { Note } from '../kit/states.tsx'
import { formatDateTime } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import type { SlotEntry } from './catalog.ts'
import { type BookedExtras, useDirectBooking } from './direct-booking.ts'
import { type Balance, describeSpending } from './member-data.ts'

const messages = defineMessages(
  {
    left: (when: string, left: number, total: string) => `${when}. ${left} of ${total} left after this booking.`,
    bookWith: (spending: string) => `Book (${spending})`,
    otherwise: 'Pay another way or bring a guest',
  },
  {
    de: {
      left: (when, left, total) => `${when}. Danach sind noch ${left} von ${total} übrig.`,
      bookWith: (spending) => `Buchen (${spending})`,
      otherwise: 'Anders zahlen oder jemanden mitbringen',
    },
    fr: {
      left: (when, left, total) => `${when}. Après cette réservation, il en restera ${left} sur ${total}.`,
      bookWith: (spending) => `Réserver (${spending})`,
      otherwise: 'Payer autrement ou venir à plusieurs',
    },
    es: {
      left: (when, left, total) => `${when}. Después de esta reserva quedarán ${left} de ${total}.`,
      bookWith: (spending) => `Reservar (${spending})`,
      otherwise: 'Pagar de otra forma o traer a alguien',
    },
  },
)

interface PlanButtonProps {
  slot: SlotEntry
  plan: Balance
  /** The booking page, for any other way to pay. */
  url: string
  booked: BookedExtras | undefined
  /** In which the time is named. */
  zone: string
}

export function PlanButton({ slot, plan, url, booked, zone }: PlanButtonProps) {
  const site = useSite()
  const t = useMessages(messages)
  const direct = useDirectBooking()
  const when = formatDateTime(slot.slot.startDate, zone, 'short', site.language)
  return (
    <div className="sticky-bar stack-s">
      {direct.failure ? (
        <Note tone="bad" role="alert">
          {direct.failure}
        </Note>
      ) : null}
      <p className="small dim" role="status">
        {plan.unlimited ? when : t.left(when, Number(plan.balance) - 1, plan.total ?? '')}
      </p>
      <Button full busy={direct.busy || !direct.ready} onClick={() => void direct.book(slot, plan, url, booked)}>
        {t.bookWith(describeSpending(plan))}
      </Button>
      <a className="link small" href={url}>
        {t.otherwise}
      </a>
    </div>
  )
}
