/** Letters about sign-in, in English. Source: guide identity 13. */
import type { EmailTemplates } from '#kit/email/render.ts'
import { describeDevice } from '#kit/pure/device.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

const factors: Record<string, string> = {
  TOTP: 'an authenticator app',
  EMAIL: 'a code by e-mail',
  SMS: 'a code by text message',
  CALL: 'a code by telephone',
  WEBAUTHN: 'a passkey',
}

/** In words where a browser says what it is, else as it calls itself. */
const device = (v: Record<string, unknown>): string => describeDevice(text(v.device), 'en') ?? text(v.device)

export const identityEmails: EmailTemplates = {
  VERIFY_EMAIL_CODE: (v) => ({
    subject: `${text(v.code)} is your code for ${text(v.siteName)}`,
    paragraphs: [
      `Your code is ${text(v.code)}`,
      `Enter it on the page where you signed up. It is good for ${text(v.expiresMinutes)} minutes.`,
      'If you did not sign up, you can ignore this message.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${text(v.code)} is your sign-in code for ${text(v.siteName)}`,
    paragraphs: [
      `Your code is ${text(v.code)}`,
      `It is good for ${text(v.expiresMinutes)} minutes. Nobody from ${text(v.siteName)} will ever ask you for it.`,
      'If you are not signing in right now, somebody knows your password: change it.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: v.added ? 'A second step was added' : 'A second step was switched off',
    paragraphs: [
      v.added
        ? `From now on ${factors[text(v.factor)]} is asked for when ${text(v.email)} signs in.`
        : `When ${text(v.email)} signs in, ${factors[text(v.factor)]} is no longer asked for. All other devices were signed out.`,
      `When: ${moment(v.when)}`,
      'If it was not you, set a new password right away.',
    ],
    button: { label: 'I did not do this', url: text(v.supportLink) },
  }),
  EMAIL_CHANGE_CODE: (v) => ({
    subject: `${text(v.code)} confirms your new address`,
    paragraphs: [
      `Your code is ${text(v.code)}`,
      `Enter it to sign in at ${text(v.siteName)} with this address from now on. It is good for ${text(v.expiresMinutes)} minutes.`,
    ],
  }),
  EMAIL_CHANGED: (v) => ({
    subject: 'Your sign-in address was changed',
    paragraphs: [
      `You used to sign in as ${text(v.oldEmail)}; from now on it is ${text(v.newEmail)}.`,
      v.undoLink ? 'If it was not you, take it back within seven days.' : '',
    ],
    ...(v.undoLink ? { button: { label: 'Take it back', url: text(v.undoLink) } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Somebody, probably you, wants to set a new password for ${text(v.email)}.`,
      `The link works once, for ${text(v.expiresHours)} hours.`,
      v.requestIp ? `It was asked for from the network address ${text(v.requestIp)}.` : '',
      'If it was not you, ignore this message; your password stays as it is.',
    ],
    button: { label: 'Set a new password', url: text(v.link) },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Your account at ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} made an account for you. Choose a password to use it.`,
      `The link works once, for ${text(v.expiresDays)} days.`,
    ],
    button: { label: 'Choose a password', url: text(v.link) },
  }),
  PASSWORD_CHANGED: (v, moment) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of ${text(v.email)} was changed on ${moment(v.when)}.`,
      text(v.device) && `Device: ${device(v)}`,
      'All other devices were signed out. If it was not you, set a new password right away.',
    ],
    button: { label: 'I did not do this', url: text(v.supportLink) },
  }),
  APPROVAL_REQUESTED: (v) => ({
    subject: `${text(v.memberName)} wants to join`,
    paragraphs: [`${text(v.memberName)} (${text(v.memberEmail)}) signed up at ${text(v.siteName)} and waits for your approval.`],
    button: { label: 'Look at the request', url: text(v.approveLink) },
  }),
  APPROVAL_PENDING: (v) => ({
    subject: 'Your request was received',
    paragraphs: [`Thank you for signing up at ${text(v.siteName)}. Somebody will look at your request, and we write as soon as you can sign in.`],
  }),
  WELCOME: (v) => ({
    subject: `Welcome to ${text(v.siteName)}`,
    paragraphs: [v.firstName ? `Hello ${text(v.firstName)},` : 'Hello,', 'your account is ready.'],
    button: { label: 'Go to your account', url: text(v.accountLink) },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Several failed sign-ins',
    paragraphs: [
      `On ${moment(v.when)} somebody tried several wrong passwords for ${text(v.email)} from the network address ${text(v.ip)}. We make them wait for a while.`,
      'If it was you and you forgot your password, set a new one.',
    ],
    button: { label: 'Set a new password', url: text(v.resetLink) },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `You already have an account at ${text(v.siteName)}`,
    paragraphs: [
      `Somebody tried to sign up with ${text(v.email)}. You have an account with this address already.`,
      'If you forgot your password, you can set a new one.',
    ],
    button: { label: 'Set a new password', url: text(v.resetLink) },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'A new device signed in',
    paragraphs: [`On ${moment(v.when)} a device that we did not know signed in as ${text(v.email)}: ${device(v)}, from the network address ${text(v.ip)}.`],
  }),
}
