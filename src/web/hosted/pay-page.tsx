/** The pay page of bookings, for a storefront's checkout and for the way back from the provider: what the server says is owed, paid and booked. */
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAsk } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useWords } from '../kit/words.ts'
import { calendarFile } from './calendar-file.ts'
import { continueFlow, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { PayForm } from './pay-form.tsx'
import type { PayPageFacts } from './pay-page-facts.ts'
import { said } from './pay-page.words.tsx'
import { PaySummary } from './pay-summary.tsx'
import { Returned, usePaidBack } from './returned.tsx'

/** `/checkout/basket/{id}`: the token of a link, or the id of the own basket. */
export function PayBasket() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { rs, returned } = useSearch({ strict: false }) as { rs?: string; returned?: string }
  const t = useWords(said)
  return (
    <HostedFrame title={t.checkout} rs={rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      <PayPage id={id} rs={rs} isBack={returned === 'yes'} />
    </HostedFrame>
  )
}

/** `/hosted/checkout`: the checkout that a storefront's flow is about. */
export function PayCheckout() {
  const t = useWords(said)
  const { rs, checkoutId } = useSearch({ strict: false }) as { rs?: string; checkoutId?: string }
  const flow = useFlow(rs)
  const id = flow.data?.payToken ?? checkoutId ?? ''
  return (
    <HostedFrame title={t.checkout} rs={rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      {rs && flow.isPending ? (
        <Skeletons kind="text" count={4} />
      ) : flow.error || !id ? (
        <NothingHere title={flow.error ? t.expired : t.nothingHere} />
      ) : (
        <PayPage id={id} rs={rs} isBack={false} />
      )}
    </HostedFrame>
  )
}

function NothingHere({ title }: { title: string }) {
  const t = useWords(said)
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

function PayPage({ id, rs, isBack }: { id: string; rs: string | undefined; isBack: boolean }) {
  const t = useWords(said)
  const asked = useAsk('bookings.getPayPage', { params: { id } }, { enabled: !isBack })
  const [paidNow, setPaidNow] = useState(false)
  const [unclear, setUnclear] = useState(false)
  const back = usePaidBack(id, isBack || unclear)
  const page = isBack || unclear ? (back.data?.page ?? asked.data) : asked.data
  const isDone = page?.state === 'DONE' && (isBack || unclear || paidNow)
  const made = page?.made
  // Whoever came from a storefront goes on there; else this page is the end.
  useEffect(() => {
    if (isDone && made) void continueFlow(rs, made)
  }, [isDone, made, rs])
  const error = isBack ? back.error : asked.error
  if (error)
    return error.code === 'CHECKOUT_NOT_FOUND' || error.code === 'INVALID_TOKEN' ? (
      <NothingHere title={t.nothingHere} />
    ) : (
      <ErrorState error={error} onRetry={() => void (isBack ? back : asked).refetch()} />
    )
  if (!page) return isBack ? <Returned asked={back} what="payment" /> : <Skeletons kind="text" count={4} />
  const outcome = back.data?.payment?.outcome
  const isOpen = outcome === 'processing' || outcome === 'unknown'
  return (
    <div className="two">
      <div className="card stack">
        {(isBack || unclear) && page.state === 'OPEN' && (outcome || back.isPending) ? <Returned asked={back} what="payment" /> : null}
        {page.state === 'DONE' ? (
          <Done page={page} rs={rs} />
        ) : page.state === 'GONE' ? (
          <Gone page={page} rs={rs} isRefunded={outcome === 'refunded'} />
        ) : isOpen ? null : (
          <PayForm
            id={id}
            rs={rs}
            page={page}
            onDone={async () => {
              setPaidNow(true)
              await (isBack ? back : asked).refetch()
            }}
            onUnclear={() => setUnclear(true)}
          />
        )}
      </div>
      <PaySummary page={page} />
    </div>
  )
}

/** The storefront's page behind this one, or our own. */
const way = (rs: string | undefined, outcome: 'success' | 'serviceList', made: Record<string, string>, own: string): string =>
  rs ? `/api/hosted/return?${new URLSearchParams({ rs, outcome, ...made })}` : own

function Done({ page, rs }: { page: PayPageFacts; rs: string | undefined }) {
  const t = useWords(said)
  const isRequest = page.items.some(({ status }) => status === 'PENDING')
  const booked = page.items.filter(({ status }) => status === 'CONFIRMED')
  return (
    <>
      <h2 className="title">{isRequest ? t.requested : t.booked}</h2>
      <p>{isRequest ? t.requestedText : t.bookedText}</p>
      {page.policyText ? <p className="small dim">{page.policyText}</p> : null}
      <div className="row">
        {rs ? <ButtonLink href={way(rs, 'success', page.made, '/')}>{t.goOn}</ButtonLink> : null}
        {booked.map((item) => (
          <ButtonLink
            key={item.bookingId}
            variant="light"
            download={t.file}
            href={calendarFile({ id: item.bookingId, title: item.title, start: item.startDate, end: item.endDate, place: item.place ?? '' })}
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

function Gone({ page, rs, isRefunded }: { page: PayPageFacts; rs: string | undefined; isRefunded: boolean }) {
  const t = useWords(said)
  const [first] = page.items
  const own = first && page.items.length === 1 ? `/service/${first.serviceId}` : '/services'
  return (
    <div role="alert" className="stack">
      <h2 className="title">{t.gone}</h2>
      <p>{isRefunded ? t.goneRefunded : t.goneText}</p>
      <div className="row">
        <ButtonLink href={way(rs, 'serviceList', {}, own)}>{t.chooseAgain}</ButtonLink>
      </div>
    </div>
  )
}
