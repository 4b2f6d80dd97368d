/** An appointment of a series: which one it is, and cancelling all that are left. */
import { useApiMutation } from '../../api.ts'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { defineMessages, currentMessages, useMessages } from '../../kit/messages.ts'
import { toast } from '../../kit/toasts.tsx'
import { formatDateTime } from '../../kit/when.tsx'
import { useSite } from '../../site-context.tsx'
import type { ExtendedBooking } from '../member-data.ts'

const messages = defineMessages(
  {
    place: (place: number, count: number) => `Appointment ${place} of ${count}`,
    cancelAll: (count: number) => `Cancel all ${count}`,
    title: (title: string, count: number) => `Cancel ${count} appointments of ${title}?`,
    verb: (count: number) => `Cancel ${count} appointments`,
    keep: 'Keep them',
    means: 'These are cancelled. What is refunded follows the cancellation policy of each one.',
    cancelled: (count: number) => (count === 1 ? '1 appointment cancelled' : `${count} appointments cancelled`),
  },
  {
    de: {
      place: (place, count) => `Termin ${place} von ${count}`,
      cancelAll: (count) => `Alle ${count} absagen`,
      title: (title, count) => `${count} Termine „${title}“ absagen?`,
      verb: (count) => `${count} Termine absagen`,
      keep: 'Behalten',
      means: 'Diese Termine werden abgesagt. Was erstattet wird, richtet sich bei jedem nach seinen Stornobedingungen.',
      cancelled: (count) => (count === 1 ? '1 Termin abgesagt' : `${count} Termine abgesagt`),
    },
    fr: {
      place: (place, count) => `Rendez-vous ${place} sur ${count}`,
      cancelAll: (count) => `Annuler les ${count}`,
      title: (title, count) => `Annuler ${count} rendez-vous « ${title} » ?`,
      verb: (count) => `Annuler ${count} rendez-vous`,
      keep: 'Les conserver',
      means: 'Ces rendez-vous seront annulés. Les remboursements suivent les conditions de réservation de chacun.',
      cancelled: (count) => `${count} rendez-vous ${count === 1 ? 'annulé' : 'annulés'}`,
    },
    es: {
      place: (place, count) => `Cita ${place} de ${count}`,
      cancelAll: (count) => `Cancelar las ${count}`,
      title: (title, count) => `¿Cancelar ${count} citas de ${title}?`,
      verb: (count) => `Cancelar ${count} citas`,
      keep: 'Conservarlas',
      means: 'Estas citas se cancelarán. Los reembolsos dependen de las condiciones de reserva de cada una.',
      cancelled: (count) => (count === 1 ? '1 cita cancelada' : `${count} citas canceladas`),
    },
  },
)

const readTime = ({ booking }: ExtendedBooking) => Date.parse(booking.startDate)
/** All bookings of the series that the booking is part of, by time; empty when it is part of none. */
export function findSeries({ booking }: ExtendedBooking, all: readonly ExtendedBooking[]): readonly ExtendedBooking[] {
  const { id, type } = booking.multiServiceBookingInfo ?? {}
  if (!id || type !== 'SEPARATE_BOOKINGS') return []
  return all.filter((one) => one.booking.multiServiceBookingInfo?.id === id).toSorted((a, b) => readTime(a) - readTime(b))
}

interface SeriesProps {
  item: ExtendedBooking
  series: readonly ExtendedBooking[]
  title: string
  /** The cards are about to leave the list. */
  onRemoved: () => void
}
export const SeriesPlace = ({ item, series }: Pick<SeriesProps, 'item' | 'series'>) => {
  const t = useMessages(messages)
  return series.length > 1 ? <span className="block dim small">{t.place(series.indexOf(item) + 1, series.length)}</span> : null
}

/** Shown where at least two are left and the policy of each lets the customer cancel it. */
export function CancelSeries({ item, series, title, onRemoved }: SeriesProps) {
  const t = useMessages(messages)
  const site = useSite()
  const cancel = useApiMutation('multiBookings.cancelMultiServiceBooking')
  const left = series.filter(({ booking }) => ['CONFIRMED', 'PENDING'].includes(booking.status) && Date.parse(booking.startDate) > Date.now())
  const setId = item.booking.multiServiceBookingInfo?.id
  if (!setId || left.length < 2 || !left.every(({ allowedActions }) => allowedActions?.cancel)) return null
  return (
    <ConfirmButton
      label={
        <>
          {t.cancelAll(left.length)}
          <span className="sr"> {title}</span>
        </>
      }
      title={t.title(title, left.length)}
      confirmLabel={t.verb(left.length)}
      cancelLabel={t.keep}
      onConfirm={async () => {
        await cancel.mutateAsync({ params: { multiServiceBookingId: setId }, body: { participantNotification: { notifyParticipants: true } } })
        toast(currentMessages(messages).cancelled(left.length))
        onRemoved()
      }}
    >
      <ul className="list">
        {left.map(({ booking }) => (
          <li key={booking.id}>{formatDateTime(booking.startDate, site.timeZone, 'short', site.language)}</li>
        ))}
      </ul>
      <p className="small dim">{t.means}</p>
    </ConfirmButton>
  )
}
