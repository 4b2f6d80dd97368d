import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    enterNumber: 'enter your card number',
    enterExpiry: 'enter the expiry date as MM/YY',
    enterCode: 'enter the 3 or 4 digit security code',
    test: (
      <>
        <strong>Test payments.</strong> No money moves. Use card 4242 4242 4242 4242, any future date, any code.
      </>
    ),
    number: 'Card number',
    expiry: 'Expiry date',
    expiryForm: 'MM/YY',
    code: 'Security code',
    name: 'Name on card',
    declined: {
      insufficient_funds: 'Your card has insufficient funds. Please try another card.',
      expired_card: 'Your card has expired. Please try another card.',
      incorrect_cvc: 'Your card’s security code is incorrect.',
      incorrect_number: 'Your card number is incorrect.',
      lost_card: 'This card was reported lost. Please try another card.',
      stolen_card: 'This card was reported stolen. Please try another card.',
      card_not_supported: 'Your card doesn’t support this type of payment. Please try another card.',
      processing_error: 'We couldn’t process your payment. Please try again in a moment.',
      authentication_failed: 'Your bank couldn’t confirm this payment. Please try again or use another card.',
    } as Readonly<Record<string, string>>,
    declinedAnyhow: 'Your card was declined. You haven’t been charged. Please try another card.',
    bankAsks: 'Confirm with your bank',
    isItYours: 'Your bank wants to confirm this payment',
    inYourApp: 'With a real card, your bank would ask you to confirm now.',
    approve: 'Approve payment',
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
