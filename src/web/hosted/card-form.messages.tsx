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
    fr: {
      enterNumber: 'saisissez le numéro de votre carte',
      enterExpiry: 'saisissez la date d’expiration au format MM/AA',
      enterCode: 'saisissez le code de sécurité à 3 ou 4 chiffres',
      test: (
        <>
          <strong>Paiements de test.</strong> Aucune somme n’est débitée. Utilisez la carte 4242 4242 4242 4242, une date future et un code quelconque.
        </>
      ),
      number: 'Numéro de carte',
      expiry: 'Date d’expiration',
      expiryForm: 'MM/AA',
      code: 'Code de sécurité',
      name: 'Nom sur la carte',
      declined: {
        insufficient_funds: 'La provision de votre carte est insuffisante. Essayez avec une autre carte.',
        expired_card: 'Votre carte a expiré. Essayez avec une autre carte.',
        incorrect_cvc: 'Le code de sécurité est incorrect.',
        incorrect_number: 'Le numéro de carte est incorrect.',
        lost_card: 'Cette carte a été déclarée perdue. Essayez avec une autre carte.',
        stolen_card: 'Cette carte a été déclarée volée. Essayez avec une autre carte.',
        card_not_supported: 'Votre carte ne permet pas ce type de paiement. Essayez avec une autre carte.',
        processing_error: 'Votre paiement n’a pas pu être traité. Réessayez dans un instant.',
        authentication_failed: 'Votre banque n’a pas pu confirmer ce paiement. Réessayez ou utilisez une autre carte.',
      },
      declinedAnyhow: 'Votre carte a été refusée. Rien n’a été débité. Essayez avec une autre carte.',
      confirmationNeeded: 'Confirmer auprès de votre banque',
      isItYours: 'Votre banque demande une confirmation de ce paiement',
      inYourApp: 'Avec une vraie carte, votre banque vous demanderait maintenant de confirmer.',
      approve: 'Confirmer le paiement',
      reject: 'Refuser',
    },
    es: {
      enterNumber: 'escribe el número de tu tarjeta',
      enterExpiry: 'escribe la fecha de caducidad como MM/AA',
      enterCode: 'escribe el código de seguridad de 3 o 4 cifras',
      test: (
        <>
          <strong>Pagos de prueba.</strong> No se mueve dinero. Usa la tarjeta 4242 4242 4242 4242, cualquier fecha futura y cualquier código.
        </>
      ),
      number: 'Número de tarjeta',
      expiry: 'Fecha de caducidad',
      expiryForm: 'MM/AA',
      code: 'Código de seguridad',
      name: 'Nombre en la tarjeta',
      declined: {
        insufficient_funds: 'Tu tarjeta no tiene saldo suficiente. Prueba con otra.',
        expired_card: 'Tu tarjeta ha caducado. Prueba con otra.',
        incorrect_cvc: 'El código de seguridad es incorrecto.',
        incorrect_number: 'El número de tarjeta es incorrecto.',
        lost_card: 'Esta tarjeta consta como perdida. Prueba con otra.',
        stolen_card: 'Esta tarjeta consta como robada. Prueba con otra.',
        card_not_supported: 'Tu tarjeta no admite este tipo de pago. Prueba con otra.',
        processing_error: 'No hemos podido procesar tu pago. Inténtalo de nuevo en un momento.',
        authentication_failed: 'Tu banco no ha podido confirmar este pago. Inténtalo de nuevo o usa otra tarjeta.',
      },
      declinedAnyhow: 'Tu tarjeta ha sido rechazada. No se te ha cobrado nada. Prueba con otra.',
      confirmationNeeded: 'Confirmar con tu banco',
      isItYours: 'Tu banco quiere que confirmes este pago',
      inYourApp: 'Con una tarjeta real, tu banco te pediría ahora que confirmaras.',
      approve: 'Confirmar el pago',
      reject: 'Rechazar',
    },
  },
)
