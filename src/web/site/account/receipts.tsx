/** Payments with receipts, and why one failed: of a plan here, of everything in the tab of payments. */
import { type ReactNode, useState } from 'react'
import { ApiError, useApiQuery } from '../../api.ts'
import { authHeaders } from '../../auth.ts'
import { operationUrl } from '../../operation-url.ts'
import { Button } from '../../kit/button.tsx'
import { Money } from '../../kit/money.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages, defineMessages, type TextsOf } from '../../kit/messages.ts'
import { downloadFile } from '../../kit/download-file.ts'

const messages = defineMessages(
  {
    title: (plan: ReactNode) => <>Payments and receipts{plan}</>,
    of: (plan: string) => ` of ${plan}`,
    nothing: 'No payments yet.',
    returned: (amount: ReactNode) => <>{amount} refunded</>,
    onItsWay: (amount: ReactNode) => <>{amount} refund in progress</>,
    receipt: 'Receipt (PDF)',
    number: (number: string | number) => ` number ${number}`,
    file: (number: string | number) => `receipt-${number}.pdf`,
    failed: 'Couldn’t download the receipt. Please try again.',
    states: {
      OPEN: 'Due',
      PAID: 'Paid',
      RETRYING: 'Retrying soon',
      FAILED: 'Failed',
      VOID: 'Not charged',
      SKIPPED: 'Not charged',
      PARTIALLY_REFUNDED: 'Partially refunded',
      REFUNDED: 'Refunded',
      UNCLAIMED: 'Being refunded',
    },
  },
  {
    de: {
      title: (plan) => <>Zahlungen und Belege{plan}</>,
      of: (plan) => ` für ${plan}`,
      nothing: 'Noch keine Zahlungen.',
      returned: (amount) => <>{amount} erstattet</>,
      onItsWay: (amount) => <>Erstattung von {amount} unterwegs</>,
      receipt: 'Beleg (PDF)',
      number: (number) => ` Nummer ${number}`,
      file: (number) => `beleg-${number}.pdf`,
      failed: 'Der Beleg konnte nicht geladen werden. Bitte versuche es noch einmal.',
      states: {
        OPEN: 'Fällig',
        PAID: 'Bezahlt',
        RETRYING: 'Neuer Versuch bald',
        FAILED: 'Fehlgeschlagen',
        VOID: 'Nicht abgebucht',
        SKIPPED: 'Nicht abgebucht',
        PARTIALLY_REFUNDED: 'Teilweise erstattet',
        REFUNDED: 'Erstattet',
        UNCLAIMED: 'Wird erstattet',
      },
    },
    fr: {
      title: (plan) => <>Paiements et reçus{plan}</>,
      of: (plan) => ` pour ${plan}`,
      nothing: 'Aucun paiement pour l’instant.',
      returned: (amount) => <>Remboursé : {amount}</>,
      onItsWay: (amount) => <>Remboursement de {amount} en cours</>,
      receipt: 'Reçu (PDF)',
      number: (number) => ` numéro ${number}`,
      file: (number) => `recu-${number}.pdf`,
      failed: 'Le reçu n’a pas pu être téléchargé. Réessayez.',
      states: {
        OPEN: 'À payer',
        PAID: 'Payé',
        RETRYING: 'Nouvel essai bientôt',
        FAILED: 'Échec',
        VOID: 'Non débité',
        SKIPPED: 'Non débité',
        PARTIALLY_REFUNDED: 'Remboursé en partie',
        REFUNDED: 'Remboursé',
        UNCLAIMED: 'Remboursement en cours',
      },
    },
    es: {
      title: (plan) => <>Pagos y recibos{plan}</>,
      of: (plan) => ` de ${plan}`,
      nothing: 'Aún no hay pagos.',
      returned: (amount) => <>Reembolsado: {amount}</>,
      onItsWay: (amount) => <>Reembolso de {amount} en curso</>,
      receipt: 'Recibo (PDF)',
      number: (number) => ` número ${number}`,
      file: (number) => `recibo-${number}.pdf`,
      failed: 'No se ha podido descargar el recibo. Inténtalo de nuevo.',
      states: {
        OPEN: 'Por pagar',
        PAID: 'Pagado',
        RETRYING: 'Nuevo intento pronto',
        FAILED: 'Fallido',
        VOID: 'No cobrado',
        SKIPPED: 'No cobrado',
        PARTIALLY_REFUNDED: 'Reembolsado en parte',
        REFUNDED: 'Reembolsado',
        UNCLAIMED: 'Reembolso en curso',
      },
    },
  },
)
type InvoiceState = keyof TextsOf<typeof messages>['states']
const toneOfState: Readonly<Record<InvoiceState, 'good' | 'warn' | 'bad' | 'calm'>> = {
  OPEN: 'warn',
  PAID: 'good',
  RETRYING: 'warn',
  FAILED: 'bad',
  VOID: 'calm',
  SKIPPED: 'calm',
  PARTIALLY_REFUNDED: 'calm',
  REFUNDED: 'calm',
  UNCLAIMED: 'calm',
}
const hasReceipt = ({ state }: { state: string }) => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'

