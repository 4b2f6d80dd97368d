/** The dates of a series that are left, each of which is cancelled by itself. */
import { call, queryClient } from '../../api.ts'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { currentMessages, defineMessages, useMessages } from '../../kit/messages.ts'
import { toast } from '../../kit/toasts.tsx'
import { formatDateTime } from '../../kit/when.tsx'
import { useSite } from '../../site-context.tsx'
import { isOpen, type ManageProps } from './managed-booking.ts'

const messages = defineMessages(
  {
    title: 'Cancel single dates',
    cancel: 'Cancel',
    ask: (when: string) => `Cancel ${when}?`,
    verb: 'Cancel this date',
    keep: 'Keep it',
    means: 'The other dates stay booked. What is refunded follows the cancellation policy.',
    cancelled: (when: string) => `${when} is cancelled`,
  },
  {
    de: {
      title: 'Einzelne Termine absagen',
      cancel: 'Absagen',
      ask: (when) => `${when} absagen?`,
      verb: 'Diesen Termin absagen',
      keep: 'Behalten',
      means: 'Die anderen Termine bleiben gebucht. Was erstattet wird, richtet sich nach den Stornobedingungen.',
      cancelled: (when) => `${when} ist abgesagt`,
    },
    fr: {
      title: 'Annuler une date',
      cancel: 'Annuler',
      ask: (when) => `Annuler la date du ${when} ?`,
      verb: 'Annuler cette date',
      keep: 'La conserver',
      means: 'Les autres dates restent réservées. Le remboursement dépend des conditions d’annulation.',
      cancelled: (when) => `Date annulée : ${when}`,
    },
    es: {
      title: 'Cancelar una fecha',
      cancel: 'Cancelar',
      ask: (when) => `¿Cancelar la fecha del ${when}?`,
      verb: 'Cancelar esta fecha',
      keep: 'Mantenerla',
      means: 'Las demás fechas siguen reservadas. El reembolso depende de las condiciones de cancelación.',
      cancelled: (when) => `Fecha cancelada: ${when}`,
    },
  },
)

export function CancelParts({ token, managed: { bookings, visit } }: ManageProps) {
  const t = useMessages(messages)
  const site = useSite()
  const left = bookings.filter(({ canCancel }) => canCancel)
  // The last one is cancelled by the button of the whole.
  if (visit?.type !== 'SEPARATE_BOOKINGS' || left.length === 0 || bookings.filter(isOpen).length < 2) return null
  const cancel = async (bookingId: string, when: string) => {
    await call('anonymousMultiBookings.cancelPartsAnonymously', { params: { token }, body: { bookingIds: [bookingId] } })
    toast(currentMessages(messages).cancelled(when))
    await queryClient.invalidateQueries()
  }
  return (
    <section className="stack-s" aria-labelledby="cancel-parts">
      <h3 className="h3" id="cancel-parts">
        {t.title}
      </h3>
      <ul className="list">
        {left.map(({ booking }) => {
          const when = formatDateTime(booking.startDate, site.timeZone, 'short', site.language)
          return (
            <li key={booking.id} className="row row-between line">
              <span>{when}</span>
              <ConfirmButton
                label={
                  <>
                    {t.cancel}
                    <span className="sr"> {when}</span>
                  </>
                }
                title={t.ask(when)}
                confirmLabel={t.verb}
                cancelLabel={t.keep}
                onConfirm={() => cancel(booking.id, when)}
              >
                <p>{t.means}</p>
              </ConfirmButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
