/** Pay page of bookings, for a storefront's checkout and the return from the payment provider. */
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useApiQuery } from '../api.ts'
import { operationUrl } from '../operation-url.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { checkoutSearch, paySearch } from '../site-search.ts'
import { toCalendarFileUrl } from './calendar-file.ts'
import { continueFlow, findFlowPage, useFlow } from './flow.ts'
import { HostedLayout } from './layout.tsx'
import { PayForm } from './pay-form.tsx'
import type { PayPageData } from './pay-page-data.ts'
import { CancellationOutcome } from './manage/cancellation-outcome.tsx'
import { messages } from './pay-page.messages.tsx'
import { PaySummary } from './pay-summary.tsx'
import { usePayPageCheck } from './payment-return.ts'

const PaymentOutcome = lazy(async () => ({ default: (await import('./payment-outcome.tsx')).PaymentOutcome }))

/** `/checkout/basket/{id}`: the token of a link, or the id of the own basket. */
export function PayBasket() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { rs, returned } = useSearchParams(paySearch)
  const t = useMessages(messages)
  return (
    <HostedLayout title={t.checkout} rs={rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      <PayPage id={id} rs={rs} hasReturned={returned === 'yes'} />
    </HostedLayout>
  )
}

/** `/hosted/checkout`: the checkout that a storefront's flow is about. */
export function PayCheckout() {
  const t = useMessages(messages)
  const { rs, checkoutId } = useSearchParams(checkoutSearch)
  const flow = useFlow(rs)
  const id = flow.data?.payToken ?? checkoutId ?? ''
  return (
    <HostedLayout title={t.checkout} rs={rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      {rs && flow.isPending ? (
        <Skeletons kind="text" count={4} />
      ) : flow.error || !id ? (
        <NothingToPay title={flow.error ? t.expired : t.nothingHere} />
      ) : (
        <PayPage id={id} rs={rs} hasReturned={false} />
      )}
    </HostedLayout>
  )
}

function NothingToPay({ title }: { title: string }) {
  const t = useMessages(messages)
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink href="/services" variant="light">
          {t.services}
        </ButtonLink>
      }
    >
      {t.openAgain}
    </EmptyState>
  )
}

function PayPage({ id, rs, hasReturned }: { id: string; rs: string | undefined; hasReturned: boolean }) {
  const t = useMessages(messages)
  const cartUrl = findFlowPage(useFlow(rs).data, rs, 'cart')
  const pageQuery = useApiQuery('ecom.getPayPage', { params: { id } }, { enabled: !hasReturned })
  const [hasPaid, setHasPaid] = useState(false)
  const [isUnresolved, setUnresolved] = useState(false)
  const returnQuery = usePayPageCheck(id, hasReturned || isUnresolved)
  const page = hasReturned || isUnresolved ? (returnQuery.data?.page ?? pageQuery.data) : pageQuery.data
  const isDone = page?.state === 'DONE' && (hasReturned || isUnresolved || hasPaid)
  const created = page?.made
  // Continues at the storefront where there is one.
  useEffect(() => {
    if (isDone && created) void continueFlow(rs, created)
  }, [isDone, created, rs])
  const error = hasReturned ? returnQuery.error : pageQuery.error
  if (error)
    return error.code === 'CHECKOUT_NOT_FOUND' || error.code === 'INVALID_TOKEN' ? (
      <NothingToPay title={t.nothingHere} />
    ) : (
      <ErrorState error={error} onRetry={() => void (hasReturned ? returnQuery : pageQuery).refetch()} />
    )
  if (!page) return hasReturned ? <Outcome check={returnQuery} /> : <Skeletons kind="text" count={4} />
  const outcome = returnQuery.data?.payment?.outcome
  const isProcessing = outcome === 'processing' || outcome === 'unknown'
  return (
    <div className="two">
      <div className="card stack">
        {(hasReturned || isUnresolved) && page.state === 'OPEN' && (outcome || returnQuery.isPending) ? <Outcome check={returnQuery} /> : null}
        {page.state === 'DONE' ? (
          <>
            <Completed page={page} rs={rs} />
            {page.canPayBalance && !isProcessing ? (
              <PayForm
                id={id}
                rs={rs}
                page={{ ...page, needsApproval: false }}
                onDone={async () => void (await (hasReturned ? returnQuery : pageQuery).refetch())}
                onPending={() => setUnresolved(true)}
              />
            ) : null}
          </>
        ) : page.state === 'GONE' ? (
          <Unavailable page={page} rs={rs} isRefunded={outcome === 'refunded'} />
        ) : isProcessing ? null : (
          <PayForm
            id={id}
            rs={rs}
            page={page}
            onDone={async () => {
              setHasPaid(true)
              await (hasReturned ? returnQuery : pageQuery).refetch()
            }}
            onPending={() => setUnresolved(true)}
          />
        )}
        {cartUrl && page.state === 'OPEN' && !isProcessing ? (
          <a className="link" href={cartUrl}>
            {t.toCart}
          </a>
        ) : null}
      </div>
      <PaySummary id={id} page={page} onChanged={(hasReturned || isUnresolved ? returnQuery : pageQuery).refetch} />
    </div>
  )
}

