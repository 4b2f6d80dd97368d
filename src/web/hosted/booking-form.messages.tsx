import type { ReactNode } from 'react'
import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    title: 'Booking details',
    expired: 'This link has expired',
    chooseAgain: 'Please choose a time again.',
    chooseService: 'Choose a service',
    nothing: 'Nothing selected yet',
    loading: 'Loading',
    withPlan: (name: string) => `With ${name}`,
    withSome: (name: string, left: string, of: string) => `With ${name} (${left} of ${of} left)`,
    byCard: 'Pay now by card',
    atDesk: 'Pay in person',
    refunded: 'Your spot was taken while we waited for your bank. We’re refunding you in full. Please choose another time.',
    unknown: 'Your payment is still being processed. Please wait for our email before you try again.',
    newPrice: 'The price has changed since you opened this page. You haven’t been charged. Please review the new price.',
    signInToGoOn: 'Sign in to continue',
    ended: 'Your session has expired. Sign in again to continue. Your entries are saved.',
    byHand: 'We review every request. Your booking is final once you get our confirmation email.',
    signedIn: (email: string | undefined) => `Signed in as ${email ?? 'a member'}.`,
    haveAccount: 'Have an account or a plan?',
    signIn: 'Sign in',
    request: 'Send request',
    bookWith: (spending: string) => `Book (${spending})`,
    payAndBook: (amount: ReactNode) => <>Pay&nbsp;{amount}&nbsp;and book</>,
    book: 'Book',
    deposit: (now: ReactNode, later: ReactNode) => (
      <>
        A deposit of {now} is due now. The remaining {later} is due at your visit.
      </>
    ),
    addOnsLater: (amount: ReactNode) => <>Your plan covers the session. The extras, {amount}, are due at your visit.</>,
    keepsCard: 'We save your card in case of a late cancellation. You won’t be charged now.',
    goElsewhere: 'You’ll continue on our payment provider’s secure page.',
    enterAddress: 'enter your address',
    how: 'How would you like to pay?',
    what: 'Your booking',
    when: 'When',
    length: 'Duration',
    place: 'Location',
    price: 'Price',
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
      loading: 'Wird geladen',
      withPlan: (name) => `Mit „${name}“`,
      withSome: (name, left, of) => `Mit „${name}“ (noch ${left} von ${of})`,
      byCard: 'Jetzt mit Karte zahlen',
      atDesk: 'Vor Ort zahlen',
      refunded: 'Dein Platz wurde vergeben, während wir auf deine Bank gewartet haben. Du bekommst den vollen Betrag zurück. Bitte wähle eine andere Zeit.',
      unknown: 'Deine Zahlung wird noch verarbeitet. Bitte warte auf unsere E-Mail, bevor du es noch einmal versuchst.',
      newPrice: 'Der Preis hat sich inzwischen geändert. Es wurde nichts abgebucht. Bitte prüfe den neuen Preis.',
      signInToGoOn: 'Anmelden und fortfahren',
      ended: 'Deine Sitzung ist abgelaufen. Bitte melde dich noch einmal an. Deine Eingaben bleiben erhalten.',
      byHand: 'Wir prüfen jede Anfrage. Verbindlich ist deine Buchung erst mit unserer Bestätigung per E-Mail.',
      signedIn: (email) => (email ? `Angemeldet als ${email}.` : 'Du bist angemeldet.'),
      haveAccount: 'Hast du ein Konto oder einen Tarif?',
      signIn: 'Anmelden',
      request: 'Anfrage senden',
      bookWith: (spending) => `Buchen (${spending})`,
      payAndBook: (amount) => <>{amount}&nbsp;zahlen und buchen</>,
      book: 'Buchen',
      deposit: (now, later) => (
        <>
          Jetzt ist eine Anzahlung von {now} fällig. Die restlichen {later} zahlst du vor Ort.
        </>
      ),
      addOnsLater: (amount) => <>Dein Tarif deckt den Termin ab. Die Extras, {amount}, zahlst du vor Ort.</>,
      keepsCard: 'Wir speichern deine Karte für den Fall einer späten Absage. Jetzt wird nichts abgebucht.',
      goElsewhere: 'Du bezahlst auf der sicheren Seite unseres Zahlungsanbieters.',
      enterAddress: 'gib deine Adresse ein',
      how: 'Wie möchtest du bezahlen?',
      what: 'Deine Buchung',
      when: 'Wann',
      length: 'Dauer',
      place: 'Ort',
      price: 'Preis',
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
