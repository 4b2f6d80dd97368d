/** Paying or confirming bookings: the ways to pay, the card on our page with test payments only, and what follows an attempt. */
import { lazy, Suspense, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { Form, throwInvalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { EmptyState, Note } from '../kit/states.tsx'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { explainBookingRefusal } from '../site/booking-refusal.ts'
import { useSite } from '../site-context.tsx'
import { noCard } from './card-draft.ts'
import { declineInWords, toCard } from './card-values.ts'
import type { PayPageData } from './pay-page-data.ts'
import { messages } from './pay-page.messages.tsx'
import { PaymentOptions } from './payment-options.tsx'
import { useSavedCards } from './use-saved-cards.ts'
import { type ChallengeAnswer, useChallenge } from './use-challenge.ts'

// Only needed for test payments.
const CardFields = lazy(async () => ({ default: (await import('./card-form.tsx')).CardFields }))
const Challenge = lazy(async () => ({ default: (await import('./card-form.tsx')).Challenge }))

// Only for members who have one.
const SavedCards = lazy(async () => ({ default: (await import('./saved-cards.tsx')).SavedCards }))
// Only where a fee may follow.
const FeeConsentField = lazy(async () => ({ default: (await import('./fee-consent-field.tsx')).FeeConsentField }))

interface PayFormProps {
  id: string
  rs: string | undefined
  page: PayPageData
  /** Something was booked or the hold expired: refetch. */
  onDone: () => Promise<void>
  /** The provider has not decided yet. */
  onPending: () => void
}
export function PayForm({ id, rs, page, onDone, onPending }: PayFormProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [chosen, setChosen] = useState<'ONLINE' | 'OFFLINE'>()
  const [card, setCard] = useState(noCard)
  const [hasChallenge, setHasChallenge] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const way = page.ways.find(({ option }) => option === (chosen ?? page.items[0]?.paymentOption))
  const dueNow = way?.dueNow ?? page.amounts.dueNow
  const isPaidNow = Number(dueNow) > 0
  const needsCard = isPaidNow || page.keepsCard
  const isHosted = site.paymentPage === 'hosted'
  // What is left of a confirmed booking is paid with a card that is entered.
  const saved = useSavedCards(needsCard && page.state === 'OPEN')
  const pay = async (answer?: ChallengeAnswer) => {
    const { payment } = await call('ecom.payCheckout', {
      params: { id },
      body: {
        ...(chosen ? { paymentOption: chosen } : {}),
        ...(saved.savedCardId ? { savedCardId: saved.savedCardId } : needsCard && site.paymentPage === 'own' ? { card: toCard(card) } : {}),
        ...(agreed ? { acceptsFees: true } : {}),
        ...(answer ? { challenge: answer } : {}),
        ...(rs ? { rs } : {}),
      },
    })
    const outcome = payment?.outcome.toLowerCase() ?? 'succeeded'
    setHasChallenge(outcome === 'requires_action')
    if (outcome === 'requires_action') return
    if (payment?.url) return location.assign(payment.url)
    if (outcome === 'declined') throw new ApiError(402, declineInWords(payment?.declineCode))
    if (outcome === 'unknown' || outcome === 'processing') return onPending()
    await onDone()
  }
  const attempt = async (answer?: ChallengeAnswer) => {
    if (page.feeConsents.length > 0 && !agreed) throwInvalid([{ field: 'acceptsFees', description: currentMessages(messages).agree }])
    try {
      await pay(answer)
    } catch (error) {
      setHasChallenge(false)
      throw error
    }
  }
  const challenge = useChallenge(attempt)
  const explain = (error: ApiError): string => {
    const lost = error.code === 'INSUFFICIENT_INVENTORY' ? (error.data.bookingIds as string[] | undefined) : undefined
    const titles = page.items.filter(({ bookingId }) => lost?.includes(bookingId)).map(({ title }) => title)
    if (titles.length > 0) return currentMessages(messages).someGone(titles.join(', '))
    if (error.data.reason === 'PAYMENT_UNDER_WAY') return currentMessages(messages).underWay
    return explainBookingRefusal(error)
  }
  if (needsCard && site.paymentPage === 'none')
    return (
      <>
        <h2>{t.payment}</h2>
        <EmptyState title={t.notOnline}>{t.askUs}</EmptyState>
      </>
    )
  return (
    <>
      <h2>{isPaidNow ? t.payment : t.confirm}</h2>
      {page.needsApproval ? <Note>{t.byHand}</Note> : null}
      {hasChallenge ? (
        <Suspense>
          <Challenge busy={challenge.busy} onAnswer={(choice) => void challenge.answer(choice)} />
        </Suspense>
      ) : (
        <Form
          label={isPaidNow ? t.payment : t.confirm}
          error={challenge.error}
          onSubmit={() => attempt()}
          explain={explain}
          submit={
            isPaidNow ? t.pay(<Money value={dueNow} currency={page.amounts.currency} />) : needsCard ? t.keepCard : page.needsApproval ? t.request : t.book
          }
        >
          <PaymentOptions
            legend={t.how}
            options={page.ways.map(({ option }) => ({ value: option, label: option === 'ONLINE' ? t.online : t.offline }))}
            selected={way?.option}
            onSelect={setChosen}
          />
          {page.keepsCard && page.feeConsents.length === 0 ? <p className="dim small">{t.keepsCard}</p> : null}
          <Suspense>{saved.cards.length > 0 ? <SavedCards cards={saved.cards} selected={saved.savedCardId} onSelect={saved.choose} /> : null}</Suspense>
          {needsCard && !saved.savedCardId ? (
            isHosted ? (
              <p className="dim small">{t.goElsewhere}</p>
            ) : (
              <Suspense>
                <CardFields card={card} onChange={setCard} />
              </Suspense>
            )
          ) : null}
          <Suspense>
            {page.feeConsents.length > 0 ? <FeeConsentField text={page.feeConsents.join(' ')} isGiven={agreed} onChange={setAgreed} /> : null}
          </Suspense>
        </Form>
      )}
    </>
  )
}
