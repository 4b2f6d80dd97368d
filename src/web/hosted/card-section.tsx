/** What is charged when, and the card fields where they are on this page. Loaded for bookings that have something to say about it. */
import { lazy, type ReactNode, Suspense } from 'react'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { Skeletons } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import { Amount } from './booking-amount.tsx'
import { requiresCardOnFile } from './booking-price.ts'
import { FeeConsentField } from './fee-consent-field.tsx'
import type { BookingInput, useBookingForm } from './use-booking-form.ts'

// Only needed for test payments: cards of a provider are typed on its own page.
const CardFields = lazy(async () => ({ default: (await import('./card-form.tsx')).CardFields }))

// Only for members who have one.
const SavedCards = lazy(async () => ({ default: (await import('./saved-cards.tsx')).SavedCards }))

const messages = defineMessages(
  {
    deposit: (now: ReactNode, later: ReactNode) => (
      <>
        A deposit of {now} is due now. The remaining {later} is due at your visit.
      </>
    ),
    addOnsLater: (amount: ReactNode) => <>Your plan covers the session. The extras, {amount}, are due at your visit.</>,
    keepsCard: 'We save your card in case of a late cancellation. You won’t be charged now.',
    goElsewhere: 'You’ll continue on our payment provider’s secure page.',
  },
  {
    de: {
      deposit: (now, later) => (
        <>
          Jetzt ist eine Anzahlung von {now} fällig. Die restlichen {later} zahlst du vor Ort.
        </>
      ),
      addOnsLater: (amount) => <>Dein Tarif deckt den Termin ab. Die Extras, {amount}, zahlst du vor Ort.</>,
      keepsCard: 'Wir speichern deine Karte für den Fall einer späten Absage. Jetzt wird nichts abgebucht.',
      goElsewhere: 'Du bezahlst auf der sicheren Seite unseres Zahlungsanbieters.',
    },
    fr: {
      deposit: (now, later) => (
        <>
          Un acompte de {now} est à régler maintenant. Le reste, {later}, est à régler sur place.
        </>
      ),
      addOnsLater: (amount) => <>Votre formule couvre la séance. Les suppléments, {amount}, sont à régler sur place.</>,
      keepsCard: 'Nous enregistrons votre carte en cas d’annulation tardive. Rien n’est débité maintenant.',
      goElsewhere: 'Vous paierez sur la page sécurisée de notre prestataire de paiement.',
    },
    es: {
      deposit: (now, later) => (
        <>
          Ahora se paga una señal de {now}. El resto, {later}, lo pagas en el local.
        </>
      ),
      addOnsLater: (amount) => <>Tu plan cubre la sesión. Los extras, {amount}, los pagas en el local.</>,
      keepsCard: 'Guardamos tu tarjeta por si cancelas tarde. Ahora no se te cobra nada.',
      goElsewhere: 'Pagarás en la página segura de nuestro proveedor de pagos.',
    },
  },
)

interface CardSectionProps {
  service: BookingInput['service']
  form: ReturnType<typeof useBookingForm>
}
export function CardSection({ service, form }: CardSectionProps) {
  const t = useMessages(messages)
  const site = useSite()
  const { due, option, needsCard, saved } = form
  return (
    <>
      {option === 'ONLINE' && due.later > 0 ? (
        <p className="dim small">{t.deposit(<Amount service={service} value={due.now} />, <Amount service={service} value={due.later} />)}</p>
      ) : null}
      {option === 'MEMBERSHIP' && due.later > 0 ? <p className="dim small">{t.addOnsLater(<Amount service={service} value={due.later} />)}</p> : null}
      {requiresCardOnFile(service) && !form.consent.text ? <p className="dim small">{t.keepsCard}</p> : null}
      <Suspense>{saved.cards.length > 0 ? <SavedCards cards={saved.cards} selected={saved.savedCardId} onSelect={saved.choose} /> : null}</Suspense>
      {needsCard && !saved.savedCardId && site.paymentPage === 'hosted' ? <p className="dim small">{t.goElsewhere}</p> : null}
      <Suspense fallback={<Skeletons kind="text" />}>
        {needsCard && !saved.savedCardId && site.paymentPage === 'own' && !form.hasChallenge ? <CardFields card={form.card} onChange={form.setCard} /> : null}
      </Suspense>
      {form.consent.text ? (
        <FeeConsentField
          text={form.consent.text}
          isGiven={form.consent.isGiven}
          onChange={(isGiven) => form.consent.agree(isGiven ? (form.consent.text ?? '') : '')}
        />
      ) : null}
    </>
  )
}
