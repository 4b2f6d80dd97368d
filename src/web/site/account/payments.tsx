/** Everything the member paid and owes, for plans and bookings, with receipts. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../../api.ts'
import { Button, buttonClass } from '../../kit/button.tsx'
import { defineMessages, useMessages } from '../../kit/messages.ts'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { type Booking, useMyBookings } from '../member-data.ts'
import { mayOweBalance, PayBalance, useBalance } from './pay-balance.tsx'
import { PaymentRow } from './receipts.tsx'

const messages = defineMessages(
  {
    title: 'Payments',
    none: 'No payments yet',
    noneMeans: 'What you pay for plans and bookings appears here, each with its receipt.',
    plans: 'See plans',
    newer: 'Newer',
    older: 'Older',
    range: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
    booking: 'Booking',
  },
  {
    de: {
      title: 'Zahlungen',
      none: 'Noch keine Zahlungen',
      noneMeans: 'Was du für Tarife und Buchungen zahlst, steht hier, jeweils mit Beleg.',
      plans: 'Tarife ansehen',
      newer: 'Neuere',
      older: 'Ältere',
      range: (from, to, total) => `${from}–${to} von ${total}`,
      booking: 'Buchung',
    },
    fr: {
      title: 'Paiements',
      none: 'Aucun paiement pour l’instant',
      noneMeans: 'Ce que vous payez pour vos formules et réservations apparaît ici, avec chaque reçu.',
      plans: 'Voir les formules',
      newer: 'Plus récents',
      older: 'Plus anciens',
      range: (from, to, total) => `${from}–${to} sur ${total}`,
      booking: 'Réservation',
    },
    es: {
      title: 'Pagos',
      none: 'Aún no hay pagos',
      noneMeans: 'Lo que pagas por planes y reservas aparece aquí, cada pago con su recibo.',
      plans: 'Ver los planes',
      newer: 'Más recientes',
      older: 'Más antiguos',
      range: (from, to, total) => `${from}–${to} de ${total}`,
      booking: 'Reserva',
    },
  },
)
const pageSize = 20

export function MyPayments() {
  const t = useMessages(messages)
  const [offset, setOffset] = useState(0)
  const query = useApiQuery('moneyLists.listMyPayments', { query: { limit: pageSize, offset } })
  if (query.isPending) return <Skeletons kind="rows" />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { payments, total } = query.data
  return (
    <div className="stack">
      <h2 className="sr">{t.title}</h2>
      <OpenBalances />
      {payments.length === 0 ? (
        <div className="card">
          <EmptyState
            title={t.none}
            action={
              <Link to="/plans" className={buttonClass()}>
                {t.plans}
              </Link>
            }
          >
            {t.noneMeans}
          </EmptyState>
        </div>
      ) : (
        <div className="card">
          <ul className="list">
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment}>
                <PaidFor tab={payment.orderId ? 'plans' : payment.bookingId ? 'bookings' : undefined}>{payment.title || t.booking}</PaidFor>
              </PaymentRow>
            ))}
          </ul>
        </div>
      )}
      {total > pageSize ? (
        <div className="row row-between">
          <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
            {t.newer}
          </Button>
          <p className="dim small" aria-live="polite">
            {t.range(offset + 1, offset + payments.length, total)}
          </p>
          <Button variant="default" disabled={offset + payments.length >= total} onClick={() => setOffset(offset + pageSize)}>
            {t.older}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Its title, which leads to the plan or booking. */
const PaidFor = ({ tab, children }: { tab: 'plans' | 'bookings' | undefined; children: ReactNode }) => (
  <p>
    {tab ? (
      <Link to="/account" search={{ tab }} className="link">
        {children}
      </Link>
    ) : (
      children
    )}
  </p>
)

/** Bookings with a part that can still be paid online. */
function OpenBalances() {
  const { data } = useMyBookings()
  return (data?.extendedBookings ?? []).flatMap(({ booking }) => (mayOweBalance(booking) ? [<OpenBalance key={booking.id} booking={booking} />] : []))
}

function OpenBalance({ booking }: { booking: Booking }) {
  const t = useMessages(messages)
  const { data } = useBalance(booking)
  const title = booking.bookedEntity.title ?? t.booking
  return data?.balanceToken ? (
    <section className="card stack" aria-label={title}>
      <h3 className="card-title">{title}</h3>
      <p className="dim">
        <When at={booking.startDate} both />
      </p>
      <PayBalance booking={booking} title={title} />
    </section>
  ) : null
}
