/** What the checkout of a plan says: the summary, the payment and its refusals. */
import type { ReactNode } from 'react'
import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    checkout: 'Checkout',
    notSold: 'Plans aren’t available right now',
    noLongerSold: 'This plan is no longer available',
    allPlans: 'See all plans',
    newPrice: 'The price has changed since you opened this page. You haven’t been charged. Please review the new price.',
    signInToGoOn: 'Sign in to continue',
    ended: 'Your session has expired. Sign in again to continue. Your entries are saved.',
    givenUp: 'This order was cancelled',
    isPaid: 'This plan is already paid',
    startAgain: 'Start over',
    myPlans: 'My plans',
    keptADay: 'Unpaid orders expire after one day. You haven’t been charged.',
    nothingLeft: 'There’s nothing left to pay.',
    summary: 'Order summary',
    plan: 'Plan',
    free: 'Free',
    coupon: (code: string) => `Coupon ${code}`,
    firstPayment: (days: number) => `First payment after ${days} free ${days === 1 ? 'day' : 'days'}`,
    dueToday: 'Due today',
    includes: (amount: ReactNode, tax: string, rate: string) => (
      <>
        Includes {amount} {tax} ({rate} %).
      </>
    ),
    next: (amount: ReactNode, day: ReactNode) => (
      <>
        Next payment: {amount} on {day}.
      </>
    ),
    hadTrial: 'You’ve already used this plan’s free trial. The first payment is due now.',
    mayCancel: 'Cancel any time in your account.',
    mayNotCancel: 'This plan can’t be cancelled online. Please contact us.',
    agree: 'please agree to the terms',
    answer: 'this answer is required',
    confirm: 'Confirm',
    payment: 'Payment',
    signedIn: (email: string | undefined) => `Signed in as ${email ?? 'a member'}.`,
    haveIt: 'You already have this plan',
    once: 'It’s limited to one per person.',
    notOnline: 'Online payments are unavailable right now',
    askUs: 'You can buy this plan in person.',
    startPlan: 'Start plan',
    startTrial: 'Start free trial',
    pay: (amount: ReactNode) => <>Pay&nbsp;{amount}</>,
    startsOn: 'Starts on',
    emptyIsNow: 'Leave empty to start today.',
    aboutYou: 'What should we know about you?',
    goElsewhere: 'You’ll continue on our payment provider’s secure page.',
    termsOf: (plan: string) => `Terms for ${plan}`,
    agreed: 'I agree to the terms',
    atDesk: 'Pay in person',
    limitReached: 'You’ve reached the limit for this plan.',
    backToBooking: 'Back to your booking',
    signInToPay: 'Sign in to pay',
    orderPaid: 'There’s nothing left to pay for this order.',
  },
  {
    de: {
      checkout: 'Kasse',
      notSold: 'Zurzeit sind keine Tarife verfügbar',
      noLongerSold: 'Dieser Tarif ist nicht mehr verfügbar',
      allPlans: 'Alle Tarife ansehen',
      newPrice: 'Der Preis hat sich inzwischen geändert. Es wurde nichts abgebucht. Bitte prüfe den neuen Preis.',
      signInToGoOn: 'Anmelden und fortfahren',
      ended: 'Deine Sitzung ist abgelaufen. Bitte melde dich noch einmal an. Deine Eingaben bleiben erhalten.',
      givenUp: 'Diese Bestellung wurde abgebrochen',
      isPaid: 'Dieser Tarif ist bezahlt',
      startAgain: 'Von vorn beginnen',
      myPlans: 'Meine Tarife',
      keptADay: 'Unbezahlte Bestellungen verfallen nach einem Tag. Es wurde nichts abgebucht.',
      nothingLeft: 'Es ist nichts mehr zu bezahlen.',
      summary: 'Deine Bestellung',
      plan: 'Tarif',
      free: 'Kostenlos',
      coupon: (code) => `Gutschein ${code}`,
      firstPayment: (days) => `Erste Zahlung nach ${days} ${days === 1 ? 'kostenlosen Tag' : 'kostenlosen Tagen'}`,
      dueToday: 'Heute fällig',
      includes: (amount, tax, rate) => (
        <>
          Enthält {amount} {tax} ({rate} %).
        </>
      ),
      next: (amount, day) => (
        <>
          Nächste Zahlung: {amount} am {day}.
        </>
      ),
      hadTrial: 'Du hast die Probezeit dieses Tarifs schon genutzt. Die erste Zahlung ist jetzt fällig.',
      mayCancel: 'Du kannst jederzeit in deinem Konto kündigen.',
      mayNotCancel: 'Diesen Tarif kannst du nicht online kündigen. Bitte melde dich bei uns.',
      agree: 'bitte stimme den Bedingungen zu',
      answer: 'bitte ausfüllen',
      confirm: 'Bestätigen',
      payment: 'Zahlung',
      signedIn: (email) => (email ? `Angemeldet als ${email}.` : 'Du bist angemeldet.'),
      haveIt: 'Du hast diesen Tarif schon',
      once: 'Er ist auf einen pro Person begrenzt.',
      notOnline: 'Online-Zahlung ist zurzeit nicht möglich',
      askUs: 'Du kannst diesen Tarif vor Ort kaufen.',
      startPlan: 'Tarif starten',
      startTrial: 'Probezeit starten',
      pay: (amount) => <>{amount}&nbsp;zahlen</>,
      startsOn: 'Beginnt am',
      emptyIsNow: 'Leer lassen, um heute zu starten.',
      aboutYou: 'Was sollten wir über dich wissen?',
      goElsewhere: 'Du bezahlst auf der sicheren Seite unseres Zahlungsanbieters.',
      termsOf: (plan) => `Bedingungen für ${plan}`,
      agreed: 'Ich stimme den Bedingungen zu',
      atDesk: 'Vor Ort zahlen',
      limitReached: 'Du hast das Limit für diesen Tarif erreicht.',
      backToBooking: 'Zurück zu deiner Buchung',
      signInToPay: 'Zum Bezahlen anmelden',
      orderPaid: 'Für diese Bestellung ist nichts mehr zu bezahlen.',
    },
  },
)
