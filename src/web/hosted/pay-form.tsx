/** Paying or confirming bookings: the ways to pay, the card on our page with test payments only, and what follows an attempt. */
import { useState } from 'react'
import { ApiError, call } from '../api.ts'
import { Form } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { EmptyState, Note } from '../kit/states.tsx'
import { sayNow, useWords } from '../kit/words.ts'
import { bookingRefusal } from '../site/direct-booking.ts'
import { useSite } from '../site-context.tsx'
import { noCard } from './card-draft.ts'
import { CardFields, Challenge, declineInWords, toCard } from './card-form.tsx'
import type { PayPageFacts } from './pay-page-facts.ts'
import { said } from './pay-page.words.tsx'

interface PayFormProps {
  id: string
  rs: string | undefined
  page: PayPageFacts
  /** The server has booked something, or the places are lost: it is asked for the truth. */
  onDone: () => Promise<void>
  /** The provider has no answer yet. */
  onUnclear: () => void
}
export function PayForm({ id, rs, page, onDone, onUnclear }: PayFormProps) {
  const t = useWords(said)
  const site = useSite()
  const [chosen, setChosen] = useState<'ONLINE' | 'OFFLINE'>()
  const [card, setCard] = useState(noCard)
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [late, setLate] = useState<unknown>()
  const way = page.ways.find(({ option }) => option === (chosen ?? page.items[0]?.paymentOption))
  const dueNow = way?.dueNow ?? page.amounts.dueNow
  const takesMoney = Number(dueNow) > 0
  const wantsCard = takesMoney || page.keepsCard
  const isElsewhere = site.paymentPage === 'hosted'
  const pay = async (challenge?: 'approve' | 'reject') => {
    const { payment } = await call('bookings.payCheckout', {
      params: { id },
      body: {
        ...(chosen ? { paymentOption: chosen } : {}),
        ...(wantsCard && site.paymentPage === 'own' ? { card: toCard(card) } : {}),
        ...(challenge ? { challenge } : {}),
        ...(rs ? { rs } : {}),
      },
    })
    const outcome = payment?.outcome.toLowerCase() ?? 'succeeded'
    setAsked(outcome === 'requires_action')
    if (outcome === 'requires_action') return
    if (payment?.url) return location.assign(payment.url)
    if (outcome === 'declined') throw new ApiError(402, declineInWords(payment?.declineCode))
    if (outcome === 'unknown' || outcome === 'processing') return onUnclear()
    await onDone()
  }
  const attempt = async (challenge?: 'approve' | 'reject') => {
    try {
      await pay(challenge)
    } catch (error) {
      setAsked(false)
      throw error
    }
  }
  const answer = async (choice: 'approve' | 'reject') => {
    setBusy(true)
    setLate(undefined)
    try {
      await attempt(choice)
    } catch (error) {
      setLate(error)
    } finally {
      setBusy(false)
    }
  }
  const explain = (error: ApiError): string => {
    const lost = error.code === 'INSUFFICIENT_INVENTORY' ? (error.data.bookingIds as string[] | undefined) : undefined
    const titles = page.items.filter(({ bookingId }) => lost?.includes(bookingId)).map(({ title }) => title)
    if (titles.length > 0) return sayNow(said).someGone(titles.join(', '))
    if (error.data.reason === 'PAYMENT_UNDER_WAY') return sayNow(said).underWay
    return bookingRefusal(error)
  }
  if (wantsCard && site.paymentPage === 'none')
    return (
      <>
        <h2>{t.payment}</h2>
        <EmptyState title={t.notOnline}>{t.askUs}</EmptyState>
      </>
    )
  return (
    <>
      <h2>{takesMoney ? t.payment : t.confirm}</h2>
      {page.needsApproval ? <Note>{t.byHand}</Note> : null}
      {isAsked ? (
        <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} />
      ) : (
        <Form
          label={takesMoney ? t.payment : t.confirm}
          error={late}
          onSubmit={() => attempt()}
          explain={explain}
          submit={
            takesMoney ? t.pay(<Money value={dueNow} currency={page.amounts.currency} />) : wantsCard ? t.keepCard : page.needsApproval ? t.request : t.book
          }
        >
          {page.ways.length > 1 ? (
            <fieldset className="choices">
              <legend className="field-label">{t.how}</legend>
              {page.ways.map(({ option }) => (
                <label className="check" key={option}>
                  <input type="radio" name="pay" checked={way?.option === option} onChange={() => setChosen(option)} />
                  <span>{option === 'ONLINE' ? t.online : t.offline}</span>
                </label>
              ))}
            </fieldset>
          ) : null}
          {page.keepsCard ? <p className="dim small">{t.keepsCard}</p> : null}
          {wantsCard ? isElsewhere ? <p className="dim small">{t.goElsewhere}</p> : <CardFields card={card} onChange={setCard} /> : null}
        </Form>
      )}
    </>
  )
}