/** Loaded when it is opened. */
export function Receipts({ orderId, planName }: { orderId: string; planName: string }) {
  const t = useMessages(messages)
  const [opened, setOpened] = useState(false)
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="summary">{t.title(<span className="sr">{t.of(planName)}</span>)}</summary>
      {opened ? <Payments orderId={orderId} /> : null}
    </details>
  )
}

function Payments({ orderId }: { orderId: string }) {
  const t = useMessages(messages)
  const query = useApiQuery('checkout.getInvoices', { params: { id: orderId } })
  if (query.isPending) return <Skeletons kind="text" count={2} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  // Invoices of zero only store a card or start a free trial.
  const shown = query.data.invoices.filter(({ amount }) => Number(amount) > 0)
  if (shown.length === 0) return <p className="dim">{t.nothing}</p>
  return (
    <ul className="list">
      {shown.map((invoice) => (
        <PaymentRow key={invoice.id} payment={{ ...invoice, reason: invoice.attempts.at(-1)?.reason }} />
      ))}
    </ul>
  )
}

interface PaymentRowProps {
  payment: {
    id: string
    number?: number
    amount: string
    currency: string
    state: string
    dueDate: string
    paidDate?: string
    refunded: string
    /** On its way back. */
    refunding?: string
    /** Why the last attempt failed, in plain words. */
    reason?: string | undefined
    card?: { brand: string; last4: string }
  }
  /** What was paid for, where the list does not say it. */
  children?: ReactNode
}
/** One payment: amount, day, state, what was refunded, its receipt. */
export function PaymentRow({ payment, children }: PaymentRowProps) {
  const t = useMessages(messages)
  const { amount, currency, refunding, card } = payment
  const state = payment.state as InvoiceState
  const reason = hasReceipt(payment) ? undefined : payment.reason
  return (
    <li className="row row-between line">
      <div className="grow">
        {children}
        <p>
          <span className="strong">
            <Money value={amount} currency={currency} />
          </span>
          {' · '}
          <When at={payment.paidDate ?? payment.dueDate} style="date" />
          {card ? <span className="dim">{` · ${card.brand} •••• ${card.last4}`}</span> : null}
        </p>
        {reason ? <p className="dim">{reason}</p> : null}
        {Number(refunding ?? 0) > 0 ? (
          <p className="dim">{t.onItsWay(<Money value={refunding} currency={currency} />)}</p>
        ) : Number(payment.refunded) > 0 ? (
          <p className="dim">{t.returned(<Money value={payment.refunded} currency={currency} />)}</p>
        ) : null}
      </div>
      <StatusBadge tone={toneOfState[state]}>{t.states[state]}</StatusBadge>
      {hasReceipt(payment) ? <ReceiptButton invoice={payment} /> : null}
    </li>
  )
}

/** Downloads the receipt of an invoice or of a booking payment. */
export function ReceiptButton({ invoice }: { invoice: { id: string; number?: number | undefined } }) {
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const save = async () => {
    setBusy(true)
    setProblem('')
    try {
      await downloadReceipt(operationUrl('money.getInvoicePdf', { params: { id: invoice.id } }), t.file(invoice.number ?? invoice.id.slice(0, 8)))
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" busy={busy} onClick={() => void save()}>
        {t.receipt}
        {invoice.number ? <span className="sr">{t.number(invoice.number)}</span> : null}
      </Button>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
    </>
  )
}

/** A plain link would lack the member's token, so the file is fetched and then saved. */
async function downloadReceipt(url: string, name: string): Promise<void> {
  const fetchWithToken = async (renew: boolean) => fetch(url, { headers: await authHeaders(renew), credentials: 'same-origin' })
  let response = await fetchWithToken(false)
  if (response.status === 401) response = await fetchWithToken(true)
  if (!response.ok) throw new ApiError(response.status, currentMessages(messages).failed)
  downloadFile(await response.blob(), name)
}
