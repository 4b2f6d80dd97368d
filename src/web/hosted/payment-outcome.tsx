/** The result of a payment or a card change in words. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { declineInWords } from './card-values.ts'
import { type PaymentCheck } from './payment-return.ts'

const messages = defineMessages(
  {
    asking: { payment: 'Checking your payment…', card: 'Checking your card…' },
    kept: { payment: 'You haven’t been charged.', card: 'Your current card stays on file.' },
    succeeded: { payment: 'Payment successful.', card: 'Card updated. Future payments use this card.' },
    goesBack: 'Your payment came after this order had been cancelled. We’re refunding it in full.',
    abandoned: 'The payment page has expired.',
    left: 'You left before finishing.',
    open: 'Your bank is still processing this. You can leave this page; we’ll email you. Please don’t pay again.',
    again: 'Check again',
  },
  {
    de: {
      asking: { payment: 'Deine Zahlung wird geprüft …', card: 'Deine Karte wird geprüft …' },
      kept: { payment: 'Es wurde nichts abgebucht.', card: 'Deine bisherige Karte bleibt gespeichert.' },
      succeeded: { payment: 'Zahlung erfolgreich.', card: 'Deine Karte ist geändert. Künftige Zahlungen buchen wir von ihr ab.' },
      goesBack: 'Deine Zahlung kam an, als diese Bestellung schon storniert war. Du bekommst sie vollständig zurück.',
      abandoned: 'Die Zahlungsseite ist abgelaufen.',
      left: 'Die Zahlung wurde nicht abgeschlossen.',
      open: 'Deine Bank hat noch nicht geantwortet. Du musst nicht warten: Wir schreiben dir, sobald wir mehr wissen. Bitte zahle nicht noch einmal.',
      again: 'Erneut prüfen',
    },
    fr: {
      asking: { payment: 'Vérification de votre paiement…', card: 'Vérification de votre carte…' },
      kept: { payment: 'Rien n’a été débité.', card: 'Votre carte actuelle reste enregistrée.' },
      succeeded: { payment: 'Paiement réussi.', card: 'Carte mise à jour. Les prochains paiements utiliseront cette carte.' },
      goesBack: 'Votre paiement est arrivé après l’annulation de cette commande. Nous vous remboursons intégralement.',
      abandoned: 'La page de paiement a expiré.',
      left: 'Le paiement n’a pas été mené à son terme.',
      open: 'Votre banque traite encore l’opération. Vous pouvez quitter cette page : nous vous écrirons. Ne payez pas une deuxième fois.',
      again: 'Vérifier à nouveau',
    },
    es: {
      asking: { payment: 'Comprobando tu pago…', card: 'Comprobando tu tarjeta…' },
      kept: { payment: 'No se te ha cobrado nada.', card: 'Tu tarjeta actual sigue guardada.' },
      succeeded: { payment: 'Pago realizado.', card: 'Tarjeta actualizada. Los próximos pagos se harán con ella.' },
      goesBack: 'Tu pago llegó cuando este pedido ya estaba cancelado. Te lo devolvemos por completo.',
      abandoned: 'La página de pago ha caducado.',
      left: 'Has salido antes de terminar.',
      open: 'Tu banco aún lo está procesando. Puedes salir de esta página: te escribiremos. No pagues otra vez.',
      again: 'Comprobar de nuevo',
    },
  },
)

/** The payment has no result yet. */
const endedWithoutAnswer = new Set(['abandoned', 'superseded', 'provider_unavailable'])

interface PaymentOutcomeProps {
  check: Pick<UseQueryResult<PaymentCheck, ApiError>, 'isPending' | 'isFetching' | 'error' | 'data'> & { refetch: () => unknown }
  what: 'payment' | 'card'
  /** Called after success. */
  children?: ReactNode
}
/** The result in words. */
export function PaymentOutcome({ check, what, children }: PaymentOutcomeProps) {
  const t = useMessages(messages)
  if (check.isPending)
    return (
      <div className="stack" role="status">
        <p>{t.asking[what]}</p>
        <Skeletons kind="text" count={2} />
      </div>
    )
  if (check.error) return <ErrorState error={check.error} onRetry={() => void check.refetch()} />
  const { outcome, declineCode, goesBack } = check.data ?? {}
  const unchanged = t.kept[what]
  if (goesBack)
    return (
      <Note tone="warn" role="alert">
        {t.goesBack}
      </Note>
    )
  if (outcome === 'succeeded')
    return (
      <Note tone="good" role="status">
        {t.succeeded[what]} {children}
      </Note>
    )
  if (outcome === 'declined')
    return (
      <Note tone="bad" role="alert">
        {endedWithoutAnswer.has(declineCode ?? '') ? t.abandoned : declineInWords(declineCode)} {unchanged}
      </Note>
    )
  if (outcome === 'requires_action')
    return (
      <Note tone="warn" role="status">
        {t.left} {unchanged}
      </Note>
    )
  return (
    <Note tone="warn" role="status">
      <p>{t.open}</p>
      <Button variant="light" busy={check.isFetching} onClick={() => void check.refetch()}>
        {t.again}
      </Button>
    </Note>
  )
}
