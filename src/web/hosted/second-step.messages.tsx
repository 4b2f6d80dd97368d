import type { ReactNode } from 'react'
import { defineMessages } from '../kit/messages.ts'

export type FactorType = 'TOTP' | 'EMAIL' | 'SMS' | 'CALL' | 'WEBAUTHN' | 'PASSWORD' | 'RECOVERY_CODE'
/** Texts of one kind of proof; `to` is where a code was sent. */
interface FactorMessages {
  choose: string
  label: string
  ask: (to: ReactNode) => ReactNode
}
const pluralTries = (left: number) => (left === 1 ? 'try' : 'tries')

export const messages = defineMessages(
  {
    ways: {
      TOTP: { choose: 'Use your authenticator app', label: 'Code', ask: () => 'Enter the code from your authenticator app.' },
      EMAIL: { choose: 'Email me a code', label: 'Code', ask: (to) => <>We sent a code to {to}.</> },
      SMS: { choose: 'Text me a code', label: 'Code', ask: (to) => <>We sent a text message to {to}.</> },
      CALL: { choose: 'Call me', label: 'Code', ask: (to) => <>We’re calling {to}.</> },
      WEBAUTHN: { choose: 'Use a passkey', label: '', ask: () => 'Confirm with your fingerprint, face or device PIN.' },
      PASSWORD: { choose: 'Use your password', label: 'Password', ask: () => 'Enter your account password.' },
      RECOVERY_CODE: {
        choose: 'Use a recovery code',
        label: 'Recovery code',
        ask: () => 'Enter one of the recovery codes you saved. Each works once.',
      },
    } as Readonly<Record<FactorType, FactorMessages>>,
    you: 'you',
    form: 'Two-step verification',
    usePasskey: 'Continue with passkey',
    goOn: 'Continue',
    sixDigits: 'enter the 6-digit code',
    aRecoveryCode: 'enter a recovery code',
    tooLate: 'This sign-in expired or had too many wrong codes. Please start over.',
    wrongPasskey: 'This passkey didn’t work. Please try again or use another method.',
    wrong: { RECOVERY_CODE: 'this recovery code is wrong or was already used', PASSWORD: 'this password is incorrect' } as Readonly<
      Partial<Record<FactorType, string>>
    >,
    wrongCode: 'this code is wrong or has expired',
    left: (wrong: string, left: number) => `${wrong}; ${left} ${pluralTries(left)} left`,
    remember: 'Remember this device',
    rememberHint: 'We won’t ask for this step here for 30 days. Only use this on your own device.',
    back: 'Back to sign in',
  },
  {
    de: {
      ways: {
        TOTP: { choose: 'Authenticator-App verwenden', label: 'Code', ask: () => 'Gib den Code aus deiner Authenticator-App ein.' },
        EMAIL: { choose: 'Code per E-Mail senden', label: 'Code', ask: (to) => <>Wir haben einen Code an {to} gesendet.</> },
        SMS: { choose: 'Code per SMS senden', label: 'Code', ask: (to) => <>Wir haben eine SMS an {to} gesendet.</> },
        CALL: { choose: 'Code per Anruf', label: 'Code', ask: (to) => <>Wir rufen {to} an.</> },
        WEBAUTHN: { choose: 'Passkey verwenden', label: '', ask: () => 'Bestätige mit Fingerabdruck, Gesicht oder Gerätesperre.' },
        PASSWORD: { choose: 'Passwort verwenden', label: 'Passwort', ask: () => 'Gib das Passwort deines Kontos ein.' },
        RECOVERY_CODE: {
          choose: 'Ersatzcode verwenden',
          label: 'Ersatzcode',
          ask: () => 'Gib einen deiner Ersatzcodes ein. Jeder gilt nur einmal.',
        },
      },
      you: 'dich',
      form: 'Zweiter Schritt',
      usePasskey: 'Passkey verwenden',
      goOn: 'Weiter',
      sixDigits: 'gib die sechs Ziffern ein',
      aRecoveryCode: 'gib einen deiner Ersatzcodes ein',
      tooLate: 'Die Anmeldung ist abgelaufen, oder es gab zu viele Versuche. Bitte melde dich noch einmal an.',
      wrongPasskey: 'Dieser Passkey passt nicht. Bitte versuche es noch einmal oder wähle einen anderen Weg.',
      wrong: { RECOVERY_CODE: 'dieser Ersatzcode ist falsch oder schon verwendet', PASSWORD: 'das Passwort ist falsch' },
      wrongCode: 'dieser Code ist falsch oder abgelaufen',
      left: (wrong, left) => `${wrong}; noch ${left} ${left === 1 ? 'Versuch' : 'Versuche'}`,
      remember: 'Dieses Gerät merken',
      rememberHint: 'Nur auf einem Gerät, das niemand sonst nutzt. Dann fragen wir hier 30 Tage lang nicht nach diesem Schritt.',
      back: 'Zurück zur Anmeldung',
    },
    fr: {
      ways: {
        TOTP: {
          choose: 'Utiliser votre application d’authentification',
          label: 'Code',
          ask: () => 'Saisissez le code de votre application d’authentification.',
        },
        EMAIL: { choose: 'Recevoir un code par e-mail', label: 'Code', ask: (to) => <>Un e-mail avec un code est en route vers {to}.</> },
        SMS: { choose: 'Recevoir un code par SMS', label: 'Code', ask: (to) => <>Un SMS avec un code est en route vers {to}.</> },
        CALL: { choose: 'Recevoir un appel', label: 'Code', ask: (to) => <>Appel en cours vers {to}.</> },
        WEBAUTHN: { choose: 'Utiliser une clé d’accès', label: '', ask: () => 'Confirmez avec votre empreinte, votre visage ou le code de votre appareil.' },
        PASSWORD: { choose: 'Utiliser votre mot de passe', label: 'Mot de passe', ask: () => 'Saisissez le mot de passe de votre compte.' },
        RECOVERY_CODE: {
          choose: 'Utiliser un code de secours',
          label: 'Code de secours',
          ask: () => 'Saisissez l’un de vos codes de secours. Chacun ne sert qu’une fois.',
        },
      },
      you: 'vous',
      form: 'Validation en deux étapes',
      usePasskey: 'Continuer avec la clé d’accès',
      goOn: 'Continuer',
      sixDigits: 'saisissez le code à 6 chiffres',
      aRecoveryCode: 'saisissez un code de secours',
      tooLate: 'Cette connexion a expiré ou comporte trop de codes erronés. Recommencez.',
      wrongPasskey: 'Cette clé d’accès n’a pas fonctionné. Réessayez ou utilisez une autre méthode.',
      wrong: { RECOVERY_CODE: 'ce code de secours est incorrect ou a déjà servi', PASSWORD: 'ce mot de passe est incorrect' },
      wrongCode: 'ce code est incorrect ou a expiré',
      left: (wrong, left) => (left < 2 ? `${wrong} ; il reste ${left} essai` : `${wrong} ; il reste ${left} essais`),
      remember: 'Se souvenir de cet appareil',
      rememberHint: 'Cette étape ne sera plus demandée ici pendant 30 jours. Uniquement sur votre propre appareil.',
      back: 'Revenir à la connexion',
    },
    es: {
      ways: {
        TOTP: { choose: 'Usar tu aplicación de autenticación', label: 'Código', ask: () => 'Escribe el código de tu aplicación de autenticación.' },
        EMAIL: { choose: 'Recibir un código por correo', label: 'Código', ask: (to) => <>Hemos enviado un correo con un código para {to}.</> },
        SMS: { choose: 'Recibir un código por SMS', label: 'Código', ask: (to) => <>Hemos enviado un SMS con un código para {to}.</> },
        CALL: { choose: 'Recibir una llamada', label: 'Código', ask: (to) => <>Llamada en curso para {to}.</> },
        WEBAUTHN: { choose: 'Usar una clave de acceso', label: '', ask: () => 'Confirma con tu huella, tu cara o el PIN de tu dispositivo.' },
        PASSWORD: { choose: 'Usar tu contraseña', label: 'Contraseña', ask: () => 'Escribe la contraseña de tu cuenta.' },
        RECOVERY_CODE: {
          choose: 'Usar un código de recuperación',
          label: 'Código de recuperación',
          ask: () => 'Escribe uno de tus códigos de recuperación. Cada uno sirve una sola vez.',
        },
      },
      you: 'ti',
      form: 'Verificación en dos pasos',
      usePasskey: 'Continuar con la clave de acceso',
      goOn: 'Continuar',
      sixDigits: 'escribe el código de 6 cifras',
      aRecoveryCode: 'escribe un código de recuperación',
      tooLate: 'Este inicio de sesión ha caducado o hubo demasiados códigos incorrectos. Empieza de nuevo.',
      wrongPasskey: 'Esta clave de acceso no ha funcionado. Inténtalo de nuevo o usa otro método.',
      wrong: { RECOVERY_CODE: 'este código de recuperación es incorrecto o ya se ha usado', PASSWORD: 'esta contraseña es incorrecta' },
      wrongCode: 'este código es incorrecto o ha caducado',
      left: (wrong, left) => (left === 1 ? `${wrong}; queda 1 intento` : `${wrong}; quedan ${left} intentos`),
      remember: 'Recordar este dispositivo',
      rememberHint: 'Durante 30 días no te pediremos este paso aquí. Solo en tu propio dispositivo.',
      back: 'Volver al inicio de sesión',
    },
  },
)
