import type { ReactNode } from 'react'
import { defineMessages } from '../kit/messages.ts'

export type FactorType = 'TOTP' | 'EMAIL' | 'SMS' | 'CALL' | 'WEBAUTHN' | 'PASSWORD' | 'RECOVERY_CODE'
/** What is said about a kind of proof: the way to it, its field, and how it is asked for; `to` is where a code went. */
interface FactorMessages {
  choose: string
  label: string
  ask: (to: ReactNode) => ReactNode
}
const pluralTries = (left: number) => (left === 1 ? 'try' : 'tries')

export const messages = defineMessages(
  {
    ways: {
      TOTP: { choose: 'Use the authenticator app', label: 'Code', ask: () => 'Enter the code that your authenticator app shows now.' },
      EMAIL: { choose: 'Send a code by e-mail', label: 'Code', ask: (to) => <>We have sent a code to {to}.</> },
      SMS: { choose: 'Send a text message', label: 'Code', ask: (to) => <>We have sent a text message to {to}.</> },
      CALL: { choose: 'Call me', label: 'Code', ask: (to) => <>We call {to}.</> },
      WEBAUTHN: { choose: 'Use a passkey', label: '', ask: () => 'Confirm with your finger, your face or the lock of your device.' },
      PASSWORD: { choose: 'Use my password', label: 'Password', ask: () => 'Enter the password of your account.' },
      RECOVERY_CODE: {
        choose: 'Use a recovery code',
        label: 'Recovery code',
        ask: () => 'Enter one of the codes that you kept when you set up the second step. Each works once.',
      },
    } as Readonly<Record<FactorType, FactorMessages>>,
    you: 'you',
    form: 'Second step',
    usePasskey: 'Use the passkey',
    goOn: 'Go on',
    sixDigits: 'enter the six digits',
    aRecoveryCode: 'enter one of your recovery codes',
    tooLate: 'This sign-in took too long or had too many wrong codes. Please start again.',
    wrongPasskey: 'This passkey does not fit. Please try again or use another way.',
    wrong: { RECOVERY_CODE: 'this is not one of your recovery codes, or it was used already', PASSWORD: 'this is not your password' } as Readonly<
      Partial<Record<FactorType, string>>
    >,
    wrongCode: 'this code is not right or no longer valid',
    left: (wrong: string, left: number) => `${wrong}; ${left} ${pluralTries(left)} left`,
    remember: 'Remember this device',
    rememberHint: 'Only on a device that nobody else uses. You are not asked for this step here for thirty days.',
    back: 'Back to sign in',
  },
  {
    de: {
      ways: {
        TOTP: { choose: 'Authenticator-App benutzen', label: 'Code', ask: () => 'Gib den Code ein, den deine Authenticator-App gerade zeigt.' },
        EMAIL: { choose: 'Code per E-Mail schicken', label: 'Code', ask: (to) => <>Wir haben einen Code an {to} geschickt.</> },
        SMS: { choose: 'Code per SMS schicken', label: 'Code', ask: (to) => <>Wir haben eine SMS an {to} geschickt.</> },
        CALL: { choose: 'Ruft mich an', label: 'Code', ask: (to) => <>Wir rufen {to} an.</> },
        WEBAUTHN: { choose: 'Passkey benutzen', label: '', ask: () => 'Bestätige mit dem Finger, dem Gesicht oder der Sperre deines Geräts.' },
        PASSWORD: { choose: 'Mein Passwort benutzen', label: 'Passwort', ask: () => 'Gib das Passwort deines Kontos ein.' },
        RECOVERY_CODE: {
          choose: 'Ersatzcode benutzen',
          label: 'Ersatzcode',
          ask: () => 'Gib einen der Ersatzcodes ein, die du beim Einrichten des zweiten Schritts bekommen hast. Jeder gilt einmal.',
        },
      },
      you: 'dich',
      form: 'Zweiter Schritt',
      usePasskey: 'Passkey benutzen',
      goOn: 'Weiter',
      sixDigits: 'gib die sechs Ziffern ein',
      aRecoveryCode: 'gib einen deiner Ersatzcodes ein',
      tooLate: 'Die Anmeldung hat zu lange gedauert, oder es waren zu viele falsche Codes. Bitte beginne noch einmal.',
      wrongPasskey: 'Dieser Passkey passt nicht. Versuche es noch einmal, oder nimm einen anderen Weg.',
      wrong: { RECOVERY_CODE: 'das ist keiner deiner Ersatzcodes, oder er wurde schon benutzt', PASSWORD: 'das ist nicht dein Passwort' },
      wrongCode: 'dieser Code stimmt nicht oder gilt nicht mehr',
      left: (wrong, left) => `${wrong}; noch ${left} ${left === 1 ? 'Versuch' : 'Versuche'}`,
      remember: 'Dieses Gerät merken',
      rememberHint: 'Nur auf einem Gerät, das niemand sonst benutzt. Hier wirst du dann dreißig Tage lang nicht nach diesem Schritt gefragt.',
      back: 'Zurück zur Anmeldung',
    },
  },
)
