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
  },
)
