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
    confirmationNeeded: 'Confirm with your bank',
    isItYours: 'Your bank wants to confirm this payment',
    inYourApp: 'With a real card, your bank would ask you to confirm now.',
    approve: 'Approve payment',
    reject: 'Reject',
  },
  {
    de: {
      enterNumber: 'gib deine Kartennummer ein',
      enterExpiry: 'gib das Ablaufdatum als MM/JJ ein',
      enterCode: 'gib die 3- oder 4-stellige Prüfnummer ein',
      test: (
        <>
          <strong>Testzahlungen.</strong> Es fließt kein Geld. Nutze die Karte 4242 4242 4242 4242 mit beliebigem künftigem Datum und beliebiger Prüfnummer.
        </>
      ),
      number: 'Kartennummer',
      expiry: 'Gültig bis',
      expiryForm: 'MM/JJ',
      code: 'Prüfnummer',
      name: 'Name auf der Karte',
      declined: {
        insufficient_funds: 'Deine Karte ist nicht ausreichend gedeckt. Bitte versuche es mit einer anderen.',
        expired_card: 'Deine Karte ist abgelaufen. Bitte versuche es mit einer anderen.',
        incorrect_cvc: 'Die Prüfnummer ist falsch.',
        incorrect_number: 'Die Kartennummer ist falsch.',
        lost_card: 'Diese Karte wurde als verloren gemeldet. Bitte versuche es mit einer anderen.',
        stolen_card: 'Diese Karte wurde als gestohlen gemeldet. Bitte versuche es mit einer anderen.',
        card_not_supported: 'Deine Karte unterstützt diese Zahlung nicht. Bitte versuche es mit einer anderen.',
        processing_error: 'Wir konnten deine Zahlung nicht verarbeiten. Bitte versuche es gleich noch einmal.',
        authentication_failed: 'Deine Bank hat die Zahlung nicht bestätigt. Bitte versuche es noch einmal oder mit einer anderen Karte.',
      },
      declinedAnyhow: 'Deine Karte wurde abgelehnt. Es wurde nichts abgebucht. Bitte versuche es mit einer anderen.',
      confirmationNeeded: 'Zahlung bei deiner Bank bestätigen',
      isItYours: 'Deine Bank bittet um eine Bestätigung',
      inYourApp: 'Mit einer echten Karte würdest du jetzt bei deiner Bank bestätigen.',
      approve: 'Zahlung bestätigen',
      reject: 'Ablehnen',
    },
  },
)
