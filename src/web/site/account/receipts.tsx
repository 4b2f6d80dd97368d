/** What was paid for a plan: every payment with its receipt, and why one did not go through. */
import { useState } from 'react'
import { ApiError, useAsk } from '../../api.ts'
import { authHeaders } from '../../auth.ts'
import { Button } from '../../kit/button.tsx'
import { Money } from '../../kit/money.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { When } from '../../kit/when.tsx'
import type { ReplyOf } from '../../operations.ts'
import { keepFile } from '../../kit/keep-file.ts'

type Invoice = ReplyOf<'orders.getInvoices'>['invoices'][number]
const states: Record<string, [string, 'good' | 'warn' | 'bad' | 'calm']> = {
  OPEN: ['Due', 'warn'],
  PAID: ['Paid', 'good'],
  RETRYING: ['Tried again soon', 'warn'],
  FAILED: ['Failed', 'bad'],
  VOID: ['Not charged', 'calm'],
  SKIPPED: ['Not charged', 'calm'],
  PARTIALLY_REFUNDED: ['Partly given back', 'calm'],
  REFUNDED: ['Given back', 'calm'],
}
const hasReceipt = ({ state }: Invoice) => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'

/** Asked for when it is opened: most people never look. */
export function Receipts({ orderId, planName }: { orderId: string; planName: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="summary">
        Payments and receipts<span className="sr"> of {planName}</span>
      </summary>
      {opened ? <Payments orderId={orderId} /> : null}
    </details>
  )
}

function Payments({ orderId }: { orderId: string }) {
  const asked = useAsk('orders.getInvoices', { params: { id: orderId } })
  if (asked.isPending) return <Skeletons kind="text" count={2} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  // Invoices of nothing are there to keep a card, or for a free trial.
  const shown = asked.data.invoices.filter(({ amount }) => Number(amount) > 0)
  if (shown.length === 0) return <p className="dim">Nothing was paid yet.</p>
  return (
    <ul className="list">
      {shown.map((invoice) => (
        <Payment key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  )
}

function Payment({ invoice }: { invoice: Invoice }) {
  const [word, tone] = states[invoice.state] ?? [invoice.state, 'calm']
  const refusal = hasReceipt(invoice) ? undefined : invoice.attempts.at(-1)?.reason
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
        {refusal ? <p className="dim">{refusal}</p> : null}
        {Number(invoice.refunded) > 0 ? (
          <p className="dim">
            <Money value={invoice.refunded} currency={invoice.currency} /> given back
          </p>
        ) : null}
      </div>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {hasReceipt(invoice) ? <Receipt invoice={invoice} /> : null}
    </li>
  )
}

function Receipt({ invoice }: { invoice: Invoice }) {
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const save = async () => {
    setBusy(true)
    setProblem('')
    try {
      await saveFile(`/api/invoices/${invoice.id}/pdf`, `receipt-${invoice.number ?? invoice.id.slice(0, 8)}.pdf`)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" busy={busy} onClick={() => void save()}>
        Receipt<span className="sr"> {invoice.number ? `number ${invoice.number}` : ''}</span> (PDF)
      </Button>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
    </>
  )
}

/** A plain link would come without the token of the member: the file is fetched and then given to the browser to keep. */
async function saveFile(url: string, name: string): Promise<void> {
  const fetchIt = async (renew: boolean) => fetch(url, { headers: await authHeaders(renew), credentials: 'same-origin' })
  let answer = await fetchIt(false)
  if (answer.status === 401) answer = await fetchIt(true)
  if (!answer.ok) throw new ApiError(answer.status, 'The receipt did not come. Please try again.')
  keepFile(await answer.blob(), name)
}
