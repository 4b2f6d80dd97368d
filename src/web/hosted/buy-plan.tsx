/** Buying the plan that pays for a booking, in place of the form while the time is held. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, useApiQuery } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { currentMessages, defineMessages, useMessages } from '../kit/messages.ts'
import { formatMoney } from '../kit/money.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import type { ReplyOf } from '../operations.ts'
import { useSite } from '../site-context.tsx'
import { noCard } from './card-draft.ts'
import { PayPlan } from './pay-plan.tsx'
import { PaymentOptions } from './payment-options.tsx'
import { emptySelection, type PlanSelection, usePlanPrice } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'
import type { PlanPurpose } from './use-payment.ts'

const messages = defineMessages(
  {
    title: 'Choose your plan',
    held: 'We’re holding your spot. It’s booked as soon as the plan is paid.',
    plan: 'Plan',
    left: (left: number, of: number) => `${left} of ${of} left after this`,
    unlimited: 'unlimited sessions',
    none: 'No plan covers this time',
    noneWhy: 'Go back and choose another way to pay.',
    back: 'Back to the form',
    newPrice: 'The price has changed since you opened this page. You haven’t been charged. Please review the new price.',
  },
  {
    de: {
      title: 'Wähle deinen Tarif',
      held: 'Dein Platz ist reserviert. Gebucht ist er, sobald der Tarif bezahlt ist.',
      plan: 'Tarif',
      left: (left, of) => `danach noch ${left} von ${of}`,
      unlimited: 'unbegrenzt viele Termine',
      none: 'Kein Tarif passt zu dieser Zeit',
      noneWhy: 'Geh zurück und zahle auf andere Weise.',
      back: 'Zurück zum Formular',
      newPrice: 'Der Preis hat sich inzwischen geändert. Es wurde nichts abgebucht. Bitte prüfe den neuen Preis.',
    },
    fr: {
      title: 'Choisissez votre formule',
      held: 'Nous vous gardons une place. Elle est réservée dès que la formule est payée.',
      plan: 'Formule',
      left: (left, of) => `il en restera ${left} sur ${of}`,
      unlimited: 'séances illimitées',
      none: 'Aucune formule ne couvre ce créneau',
      noneWhy: 'Revenez en arrière et choisissez un autre moyen de paiement.',
      back: 'Revenir au formulaire',
      newPrice: 'Le prix a changé entre-temps. Rien n’a été débité. Vérifiez le nouveau prix.',
    },
    es: {
      title: 'Elige tu plan',
      held: 'Te guardamos la plaza. Quedará reservada en cuanto pagues el plan.',
      plan: 'Plan',
      left: (left, of) => (left === 1 ? `después quedará 1 de ${of}` : `después quedarán ${left} de ${of}`),
      unlimited: 'sesiones ilimitadas',
      none: 'Ningún plan cubre esta hora',
      noneWhy: 'Vuelve atrás y elige otra forma de pago.',
      back: 'Volver al formulario',
      newPrice: 'El precio ha cambiado mientras tanto. No se te ha cobrado nada. Revisa el nuevo precio.',
    },
  },
)

type OfferedPlan = ReplyOf<'checkout.listPlansForBooking'>['plans'][number]

interface BuyPlanProps {
  /** What the plan is to pay. */
  booking: { serviceId: string; start: string; people: number }
  purpose: PlanPurpose
  onBack: () => void
}
export function BuyPlan({ booking: { serviceId, start, people }, purpose, onBack }: BuyPlanProps) {
  const t = useMessages(messages)
  const { language } = useSite()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState('')
  const [orders, setOrders] = useState<Readonly<Record<string, string>>>({})
  const found = useApiQuery('checkout.listPlansForBooking', { params: { serviceId }, query: { start, people } })
  const plans = found.data?.plans ?? []
  const offered = plans.find(({ plan }) => plan.id === chosen) ?? plans[0]
  useEffect(() => heading.current?.focus(), [])
  const describe = ({ plan, credits }: OfferedPlan) =>
    [
      plan.name,
      formatMoney(plan.pricing.price.value, plan.pricing.price.currency, language),
      credits === null ? t.unlimited : t.left(credits - people, credits),
    ].join(', ')
  return (
    <>
      <div className="card stack">
        <h2 ref={heading} tabIndex={-1}>
          {t.title}
        </h2>
        {found.isPending ? (
          <Skeletons kind="text" count={4} />
        ) : found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : !offered ? (
          <EmptyState title={t.none}>{t.noneWhy}</EmptyState>
        ) : (
          <>
            <p className="dim">{t.held}</p>
            {plans.length === 1 ? <p className="strong">{describe(offered)}</p> : null}
            <PaymentOptions
              legend={t.plan}
              name="plan"
              options={plans.map((one) => ({ value: one.plan.id, label: describe(one) }))}
              selected={offered.plan.id}
              onSelect={setChosen}
            />
          </>
        )}
        <p>
          <Button variant="default" onClick={onBack}>
            {t.back}
          </Button>
        </p>
      </div>
      {offered ? (
        <PlanPayment
          key={offered.plan.id}
          plan={offered.plan}
          purpose={purpose}
          order={orders[offered.plan.id]}
          onOrder={(order) => setOrders({ ...orders, [offered.plan.id]: order })}
        />
      ) : null}
    </>
  )
}

interface PlanPaymentProps {
  plan: OfferedPlan['plan']
  purpose: PlanPurpose
  order: string | undefined
  onOrder: (order: string) => void
}
function PlanPayment({ plan: offered, purpose, order, onOrder }: PlanPaymentProps) {
  const site = useSite()
  const [card, setCard] = useState(noCard)
  const [selection, setSelection] = useState<PlanSelection>(emptySelection)
  const { price, error, objection, refetch } = usePlanPrice(offered, true, selection, site.timeZone)
  // It begins now, because it pays for a booking.
  const plan = { ...offered, allowFutureStartDate: false }
  const checkPrice = async () => {
    if (order) return
    const spans = await refetch()
    if (spans && price && JSON.stringify(spans) !== JSON.stringify(price.spans)) throw new ApiError(409, currentMessages(messages).newPrice)
  }
  return (
    <>
      <section className="card stack" aria-label={plan.name}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <PlanSummary plan={plan} price={price} selection={selection} onSelect={setSelection} isOrdered={order !== undefined} selectionError={objection} />
        )}
      </section>
      {price ? (
        <PayPlan
          plan={plan}
          price={price}
          // The order is one of its own: the flow ends with the booking.
          rs={undefined}
          card={card}
          onCard={setCard}
          selection={selection}
          onSelect={setSelection}
          isOrdered={order !== undefined}
          order={order}
          onOrder={onOrder}
          checkPrice={checkPrice}
          purpose={purpose}
        />
      ) : null}
    </>
  )
}
