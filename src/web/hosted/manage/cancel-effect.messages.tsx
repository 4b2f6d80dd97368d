import type { ReactNode } from 'react'
import { defineMessages } from '../../kit/messages.ts'

export const messages = defineMessages(
  {
    placeGoes: (people: number): string => (people === 1 ? 'Your spot will be offered to someone else.' : 'Your spots will be offered to others.'),
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
      placeGoes: (people) => (people === 1 ? 'Dein Platz wird neu vergeben.' : 'Deine Plätze werden neu vergeben.'),
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
    fr: {
      placeGoes: (people) => (people < 2 ? 'Votre place sera proposée à quelqu’un d’autre.' : 'Vos places seront proposées à d’autres.'),
      fee: (amount) => <>Des frais d’annulation de {amount} s’appliquent.</>,
      refund: (amount) => <>{amount} vous seront remboursés.</>,
      kept: (amount, business) => (
        <>
          Les {amount} payés ne sont pas remboursés automatiquement. Demandez un remboursement à {business}.
        </>
      ),
      visits: (count) => (count < 2 ? 'La séance est rendue à votre formule.' : `${count} séances sont rendues à votre formule.`),
      nothing: 'L’annulation est gratuite.',
    },
    es: {
      placeGoes: (people) => (people === 1 ? 'Tu plaza se ofrecerá a otra persona.' : 'Tus plazas se ofrecerán a otras personas.'),
      fee: (amount) => <>La cancelación tiene un cargo de {amount}.</>,
      refund: (amount) => <>Te reembolsaremos {amount}.</>,
      kept: (amount, business) => (
        <>
          Los {amount} que pagaste no se reembolsan automáticamente. Pide el reembolso a {business}.
        </>
      ),
      visits: (count) => (count === 1 ? 'La sesión vuelve a tu plan.' : `${count} sesiones vuelven a tu plan.`),
      nothing: 'La cancelación es gratis.',
    },
  },
)
