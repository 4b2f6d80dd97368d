/** Texts of the pages after sign-out and sign-in. */
import { defineMessages } from '../kit/messages.ts'

export const messages = defineMessages(
  {
    start: 'Go to homepage',
    out: 'Signed out',
    youAreOut: 'You’re signed out',
    soon: 'See you soon.',
    signInAgain: 'Sign in again',
    failed: 'We couldn’t sign you in.',
    incomplete: 'This link is incomplete. Please try again.',
    elsewhere: 'This sign-in was started in another browser. Please try again.',
    expired: 'This sign-in has expired. Please try again.',
    signingIn: 'Signing in',
    notIn: 'Not signed in',
    signIn: 'Sign in',
  },
  {
    de: {
      start: 'Zur Startseite',
      out: 'Abgemeldet',
      youAreOut: 'Du bist abgemeldet',
      soon: 'Bis bald.',
      signInAgain: 'Wieder anmelden',
      failed: 'Die Anmeldung hat nicht geklappt.',
      incomplete: 'Der Link ist nicht vollständig. Bitte versuche es noch einmal.',
      elsewhere: 'Diese Anmeldung wurde woanders begonnen. Bitte versuche es noch einmal.',
      expired: 'Diese Anmeldung ist abgelaufen. Bitte versuche es noch einmal.',
      signingIn: 'Anmeldung läuft',
      notIn: 'Nicht angemeldet',
      signIn: 'Anmelden',
    },
  },
)