/** The storefront's page behind this one, or our own. */
const nextUrl = (rs: string | undefined, outcome: 'success' | 'serviceList', created: Record<string, string>, own: string): string =>
  rs ? operationUrl('redirects.getReturnAddress', { query: { rs, outcome, ...created } }) : own

function Completed({ page, rs }: { page: PayPageData; rs: string | undefined }) {
  const t = useMessages(messages)
  const isRequest = page.items.some(({ status }) => status === 'PENDING')
  const booked = page.items.filter(({ status }) => status === 'CONFIRMED')
  // A course is not one entry from its first to its last day: its email brings a file with every session.
  const singleSessions = booked.filter(({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate) < 86_400_000)
  return (
    <>
      <h2 className="title">{isRequest ? t.requested : t.booked}</h2>
      <p>{isRequest ? t.requestedText : t.bookedText}</p>
      {page.policyText ? <p className="small dim">{page.policyText}</p> : null}
      <div className="row">
        {rs ? <ButtonLink href={nextUrl(rs, 'success', page.made, '/')}>{t.goOn}</ButtonLink> : null}
        {singleSessions.map((item) => (
          <ButtonLink
            key={item.bookingId}
            variant="light"
            download={t.file}
            href={toCalendarFileUrl({ id: item.bookingId, title: item.title, start: item.startDate, end: item.endDate, place: item.place ?? '' })}
          >
            {booked.length > 1 ? `${t.addToCalendar}: ${item.title}` : t.addToCalendar}
          </ButtonLink>
        ))}
        {rs ? null : (
          <ButtonLink variant="default" href="/">
            {t.start}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Unavailable({ page, rs, isRefunded }: { page: PayPageData; rs: string | undefined; isRefunded: boolean }) {
  const t = useMessages(messages)
  const [first] = page.items
  const own = first && page.items.length === 1 ? `/service/${first.serviceId}` : '/services'
  return (
    <div role="alert" className="stack">
      <h2 className="title">{t.gone}</h2>
      <p>{isRefunded ? t.goneRefunded : t.goneText}</p>
      {page.outcome && !isRefunded ? <CancellationOutcome outcome={page.outcome} /> : null}
      <div className="row">
        <ButtonLink href={nextUrl(rs, 'serviceList', {}, own)}>{t.chooseAgain}</ButtonLink>
      </div>
    </div>
  )
}

/** What became of the payment, loaded for those who come back from it. */
const Outcome = ({ check }: { check: ReturnType<typeof usePayPageCheck> }) => (
  <Suspense fallback={<Skeletons kind="text" count={1} />}>
    <PaymentOutcome check={check} what="payment" />
  </Suspense>
)
