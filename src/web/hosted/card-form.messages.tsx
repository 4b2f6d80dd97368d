import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    enterNumber: 'enter the number on the card',
    enterExpiry: 'enter month and year, like 04/30',
    enterCode: 'enter the 3 or 4 digits',
    test: (
      <>
        <strong>Test payments.</strong> No money moves. Use card 4242 4242 4242 4242, any future date, any code.
      </>
    ),
    number: 'Card number',
    expiry: 'Valid until',
    expiryForm: 'MM/YY',
    code: 'Security code',
    name: 'Name on the card',
    declined: {
      insufficient_funds: 'There is not enough money on this card. Please try another one.',
      expired_card: 'This card has expired. Please try another one.',
      incorrect_cvc: 'The security code does not fit this card.',
      incorrect_number: 'The card number is wrong. Please check it.',
      lost_card: 'This card was reported lost. Please try another one.',
      stolen_card: 'This card was reported stolen. Please try another one.',
      card_not_supported: 'Your bank does not allow this kind of payment with this card. Please try another one.',
      processing_error: 'The payment could not be processed. Please try again in a moment.',
      authentication_failed: 'Your bank did not confirm the payment. Please try again or use another card.',
    } as Readonly<Record<string, string>>,
    declinedAnyhow: 'The bank declined this card. You have not been charged; please try another one.',
    bankAsks: 'Your bank asks',
    isItYours: 'Your bank asks: is this payment yours?',
    inYourApp: 'With a real card your bank’s app would ask you now.',
    approve: 'Approve the payment',
    reject: 'Reject',
  },
  {
    de: {
      enterNumber: 'gib die Nummer ein, die auf der Karte steht',
      enterExpiry: 'gib Monat und Jahr ein, zum Beispiel 04/30',
      enterCode: 'gib die 3 oder 4 Ziffern ein',
      test: (
        <>
          <strong>Testzahlungen.</strong> Es fließt kein Geld. Nimm die Karte 4242 4242 4242 4242, irgendein Datum in der Zukunft, irgendeine Prüfziffer.
        </>
      ),
      number: 'Kartennummer',
      expiry: 'Gültig bis',
      expiryForm: 'MM/JJ',
      code: 'Prüfziffer',
      name: 'Name auf der Karte',
      declined: {
        insufficient_funds: 'Auf dieser Karte ist nicht genug Geld. Bitte versuche es mit einer anderen.',
        expired_card: 'Diese Karte ist abgelaufen. Bitte versuche es mit einer anderen.',
        incorrect_cvc: 'Die Prüfziffer passt nicht zu dieser Karte.',
        incorrect_number: 'Die Kartennummer stimmt nicht. Bitte prüfe sie.',
        lost_card: 'Diese Karte wurde als verloren gemeldet. Bitte versuche es mit einer anderen.',
        stolen_card: 'Diese Karte wurde als gestohlen gemeldet. Bitte versuche es mit einer anderen.',
        card_not_supported: 'Deine Bank erlaubt diese Art der Zahlung mit dieser Karte nicht. Bitte versuche es mit einer anderen.',
        processing_error: 'Die Zahlung konnte nicht verarbeitet werden. Bitte versuche es gleich noch einmal.',
        authentication_failed: 'Deine Bank hat die Zahlung nicht bestätigt. Versuche es noch einmal, oder nimm eine andere Karte.',
      },
      declinedAnyhow: 'Die Bank hat diese Karte abgelehnt. Es wurde nichts abgebucht; bitte versuche es mit einer anderen.',
      bankAsks: 'Deine Bank fragt',
      isItYours: 'Deine Bank fragt: ist das deine Zahlung?',
      inYourApp: 'Bei einer echten Karte würde dich jetzt die App deiner Bank fragen.',
      approve: 'Zahlung bestätigen',
      reject: 'Ablehnen',
    },
  },
)
