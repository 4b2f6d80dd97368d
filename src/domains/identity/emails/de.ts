/** Emails of sign-in, in German. Source: guide identity §13. */
import type { CommonEmailVariables, EmailTemplatesOf } from '#kit/email/render.ts'
import type { IdentityEmails } from './variables.ts'
import { describeDevice } from '#kit/pure/device.ts'

const factors: Record<string, string> = {
  TOTP: 'eine Authenticator-App',
  EMAIL: 'ein Code per E-Mail',
  SMS: 'ein Code per SMS',
  CALL: 'ein Code per Telefon',
  WEBAUTHN: 'ein Passkey',
}

/** A readable device name from the user agent, else the user agent. */
const device = (v: { device: string }): string => describeDevice(v.device, 'de') ?? v.device

type FactorChange = IdentityEmails['FACTOR_CHANGED'] & CommonEmailVariables
const factorTitle = (v: FactorChange): string => (v.added ? 'Zweiter Schritt eingerichtet' : 'Zweiter Schritt ausgeschaltet')
const factorChange = (v: FactorChange): string =>
  v.added
    ? `Ab jetzt wird bei der Anmeldung als ${v.email} ${factors[v.factor]} verlangt.`
    : `Bei der Anmeldung als ${v.email} wird ${factors[v.factor]} nicht mehr verlangt. Alle anderen Geräte wurden abgemeldet.`
const inviter = (v: { invitedBy?: string; siteName: string }): string => v.invitedBy || v.siteName
const greeting = (v: { firstName: string }): string => (v.firstName ? `Hallo ${v.firstName},` : 'Hallo,')

const undoHint = (v: { undoLink?: string }): string => (v.undoLink ? 'Falls du das nicht warst, mach die Änderung innerhalb von sieben Tagen rückgängig.' : '')

export const identityEmails: EmailTemplatesOf<IdentityEmails> = {
  VERIFY_EMAIL_CODE: (v) => ({
    subject: `${v.code} ist dein Code für ${v.siteName}`,
    paragraphs: [
      `Dein Code ist ${v.code}`,
      `Gib ihn auf der Seite ein, auf der du dich registriert hast. Er gilt ${v.expiresMinutes} Minuten.`,
      'Falls du dich nicht registriert hast, ignoriere diese E-Mail.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${v.code} ist dein Anmeldecode für ${v.siteName}`,
    paragraphs: [
      `Dein Code ist ${v.code}`,
      `Er gilt ${v.expiresMinutes} Minuten. ${v.siteName} wird dich nie danach fragen.`,
      'Falls du dich gerade nicht anmeldest, kennt jemand dein Passwort. Bitte ändere es.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: factorTitle(v),
    paragraphs: [factorChange(v), `Wann: ${moment(v.when)}`, 'Falls du das nicht warst, setze sofort ein neues Passwort.'],
    button: { label: 'Das war ich nicht', url: v.supportLink },
  }),
  EMAIL_CHANGE_CODE: (v) => ({
    subject: `${v.code} bestätigt deine neue Adresse`,
    paragraphs: [
      `Dein Code ist ${v.code}`,
      `Gib ihn ein, um dich bei ${v.siteName} ab jetzt mit dieser Adresse anzumelden. Er gilt ${v.expiresMinutes} Minuten.`,
    ],
  }),
  EMAIL_CHANGED: (v) => ({
    subject: 'Deine Anmeldeadresse wurde geändert',
    paragraphs: [`Bisher hast du dich als ${v.oldEmail} angemeldet, ab jetzt als ${v.newEmail}.`, undoHint(v)],
    ...(v.undoLink ? { button: { label: 'Rückgängig machen', url: v.undoLink } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Setze ein neues Passwort',
    paragraphs: [
      `Für ${v.email} wurde ein neues Passwort angefordert.`,
      `Der Link gilt ${v.expiresHours} Stunden und nur einmal.`,
      v.requestIp ? `Die Anfrage kam von der IP-Adresse ${v.requestIp}.` : '',
      'Falls du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
    ],
    button: { label: 'Neues Passwort setzen', url: v.link },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Dein Konto bei ${v.siteName}`,
    paragraphs: [`${inviter(v)} hat ein Konto für dich erstellt. Wähle ein Passwort, um es zu nutzen.`, `Der Link gilt ${v.expiresDays} Tage und nur einmal.`],
    button: { label: 'Passwort wählen', url: v.link },
  }),
  PASSWORD_CHANGED: (v, moment) => ({
    subject: 'Dein Passwort wurde geändert',
    paragraphs: [
      `Das Passwort von ${v.email} wurde am ${moment(v.when)} geändert.`,
      v.device && `Gerät: ${device(v)}`,
      'Alle anderen Geräte wurden abgemeldet. Falls du das nicht warst, setze sofort ein neues Passwort.',
    ],
    button: { label: 'Das war ich nicht', url: v.supportLink },
  }),
  APPROVAL_REQUESTED: (v) => ({
    subject: `${v.memberName} möchte Mitglied werden`,
    paragraphs: [`${v.memberName} (${v.memberEmail}) hat sich bei ${v.siteName} registriert und wartet auf deine Zustimmung.`],
    button: { label: 'Anfrage ansehen', url: v.approveLink },
  }),
  APPROVAL_PENDING: (v) => ({
    subject: 'Anfrage erhalten',
    paragraphs: [`Danke für deine Registrierung bei ${v.siteName}. Wir prüfen deine Anfrage und schreiben dir, sobald du dich anmelden kannst.`],
  }),
  WELCOME: (v) => ({
    subject: `Willkommen bei ${v.siteName}`,
    paragraphs: [greeting(v), 'dein Konto ist bereit.'],
    button: { label: 'Zum Konto', url: v.accountLink },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Fehlgeschlagene Anmeldeversuche',
    paragraphs: [
      `Am ${moment(v.when)} wurde von der IP-Adresse ${v.ip} mehrmals ein falsches Passwort für ${v.email} eingegeben. Die Anmeldung ist vorübergehend gesperrt.`,
      'Falls du dein Passwort vergessen hast, setze ein neues.',
    ],
    button: { label: 'Neues Passwort setzen', url: v.resetLink },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `Du hast schon ein Konto bei ${v.siteName}`,
    paragraphs: [
      `Jemand wollte sich mit ${v.email} registrieren. Zu dieser Adresse gibt es schon ein Konto.`,
      'Falls du dein Passwort vergessen hast, kannst du ein neues setzen.',
    ],
    button: { label: 'Neues Passwort setzen', url: v.resetLink },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'Anmeldung mit einem neuen Gerät',
    paragraphs: [`Am ${moment(v.when)} gab es eine Anmeldung als ${v.email} mit einem neuen Gerät: ${device(v)}, IP-Adresse ${v.ip}.`],
  }),
}

/** What the business may place in its own words. */
export const identityTextBlocks = { device, factorTitle, factorChange, inviter, greeting, undoHint }
