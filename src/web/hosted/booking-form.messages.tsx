import type { ReactNode } from 'react'
import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    title: 'Booking details',
    expired: 'This link has expired',
    chooseAgain: 'Please choose a time again.',
    chooseService: 'Choose a service',
    nothing: 'Nothing selected yet',
    withPlan: (name: string) => `With ${name}`,
    withSome: (name: string, left: string, of: string) => `With ${name} (${left} of ${of} left)`,
    byCard: 'Pay now by card',
    atDesk: 'Pay in person',
    newPlan: 'Buy a plan and book with it',
    toPlans: 'Choose a plan',
    byHand: 'We review every request. Your booking is final once you get our confirmation email.',
    signedIn: (email: string | undefined) => `Signed in as ${email ?? 'a member'}.`,
    haveAccount: 'Have an account or a plan?',
    signIn: 'Sign in',
    request: 'Send request',
    bookWith: (spending: string) => `Book (${spending})`,
    payAndBook: (amount: ReactNode) => <>Pay&nbsp;{amount}&nbsp;and book</>,
    book: 'Book',
    how: 'How would you like to pay?',
    what: 'Your booking',
    when: 'When',
    length: 'Duration',
    place: 'Location',
    price: 'Price',
    coupon: (code: string) => `Coupon ${code}`,
    total: 'Total',
    free: 'Free',
    taxIncluded: (amount: ReactNode, name: string, rate: string) => (
      <>
        Includes {amount} {name} ({rate} %)
      </>
    ),
    taxAdded: (total: ReactNode, name: string, rate: string) => (
      <>
        {total} with {name} ({rate} %)
      </>
    ),
    otherTime: 'Choose another time',
    extras: 'Extras',
    dates: 'Dates',
  },
  {
    de: {
      title: 'Deine Buchung',
      expired: 'Dieser Link ist abgelaufen',
      chooseAgain: 'Bitte wähle noch einmal eine Zeit.',
      chooseService: 'Angebot wählen',
      nothing: 'Noch nichts ausgewählt',
      withPlan: (name) => `Mit „${name}“`,
      withSome: (name, left, of) => `Mit „${name}“ (noch ${left} von ${of})`,
      byCard: 'Jetzt mit Karte zahlen',
      atDesk: 'Vor Ort zahlen',
      newPlan: 'Tarif kaufen und damit buchen',
      toPlans: 'Tarif wählen',
      byHand: 'Wir prüfen jede Anfrage. Verbindlich ist deine Buchung erst mit unserer Bestätigung per E-Mail.',
      signedIn: (email) => (email ? `Angemeldet als ${email}.` : 'Du bist angemeldet.'),
      haveAccount: 'Hast du ein Konto oder einen Tarif?',
      signIn: 'Anmelden',
      request: 'Anfrage senden',
      bookWith: (spending) => `Buchen (${spending})`,
      payAndBook: (amount) => <>{amount}&nbsp;zahlen und buchen</>,
      book: 'Buchen',
      how: 'Wie möchtest du bezahlen?',
      what: 'Deine Buchung',
      when: 'Wann',
      length: 'Dauer',
      place: 'Ort',
      price: 'Preis',
      coupon: (code) => `Gutschein ${code}`,
      total: 'Gesamt',
      free: 'Kostenlos',
      taxIncluded: (amount, name, rate) => (
        <>
          Enthält {amount} {name} ({rate} %)
        </>
      ),
      taxAdded: (total, name, rate) => (
        <>
          {total} mit {name} ({rate} %)
        </>
      ),
      otherTime: 'Andere Zeit wählen',
      extras: 'Extras',
      dates: 'Termine',
    },
  },
)
