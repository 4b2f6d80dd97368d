/** Emails of sign-in, in English. Source: guide identity §13. */
import type { CommonEmailVariables, EmailTemplatesOf } from '#kit/email/render.ts'
import type { IdentityEmails } from './variables.ts'
import { describeDevice } from '#kit/pure/device.ts'

const factors: Record<string, string> = {
  TOTP: 'an authenticator app',
  EMAIL: 'a code by email',
  SMS: 'a code by text message',
  CALL: 'a code by phone call',
  WEBAUTHN: 'a passkey',
}

/** A readable device name from the user agent, else the user agent. */
const device = (v: { device: string }): string => describeDevice(v.device, 'en') ?? v.device

type FactorChange = IdentityEmails['FACTOR_CHANGED'] & CommonEmailVariables
const factorTitle = (v: FactorChange): string => (v.added ? 'Two-step verification turned on' : 'Two-step verification turned off')
const factorChange = (v: FactorChange): string =>
  v.added
    ? `Signing in as ${v.email} now requires ${factors[v.factor]}.`
    : `Signing in as ${v.email} no longer requires ${factors[v.factor]}. All other devices were signed out.`
const inviter = (v: { invitedBy?: string; siteName: string }): string => v.invitedBy || v.siteName
const greeting = (v: { firstName: string }): string => (v.firstName ? `Hi ${v.firstName},` : 'Hi,')

const undoHint = (v: { undoLink?: string }): string => (v.undoLink ? 'If this wasn’t you, restore it within 7 days.' : '')

export const identityEmails: EmailTemplatesOf<IdentityEmails> = {
  VERIFY_EMAIL_CODE: (v) => ({
    subject: `${v.code} is your code for ${v.siteName}`,
    paragraphs: [
      `Your code is ${v.code}`,
      `Enter it on the page where you signed up. It expires in ${v.expiresMinutes} minutes.`,
      'If you didn’t sign up, you can ignore this email.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${v.code} is your sign-in code for ${v.siteName}`,
    paragraphs: [
      `Your code is ${v.code}`,
      `It expires in ${v.expiresMinutes} minutes. ${v.siteName} will never ask you for it.`,
      'If you’re not signing in right now, someone knows your password. Change it.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: factorTitle(v),
    paragraphs: [factorChange(v), `When: ${moment(v.when)}`, 'If this wasn’t you, set a new password right away.'],
    button: { label: 'This wasn’t me', url: v.supportLink },
  }),
  EMAIL_CHANGE_CODE: (v) => ({
    subject: `${v.code} confirms your new email`,
    paragraphs: [`Your code is ${v.code}`, `Enter it to sign in at ${v.siteName} with this email from now on. It expires in ${v.expiresMinutes} minutes.`],
  }),
  EMAIL_CHANGED: (v) => ({
    subject: 'Your sign-in email was changed',
    paragraphs: [`You now sign in as ${v.newEmail} instead of ${v.oldEmail}.`, undoHint(v)],
    ...(v.undoLink ? { button: { label: 'Restore my email', url: v.undoLink } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Reset your password',
    paragraphs: [
      `Someone asked to reset the password for ${v.email}.`,
      `The link works once and expires in ${v.expiresHours} hours.`,
      v.requestIp ? `The request came from the network address ${v.requestIp}.` : '',
      'If this wasn’t you, ignore this email. Your password stays the same.',
    ],
    button: { label: 'Set new password', url: v.link },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Your account at ${v.siteName}`,
    paragraphs: [`${inviter(v)} created an account for you. Set a password to use it.`, `The link works once and expires in ${v.expiresDays} days.`],
    button: { label: 'Set password', url: v.link },
  }),
  PASSWORD_CHANGED: (v, moment) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of ${v.email} was changed on ${moment(v.when)}.`,
      v.device && `Device: ${device(v)}`,
      'All other devices were signed out. If this wasn’t you, set a new password right away.',
    ],
    button: { label: 'This wasn’t me', url: v.supportLink },
  }),
  APPROVAL_REQUESTED: (v) => ({
    subject: `${v.memberName} wants to join`,
    paragraphs: [`${v.memberName} (${v.memberEmail}) signed up at ${v.siteName} and is waiting for your approval.`],
    button: { label: 'Review request', url: v.approveLink },
  }),
  APPROVAL_PENDING: (v) => ({
    subject: 'Request received',
    paragraphs: [`Thank you for signing up at ${v.siteName}. We’re reviewing your request and will email you as soon as you can sign in.`],
  }),
  WELCOME: (v) => ({
    subject: `Welcome to ${v.siteName}`,
    paragraphs: [greeting(v), 'Your account is ready.'],
    button: { label: 'Go to your account', url: v.accountLink },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Several failed sign-ins',
    paragraphs: [
      `On ${moment(v.when)} someone tried several wrong passwords for ${v.email} from the network address ${v.ip}. Further attempts are blocked for a while.`,
      'If this was you and you forgot your password, set a new one.',
    ],
    button: { label: 'Set new password', url: v.resetLink },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `You already have an account at ${v.siteName}`,
    paragraphs: [
      `Someone tried to sign up with ${v.email}. You already have an account with this email.`,
      'If you forgot your password, you can set a new one.',
    ],
    button: { label: 'Set new password', url: v.resetLink },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'New sign-in',
    paragraphs: [`On ${moment(v.when)} a new device signed in as ${v.email}: ${device(v)}, from the network address ${v.ip}.`],
  }),
}

/** What the business may place in its own words. */
export const identityTextBlocks = { device, factorTitle, factorChange, inviter, greeting, undoHint }
