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
      'Falls du dich nicht registriert hast, kannst du diese Nachricht vergessen.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${text(v.code)} ist dein Anmeldecode für ${text(v.siteName)}`,
    paragraphs: [
      `Dein Code ist ${text(v.code)}`,
      `Er gilt ${text(v.expiresMinutes)} Minuten. Niemand von ${text(v.siteName)} wird dich je danach fragen.`,
      'Falls du dich gerade nicht anmeldest, kennt jemand dein Passwort: ändere es.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: v.added ? 'Ein zweiter Schritt kam hinzu' : 'Ein zweiter Schritt ist abgeschaltet',
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
      v.undoLink ? 'Falls du das nicht warst, nimm es innerhalb von sieben Tagen zurück.' : '',
    ],
    ...(v.undoLink ? { button: { label: 'Zurücknehmen', url: text(v.undoLink) } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Setze ein neues Passwort',
    paragraphs: [
      `Jemand, wahrscheinlich du, möchte ein neues Passwort für ${text(v.email)} setzen.`,
      `Der Link gilt einmal, ${text(v.expiresHours)} Stunden lang.`,
      v.requestIp ? `Die Bitte kam von der Netzwerkadresse ${text(v.requestIp)}.` : '',
      'Falls du das nicht warst, vergiss diese Nachricht; dein Passwort bleibt, wie es ist.',
    ],
    button: { label: 'Neues Passwort setzen', url: text(v.link) },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Dein Konto bei ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} hat ein Konto für dich angelegt. Wähle ein Passwort, um es zu nutzen.`,
      `Der Link gilt einmal, ${text(v.expiresDays)} Tage lang.`,
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
    subject: 'Deine Anfrage ist da',
    paragraphs: [
      `Danke für deine Registrierung bei ${text(v.siteName)}. Jemand sieht sich deine Anfrage an, und wir schreiben, sobald du dich anmelden kannst.`,
    ],
  }),
  WELCOME: (v) => ({
    subject: `Willkommen bei ${text(v.siteName)}`,
    paragraphs: [v.firstName ? `Hallo ${text(v.firstName)},` : 'Hallo,', 'dein Konto ist bereit.'],
    button: { label: 'Zu deinem Konto', url: text(v.accountLink) },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Mehrere Anmeldungen sind fehlgeschlagen',
    paragraphs: [
      `Am ${moment(v.when)} hat jemand von der Netzwerkadresse ${text(v.ip)} aus mehrere falsche Passwörter für ${text(v.email)} versucht. Weitere Versuche müssen eine Weile warten.`,
      'Falls du das warst und dein Passwort vergessen hast, setze ein neues.',
    ],
    button: { label: 'Neues Passwort setzen', url: text(v.resetLink) },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `Du hast schon ein Konto bei ${text(v.siteName)}`,
    paragraphs: [
      `Jemand wollte sich mit ${text(v.email)} registrieren. Mit dieser Adresse hast du schon ein Konto.`,
      'Falls du dein Passwort vergessen hast, kannst du ein neues setzen.',
    ],
    button: { label: 'Neues Passwort setzen', url: text(v.resetLink) },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'Ein neues Gerät hat sich angemeldet',
    paragraphs: [
      `Am ${moment(v.when)} hat sich ein Gerät, das wir nicht kannten, als ${text(v.email)} angemeldet: ${device(v)}, von der Netzwerkadresse ${text(v.ip)}.`,
    ],
  }),
}
