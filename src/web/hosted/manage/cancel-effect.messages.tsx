import type { ReactNode } from 'react'
import { defineMessages } from '../../kit/messages.ts'

export const messages = defineMessages(
  {
    placeGoes: 'Your spot will be offered to someone else.',
    fee: (amount: ReactNode) => <>A cancellation fee of {amount} applies.</>,
    refund: (amount: ReactNode) => <>You’ll be refunded {amount}.</>,
    kept: (amount: ReactNode, business: string) => (
      <>
        The {amount} you paid isn’t refunded automatically. Ask {business} about a refund.
      </>
    ),
    visits: (count: number) => (count === 1 ? 'Your credit is returned to your plan.' : `${count} credits are returned to your plan.`),
    nothing: 'Cancelling is free.',
  },
  {
    de: {
      placeGoes: 'Dein Platz wird neu vergeben.',
      fee: (amount) => <>Für die Absage fällt eine Gebühr von {amount} an.</>,
      refund: (amount) => <>Du bekommst {amount} zurück.</>,
      kept: (amount, business) => (
        <>
          Die bezahlten {amount} werden nicht automatisch erstattet. Frag {business} nach einer Erstattung.
        </>
      ),
      visits: (count) => (count === 1 ? 'Der Besuch wird deinem Tarif wieder gutgeschrieben.' : `${count} Besuche werden deinem Tarif wieder gutgeschrieben.`),
      nothing: 'Die Absage ist kostenlos.',
    },
  },
)
