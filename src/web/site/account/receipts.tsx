/** Payments of a plan with receipts, and why one failed. */
import { type ReactNode, useState } from 'react'
import { ApiError, useApiQuery } from '../../api.ts'
import { authHeaders } from '../../auth.ts'
import { operationUrl } from '../../operation-url.ts'
import { Button } from '../../kit/button.tsx'
import { Money } from '../../kit/money.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import type { ReplyOf } from '../../operations.ts'
import { downloadFile } from '../../kit/download-file.ts'

type Invoice = ReplyOf<'checkout.getInvoices'>['invoices'][number]
const messages = defineMessages(
  {
    title: (plan: ReactNode) => <>Payments and receipts{plan}</>,
    of: (plan: string) => ` of ${plan}`,
    nothing: 'No payments yet.',
    returned: (amount: ReactNode) => <>{amount} refunded</>,
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
    },
  },
  {
    de: {
      title: (plan) => <>Zahlungen und Belege{plan}</>,
      of: (plan) => ` für ${plan}`,
      nothing: 'Noch keine Zahlungen.',
      returned: (amount) => <>{amount} erstattet</>,
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
      },
    },
  },
)
type InvoiceState = keyof typeof messages.en.states
const toneOfState: Readonly<Record<InvoiceState, 'good' | 'warn' | 'bad' | 'calm'>> = {
  OPEN: 'warn',
  PAID: 'good',
  RETRYING: 'warn',
  FAILED: 'bad',
  VOID: 'calm',
  SKIPPED: 'calm',
  PARTIALLY_REFUNDED: 'calm',
  REFUNDED: 'calm',
}
const hasReceipt = ({ state }: Invoice) => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'

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
        <Payment key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  )
}

function Payment({ invoice }: { invoice: Invoice }) {
  const t = useMessages(messages)
  const declineReason = hasReceipt(invoice) ? undefined : invoice.attempts.at(-1)?.reason
  return (
    <li className="row row-between line">
      <div className="grow">
        <p>
          <span className="strong">
            <Money value={invoice.amount} currency={invoice.currency} />
          </span>
          {' · '}
          <When at={invoice.paidDate ?? invoice.dueDate} style="date" />
        </p>
        {declineReason ? <p className="dim">{declineReason}</p> : null}
        {Number(invoice.refunded) > 0 ? <p className="dim">{t.returned(<Money value={invoice.refunded} currency={invoice.currency} />)}</p> : null}
      </div>
      <StatusBadge tone={toneOfState[invoice.state as InvoiceState]}>{t.states[invoice.state as InvoiceState]}</StatusBadge>
      {hasReceipt(invoice) ? <ReceiptButton invoice={invoice} /> : null}
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
