/** Payments of a booking with receipts and refunds. */
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../../api.ts'
import { Money } from '../../kit/money.tsx'
import { Taxes } from '../../kit/taxes.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { When } from '../../kit/when.tsx'
import { ReceiptButton } from './receipts.tsx'

const messages = defineMessages(
  {
    title: (booking: ReactNode) => <>Payments and receipts{booking}</>,
    of: (booking: string) => ` of ${booking}`,
    nothing: 'No card payments.',
    returned: (amount: ReactNode) => <>{amount} refunded</>,
    onItsWay: (amount: ReactNode) => <>{amount} refund in progress</>,
    late: 'Arrived too late, refunded',
    fee: 'Cancellation fee',
  },
  {
    de: {
      title: (booking) => <>Zahlungen und Belege{booking}</>,
      of: (booking) => ` für ${booking}`,
      nothing: 'Keine Kartenzahlungen.',
      returned: (amount) => <>{amount} erstattet</>,
      onItsWay: (amount) => <>Erstattung von {amount} unterwegs</>,
      late: 'Verspätet eingegangen, wird erstattet',
      fee: 'Stornogebühr',
    },
    fr: {
      title: (booking) => <>Paiements et reçus{booking}</>,
      of: (booking) => ` pour ${booking}`,
      nothing: 'Aucun paiement par carte.',
      returned: (amount) => <>Remboursé : {amount}</>,
      onItsWay: (amount) => <>Remboursement de {amount} en cours</>,
      late: 'Reçu trop tard, remboursé',
      fee: 'Frais d’annulation',
    },
    es: {
      title: (booking) => <>Pagos y recibos{booking}</>,
      of: (booking) => ` de ${booking}`,
      nothing: 'No hay pagos con tarjeta.',
      returned: (amount) => <>Reembolsado: {amount}</>,
      onItsWay: (amount) => <>Reembolso de {amount} en curso</>,
      late: 'Llegó demasiado tarde, reembolsado',
      fee: 'Cargo por cancelación',
    },
  },
)

/** Loaded when it is opened. */
export function BookingReceipts({ bookingId, title }: { bookingId: string; title: string }) {
  const t = useMessages(messages)
  const [opened, setOpened] = useState(false)
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="summary">{t.title(<span className="sr">{t.of(title)}</span>)}</summary>
      {opened ? <Payments bookingId={bookingId} /> : null}
    </details>
  )
}

function Payments({ bookingId }: { bookingId: string }) {
  const t = useMessages(messages)
  const query = useApiQuery('bookingMoney.getBookingMoney', { params: { id: bookingId } })
  if (query.isPending) return <Skeletons kind="text" count={2} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { payments, currency, taxes } = query.data.money
  if (payments.length === 0) return <p className="dim">{t.nothing}</p>
  return (
    <>
      <Taxes taxes={taxes} currency={currency} />
      <ul className="list">
        {payments.map((payment) => {
          const pendingRefund = payment.refunds.filter(({ state }) => state === 'SENDING').reduce((sum, { amount }) => sum + Number(amount), 0)
          return (
            <li className="row row-between line" key={payment.id}>
              <div className="grow">
                <p>
                  <span className="strong">
                    <Money value={payment.amount} currency={currency} />
                  </span>
                  {' · '}
                  <When at={payment.paidDate} style="date" />
                </p>
                {payment.kind === 'PRICE' ? null : <p className="dim">{payment.kind === 'LATE' ? t.late : t.fee}</p>}
                {pendingRefund > 0 ? (
                  <p className="dim">{t.onItsWay(<Money value={String(pendingRefund)} currency={currency} />)}</p>
                ) : Number(payment.refunded) > 0 ? (
                  <p className="dim">{t.returned(<Money value={payment.refunded} currency={currency} />)}</p>
                ) : null}
              </div>
              {payment.number ? <ReceiptButton invoice={payment} /> : null}
            </li>
          )
        })}
      </ul>
    </>
  )
}
