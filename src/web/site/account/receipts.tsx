/** What was paid for a plan: every payment with its receipt, and why one did not go through. */
import { type ReactNode, useState } from 'react'
import { ApiError, useAsk } from '../../api.ts'
import { authHeaders } from '../../auth.ts'
import { Button } from '../../kit/button.tsx'
import { Money } from '../../kit/money.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { When } from '../../kit/when.tsx'
import { sayNow, useWords, words } from '../../kit/words.ts'
import type { ReplyOf } from '../../operations.ts'
import { keepFile } from '../../kit/keep-file.ts'

type Invoice = ReplyOf<'orders.getInvoices'>['invoices'][number]
const said = words(
  {
    title: (plan: ReactNode) => <>Payments and receipts{plan}</>,
    of: (plan: string) => ` of ${plan}`,
    nothing: 'Nothing was paid yet.',
    returned: (amount: ReactNode) => <>{amount} given back</>,
    receipt: 'Receipt (PDF)',
    number: (number: string | number) => ` number ${number}`,
    file: (number: string | number) => `receipt-${number}.pdf`,
    failed: 'The receipt did not come. Please try again.',
    states: {
      OPEN: 'Due',
      PAID: 'Paid',
      RETRYING: 'Tried again soon',
      FAILED: 'Failed',
      VOID: 'Not charged',
      SKIPPED: 'Not charged',
      PARTIALLY_REFUNDED: 'Partly given back',
      REFUNDED: 'Given back',
    },
  },
  {
    de: {
      title: (plan) => <>Zahlungen und Belege{plan}</>,
      of: (plan) => ` für ${plan}`,
      nothing: 'Bisher wurde nichts bezahlt.',
      returned: (amount) => <>{amount} erstattet</>,
      receipt: 'Beleg (PDF)',
      number: (number) => ` Nummer ${number}`,
      file: (number) => `beleg-${number}.pdf`,
      failed: 'Der Beleg ist nicht angekommen. Bitte versuche es noch einmal.',
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
type State = keyof typeof said.en.states
const tones: Readonly<Record<State, 'good' | 'warn' | 'bad' | 'calm'>> = {
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

/** Asked for when it is opened: most people never look. */
export function Receipts({ orderId, planName }: { orderId: string; planName: string }) {
  const t = useWords(said)
  const [opened, setOpened] = useState(false)
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="summary">{t.title(<span className="sr">{t.of(planName)}</span>)}</summary>
      {opened ? <Payments orderId={orderId} /> : null}
    </details>
  )
}

function Payments({ orderId }: { orderId: string }) {
  const t = useWords(said)
  const asked = useAsk('orders.getInvoices', { params: { id: orderId } })
  if (asked.isPending) return <Skeletons kind="text" count={2} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  // Invoices of nothing are there to keep a card, or for a free trial.
  const shown = asked.data.invoices.filter(({ amount }) => Number(amount) > 0)
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
  const t = useWords(said)
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
        {Number(invoice.refunded) > 0 ? <p className="dim">{t.returned(<Money value={invoice.refunded} currency={invoice.currency} />)}</p> : null}
      </div>
      <StatusBadge tone={tones[invoice.state as State]}>{t.states[invoice.state as State]}</StatusBadge>
      {hasReceipt(invoice) ? <ReceiptButton invoice={invoice} /> : null}
    </li>
  )
}

/** Keeps the receipt of an invoice, or of a payment for a booking, as a file. */
export function ReceiptButton({ invoice }: { invoice: { id: string; number?: number | undefined } }) {
  const t = useWords(said)
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const save = async () => {
    setBusy(true)
    setProblem('')
    try {
      await saveFile(`/api/invoices/${invoice.id}/pdf`, t.file(invoice.number ?? invoice.id.slice(0, 8)))
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

/** A plain link would come without the token of the member: the file is fetched and then given to the browser to keep. */
async function saveFile(url: string, name: string): Promise<void> {
  const fetchIt = async (renew: boolean) => fetch(url, { headers: await authHeaders(renew), credentials: 'same-origin' })
  let answer = await fetchIt(false)
  if (answer.status === 401) answer = await fetchIt(true)
  if (!answer.ok) throw new ApiError(answer.status, sayNow(said).failed)
  keepFile(await answer.blob(), name)
}
