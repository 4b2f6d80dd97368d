/** Emails of sign-in, in German. Source: guide identity §13. */
import type { EmailTemplates } from '#kit/email/render.ts'
import { describeDevice } from '#kit/pure/device.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

const factors: Record<string, string> = {
  TOTP: 'eine Authenticator-App',
  EMAIL: 'ein Code per E-Mail',
  SMS: 'ein Code per SMS',
  CALL: 'ein Code per Telefon',
  WEBAUTHN: 'ein Passkey',
}

/** A readable device name from the user agent, else the user agent. */
const device = (v: Record<string, unknown>): string => describeDevice(text(v.device), 'de') ?? text(v.device)

export const identityEmails: EmailTemplates = {
  VERIFY_EMAIL_CODE: (v) => ({
    subject: `${text(v.code)} ist dein Code für ${text(v.siteName)}`,
    paragraphs: [
      `Dein Code ist ${text(v.code)}`,
      `Gib ihn auf der Seite ein, auf der du dich registriert hast. Er gilt ${text(v.expiresMinutes)} Minuten.`,
      'Falls du dich nicht registriert hast, ignoriere diese E-Mail.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${text(v.code)} ist dein Anmeldecode für ${text(v.siteName)}`,
    paragraphs: [
      `Dein Code ist ${text(v.code)}`,
      `Er gilt ${text(v.expiresMinutes)} Minuten. ${text(v.siteName)} wird dich nie danach fragen.`,
      'Falls du dich gerade nicht anmeldest, kennt jemand dein Passwort. Bitte ändere es.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: v.added ? 'Zweiter Schritt eingerichtet' : 'Zweiter Schritt ausgeschaltet',
    paragraphs: [
      v.added
        ? `Ab jetzt wird bei der Anmeldung als ${text(v.email)} ${factors[text(v.factor)]} verlangt.`
        : `Bei der Anmeldung als ${text(v.email)} wird ${factors[text(v.factor)]} nicht mehr verlangt. Alle anderen Geräte wurden abgemeldet.`,
      `Wann: ${moment(v.when)}`,
      'Falls du das nicht warst, setze sofort ein neues Passwort.',
    ],
    button: { label: 'Das war ich nicht', url: text(v.supportLink) },
  }),
  EMAIL_CHANGE_CODE: (v) => ({
    subject: `${text(v.code)} bestätigt deine neue Adresse`,
    paragraphs: [
      `Dein Code ist ${text(v.code)}`,
      `Gib ihn ein, um dich bei ${text(v.siteName)} ab jetzt mit dieser Adresse anzumelden. Er gilt ${text(v.expiresMinutes)} Minuten.`,
    ],
  }),
  EMAIL_CHANGED: (v) => ({
    subject: 'Deine Anmeldeadresse wurde geändert',
    paragraphs: [
      `Bisher hast du dich als ${text(v.oldEmail)} angemeldet, ab jetzt als ${text(v.newEmail)}.`,
      v.undoLink ? 'Falls du das nicht warst, mach die Änderung innerhalb von sieben Tagen rückgängig.' : '',
    ],
    ...(v.undoLink ? { button: { label: 'Rückgängig machen', url: text(v.undoLink) } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Setze ein neues Passwort',
    paragraphs: [
      `Für ${text(v.email)} wurde ein neues Passwort angefordert.`,
      `Der Link gilt ${text(v.expiresHours)} Stunden und nur einmal.`,
      v.requestIp ? `Die Anfrage kam von der IP-Adresse ${text(v.requestIp)}.` : '',
      'Falls du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
    ],
    button: { label: 'Neues Passwort setzen', url: text(v.link) },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Dein Konto bei ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} hat ein Konto für dich erstellt. Wähle ein Passwort, um es zu nutzen.`,
      `Der Link gilt ${text(v.expiresDays)} Tage und nur einmal.`,
    ],
    button: { label: 'Passwort wählen', url: text(v.link) },
  }),
  PASSWORD_CHANGED: (v, moment) => ({
    subject: 'Dein Passwort wurde geändert',
    paragraphs: [
      `Das Passwort von ${text(v.email)} wurde am ${moment(v.when)} geändert.`,
      text(v.device) && `Gerät: ${device(v)}`,
      'Alle anderen Geräte wurden abgemeldet. Falls du das nicht warst, setze sofort ein neues Passwort.',
    ],
    button: { label: 'Das war ich nicht', url: text(v.supportLink) },
  }),
  APPROVAL_REQUESTED: (v) => ({
    subject: `${text(v.memberName)} möchte Mitglied werden`,
    paragraphs: [`${text(v.memberName)} (${text(v.memberEmail)}) hat sich bei ${text(v.siteName)} registriert und wartet auf deine Zustimmung.`],
    button: { label: 'Anfrage ansehen', url: text(v.approveLink) },
  }),
  APPROVAL_PENDING: (v) => ({
    subject: 'Anfrage erhalten',
    paragraphs: [`Danke für deine Registrierung bei ${text(v.siteName)}. Wir prüfen deine Anfrage und schreiben dir, sobald du dich anmelden kannst.`],
  }),
  WELCOME: (v) => ({
    subject: `Willkommen bei ${text(v.siteName)}`,
    paragraphs: [v.firstName ? `Hallo ${text(v.firstName)},` : 'Hallo,', 'dein Konto ist bereit.'],
    button: { label: 'Zum Konto', url: text(v.accountLink) },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Fehlgeschlagene Anmeldeversuche',
    paragraphs: [
      `Am ${moment(v.when)} wurde von der IP-Adresse ${text(v.ip)} mehrmals ein falsches Passwort für ${text(v.email)} eingegeben. Die Anmeldung ist vorübergehend gesperrt.`,
      'Falls du dein Passwort vergessen hast, setze ein neues.',
    ],
    button: { label: 'Neues Passwort setzen', url: text(v.resetLink) },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `Du hast schon ein Konto bei ${text(v.siteName)}`,
    paragraphs: [
      `Jemand wollte sich mit ${text(v.email)} registrieren. Zu dieser Adresse gibt es schon ein Konto.`,
      'Falls du dein Passwort vergessen hast, kannst du ein neues setzen.',
    ],
    button: { label: 'Neues Passwort setzen', url: text(v.resetLink) },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'Anmeldung mit einem neuen Gerät',
    paragraphs: [`Am ${moment(v.when)} gab es eine Anmeldung als ${text(v.email)} mit einem neuen Gerät: ${device(v)}, IP-Adresse ${text(v.ip)}.`],
  }),
}
