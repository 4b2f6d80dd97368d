import type { ReactNode } from 'react'
import { defineMessages } from '../../kit/messages.ts'

export const messages = defineMessages(
  {
    when: (date: ReactNode) => <>Cancelled on {date}.</>,
    refunded: (amount: ReactNode) => <>{amount} has been refunded.</>,
    refundedToCard: (amount: ReactNode) => <>{amount} has been refunded to your card.</>,
    refunding: (amount: ReactNode) => <>Your refund of {amount} is on its way.</>,
    refundingToCard: (amount: ReactNode) => <>Your refund of {amount} to your card is on its way.</>,
    fee: (amount: ReactNode) => <>The cancellation fee is {amount}.</>,
    kept: (amount: ReactNode, business: string) => (
      <>
        {business} keeps {amount} of what you paid. Please contact them if you expected a refund.
      </>
    ),
    keptAll: (amount: ReactNode, business: string) => (
      <>
        {business} keeps the {amount} you paid. Please contact them if you expected a refund.
      </>
    ),
    returned: (count: number) => (count === 1 ? 'Your credit was returned to your plan.' : `${count} credits were returned to your plan.`),
    sessionsKept: (count: number) =>
      count === 1 ? 'The credit you used isn’t returned to your plan.' : `The ${count} credits you used aren’t returned to your plan.`,
    nothing: 'You haven’t paid anything and don’t owe anything.',
  },
  {
    de: {
      when: (date) => <>Abgesagt am {date}.</>,
      refunded: (amount) => <>{amount} wurden erstattet.</>,
      refundedToCard: (amount) => <>{amount} wurden auf deine Karte erstattet.</>,
      refunding: (amount) => <>Deine Erstattung von {amount} ist unterwegs.</>,
      refundingToCard: (amount) => <>Deine Erstattung von {amount} auf deine Karte ist unterwegs.</>,
      fee: (amount) => <>Die Stornogebühr beträgt {amount}.</>,
      kept: (amount, business) => (
        <>
          {business} behält {amount} der Zahlung ein. Melde dich dort, wenn du eine Erstattung erwartest.
        </>
      ),
      keptAll: (amount, business) => (
        <>
          {business} behält die bezahlten {amount} ein. Melde dich dort, wenn du eine Erstattung erwartest.
        </>
      ),
      returned: (count) =>
        count === 1 ? 'Der Besuch wurde deinem Tarif wieder gutgeschrieben.' : `${count} Besuche wurden deinem Tarif wieder gutgeschrieben.`,
      sessionsKept: (count) =>
        count === 1 ? 'Der Besuch wird deinem Tarif nicht gutgeschrieben.' : `Die ${count} Besuche werden deinem Tarif nicht gutgeschrieben.`,
      nothing: 'Du hast nichts bezahlt und schuldest nichts.',
    },
    fr: {
      when: (date) => <>Annulée le {date}.</>,
      refunded: (amount) => <>Nous vous avons remboursé {amount}.</>,
      refundedToCard: (amount) => <>Nous avons remboursé {amount} sur votre carte.</>,
      refunding: (amount) => <>Votre remboursement de {amount} est en cours.</>,
      refundingToCard: (amount) => <>Votre remboursement de {amount} sur votre carte est en cours.</>,
      fee: (amount) => <>Les frais d’annulation s’élèvent à {amount}.</>,
      kept: (amount, business) => (
        <>
          {business} conserve {amount} de votre paiement. Contactez l’équipe si vous attendiez un remboursement.
        </>
      ),
      keptAll: (amount, business) => (
        <>
          {business} conserve les {amount} payés. Contactez l’équipe si vous attendiez un remboursement.
        </>
      ),
      returned: (count) => (count < 2 ? 'La séance a été rendue à votre formule.' : `${count} séances ont été rendues à votre formule.`),
      sessionsKept: (count) =>
        count < 2 ? 'La séance utilisée n’est pas rendue à votre formule.' : `Les ${count} séances utilisées ne sont pas rendues à votre formule.`,
      nothing: 'Vous n’avez rien payé et ne devez rien.',
    },
    es: {
      when: (date) => <>Cancelada el {date}.</>,
      refunded: (amount) => <>Te hemos reembolsado {amount}.</>,
      refundedToCard: (amount) => <>Te hemos reembolsado {amount} en tu tarjeta.</>,
      refunding: (amount) => <>Tu reembolso de {amount} está en camino.</>,
      refundingToCard: (amount) => <>Tu reembolso de {amount} en la tarjeta está en camino.</>,
      fee: (amount) => <>El cargo por cancelación es de {amount}.</>,
      kept: (amount, business) => (
        <>
          {business} se queda con {amount} de lo que pagaste. Contacta con el equipo si esperabas un reembolso.
        </>
      ),
      keptAll: (amount, business) => (
        <>
          {business} se queda con los {amount} que pagaste. Contacta con el equipo si esperabas un reembolso.
        </>
      ),
      returned: (count) => (count === 1 ? 'La sesión ha vuelto a tu plan.' : `${count} sesiones han vuelto a tu plan.`),
      sessionsKept: (count) => (count === 1 ? 'La sesión que usaste no vuelve a tu plan.' : `Las ${count} sesiones que usaste no vuelven a tu plan.`),
      nothing: 'No has pagado nada y no debes nada.',
    },
  },
)
