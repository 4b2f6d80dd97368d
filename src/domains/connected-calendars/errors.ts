import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide services-and-availability §14. */
export const { kinds, codes, refuse } = defineRefusals({
  NOT_SUPPORTED_BY_PROVIDER: {
    status: 400,
    message: 'This kind of calendar cannot do that.',
    de: 'Das geht mit dieser Art von Kalender nicht.',
  },
  BAD_CREDENTIALS: {
    status: 400,
    message: 'The calendar does not accept this user name and password. Many providers want a password made for apps.',
    de: 'Der Kalender nimmt Benutzername und Passwort nicht an. Viele Anbieter verlangen ein eigenes Passwort für Apps.',
  },
  CONNECTION_NOT_CONNECTED: { status: 428, message: 'This calendar is not connected any more.', de: 'Dieser Kalender ist nicht mehr verbunden.' },
  CONNECTION_ALREADY_DISCONNECTED: { status: 428, message: 'This calendar is disconnected already.', de: 'Dieser Kalender ist schon getrennt.' },
  CALENDAR_ADDRESS_REFUSED: {
    status: 400,
    message: 'Calendars are read over https from the public internet. Check the address.',
    de: 'Kalender werden über https aus dem öffentlichen Internet gelesen. Prüfe die Adresse.',
  },
  CALENDAR_NOT_FOUND: { status: 400, message: 'There is no calendar at this address.', de: 'Unter dieser Adresse gibt es keinen Kalender.' },
  CALENDAR_UNREADABLE: {
    status: 400,
    message: 'The calendar does not answer. Check the address, or try again later.',
    de: 'Der Kalender antwortet nicht. Prüfe die Adresse oder versuche es später noch einmal.',
  },
  CALENDAR_TOO_LARGE: { status: 400, message: 'The calendar is larger than 5 MB.', de: 'Der Kalender ist größer als 5 MB.' },
  CALENDAR_REDIRECTS_TOO_OFTEN: {
    status: 400,
    message: 'The address redirects more than three times.',
    de: 'Die Adresse leitet mehr als dreimal weiter.',
  },
  CALENDAR_PROVIDER_NOT_SET_UP: {
    status: 428,
    message: 'The keys of this provider are missing or wrong. The operator of the server can set them.',
    de: 'Die Schlüssel dieses Anbieters fehlen oder sind falsch. Wer den Server betreibt, kann sie setzen.',
  },
  CALENDAR_ALREADY_CONNECTED: { status: 409, message: 'This calendar is connected already.', de: 'Dieser Kalender ist schon verbunden.' },
  TOO_MANY_CALENDARS: { status: 428, message: 'A person can connect at most 10 calendars.', de: 'Eine Person kann höchstens 10 Kalender verbinden.' },
  CALENDAR_READ_FAILED: {
    status: 428,
    message: 'A connected calendar could not be read lately. Ask with partialFailure for the others.',
    de: 'Ein verbundener Kalender war zuletzt nicht lesbar. Frage mit partialFailure nach den übrigen.',
  },
})
