import type { ReactNode } from 'react'
import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    title: 'Booking details',
    expired: 'This link has expired',
    chooseAgain: 'Please choose a time again.',
    chooseService: 'Choose a service',
    gone: 'This time is no longer available.',
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
        Includes {amount} {name} ({rate})
      </>
    ),
    taxAdded: (total: ReactNode, name: string, rate: string) => (
      <>
        {total} with {name} ({rate})
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
      gone: 'Diese Zeit ist nicht mehr frei.',
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
          Enthält {amount} {name} ({rate})
        </>
      ),
      taxAdded: (total, name, rate) => (
        <>
          {total} mit {name} ({rate})
        </>
      ),
      otherTime: 'Andere Zeit wählen',
      extras: 'Extras',
      dates: 'Termine',
    },
    fr: {
      title: 'Votre réservation',
      expired: 'Ce lien a expiré',
      chooseAgain: 'Choisissez à nouveau un créneau.',
      chooseService: 'Choisir une prestation',
      gone: 'Ce créneau n’est plus disponible.',
      nothing: 'Aucune sélection pour le moment',
      withPlan: (name) => `Avec « ${name} »`,
      withSome: (name, left, of) => `Avec « ${name} » (il en reste ${left} sur ${of})`,
      byCard: 'Payer maintenant par carte',
      atDesk: 'Payer sur place',
      newPlan: 'Acheter une formule pour réserver',
      toPlans: 'Choisir une formule',
      byHand: 'Nous examinons chaque demande. Votre réservation devient ferme avec notre e-mail de confirmation.',
      signedIn: (email) => (email ? `Vous utilisez le compte ${email}.` : 'Vous utilisez votre compte.'),
      haveAccount: 'Vous avez un compte ou une formule ?',
      signIn: 'Se connecter',
      request: 'Envoyer la demande',
      bookWith: (spending) => `Réserver (${spending})`,
      payAndBook: (amount) => <>Payer&nbsp;{amount} et&nbsp;réserver</>,
      book: 'Réserver',
      how: 'Comment souhaitez-vous payer ?',
      what: 'Votre réservation',
      when: 'Quand',
      length: 'Durée',
      place: 'Lieu',
      price: 'Prix',
      coupon: (code) => `Code promo ${code}`,
      total: 'Total',
      free: 'Gratuit',
      taxIncluded: (amount, name, rate) => (
        <>
          Dont {amount} de {name} ({rate})
        </>
      ),
      taxAdded: (total, name, rate) => (
        <>
          {total} avec {name} ({rate})
        </>
      ),
      otherTime: 'Choisir un autre créneau',
      extras: 'Suppléments',
      dates: 'Dates',
    },
    es: {
      title: 'Tu reserva',
      expired: 'Este enlace ha caducado',
      chooseAgain: 'Elige de nuevo una hora.',
      chooseService: 'Elegir un servicio',
      gone: 'Esta hora ya no está disponible.',
      nothing: 'Aún no has elegido nada',
      withPlan: (name) => `Con «${name}»`,
      withSome: (name, left, of) => `Con «${name}» (disponibles: ${left} de ${of})`,
      byCard: 'Pagar ahora con tarjeta',
      atDesk: 'Pagar en el local',
      newPlan: 'Comprar un plan y reservar con él',
      toPlans: 'Elegir un plan',
      byHand: 'Revisamos cada solicitud. Tu reserva será definitiva cuando recibas nuestro correo de confirmación.',
      signedIn: (email) => (email ? `Has iniciado sesión como ${email}.` : 'Has iniciado sesión.'),
      haveAccount: '¿Tienes una cuenta o un plan?',
      signIn: 'Iniciar sesión',
      request: 'Enviar solicitud',
      bookWith: (spending) => `Reservar (${spending})`,
      payAndBook: (amount) => <>Pagar&nbsp;{amount} y&nbsp;reservar</>,
      book: 'Reservar',
      how: '¿Cómo quieres pagar?',
      what: 'Tu reserva',
      when: 'Cuándo',
      length: 'Duración',
      place: 'Lugar',
      price: 'Precio',
      coupon: (code) => `Cupón ${code}`,
      total: 'Total',
      free: 'Gratis',
      taxIncluded: (amount, name, rate) => (
        <>
          Incluye {amount} de {name} ({rate})
        </>
      ),
      taxAdded: (total, name, rate) => (
        <>
          {total} con {name} ({rate})
        </>
      ),
      otherTime: 'Elegir otra hora',
      extras: 'Extras',
      dates: 'Fechas',
    },
  },
)
