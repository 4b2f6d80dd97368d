import type { ReactNode } from 'react'
import { defineMessages } from '../../kit/messages.ts'

export const messages = defineMessages(
  {
    placeGoes: 'Your place goes to somebody else.',
    fee: (amount: ReactNode) => <>A cancellation fee of {amount} applies.</>,
    refund: (amount: ReactNode) => <>{amount} goes back to you.</>,
    kept: (amount: ReactNode, business: string) => (
      <>
        The {amount} you have paid is not given back by itself. Ask {business} about a refund.
      </>
    ),
    visits: (count: number) => (count === 1 ? 'The credit goes back to your plan.' : `${count} credits go back to your plan.`),
    nothing: 'This costs nothing.',
  },
  {
    de: {
      placeGoes: 'Dein Platz geht an jemand anderen.',
      fee: (amount) => <>Für die Absage fällt eine Gebühr von {amount} an.</>,
      refund: (amount) => <>{amount} gehen an dich zurück.</>,
      kept: (amount, business) => (
        <>
          Die {amount}, die du bezahlt hast, werden nicht von selbst erstattet. Frag {business} nach einer Erstattung.
        </>
      ),
      visits: (count) => (count === 1 ? 'Der Besuch wird deinem Tarif wieder gutgeschrieben.' : `${count} Besuche werden deinem Tarif wieder gutgeschrieben.`),
      nothing: 'Das kostet nichts.',
    },
  },
)
