/** A checkout of a storefront's cart: bookings are paid on the booking page, plans on theirs. */
import { useSearch } from '@tanstack/react-router'
import { EmptyState } from '../kit/states.tsx'
import { useWords, words } from '../kit/words.ts'
import { HostedFrame } from './frame.tsx'

const said = words(
  {
    payment: 'Payment',
    nothingHere: 'There is nothing to pay here',
    whereToPay: 'This site takes payments on the booking and plan pages. Please go back and choose again.',
  },
  {
    de: {
      payment: 'Zahlung',
      nothingHere: 'Hier ist nichts zu bezahlen',
      whereToPay: 'Bezahlt wird hier auf den Seiten der Buchungen und Tarife. Bitte geh zurück und wähle noch einmal.',
    },
  },
)

export function PayCheckout() {
  const t = useWords(said)
  const { rs } = useSearch({ strict: false }) as { rs?: string }
  return (
    <HostedFrame title={t.payment} rs={rs}>
      <h1 className="sr">{t.payment}</h1>
      <EmptyState title={t.nothingHere}>{t.whereToPay}</EmptyState>
    </HostedFrame>
  )
}
