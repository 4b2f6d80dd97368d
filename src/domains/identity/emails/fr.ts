/** Emails of sign-in, in French. Source: guide identity §13. */
import type { CommonEmailVariables, EmailTemplatesOf } from '#kit/email/render.ts'
import type { IdentityEmails } from './variables.ts'
import { describeDevice } from '#kit/pure/device.ts'

const factors: Record<string, string> = {
  TOTP: 'une application d’authentification',
  EMAIL: 'un code reçu par e-mail',
  SMS: 'un code reçu par SMS',
  CALL: 'un code reçu par téléphone',
  WEBAUTHN: 'une clé d’accès',
}

/** A readable device name from the user agent, else the user agent. */
const device = (v: { device: string }): string => describeDevice(v.device, 'fr') ?? v.device

type FactorChange = IdentityEmails['FACTOR_CHANGED'] & CommonEmailVariables
const factorTitle = (v: FactorChange): string => (v.added ? 'Deuxième étape activée' : 'Deuxième étape désactivée')
const factorChange = (v: FactorChange): string =>
  v.added
    ? `La connexion avec ${v.email} demande maintenant aussi ${factors[v.factor]}.`
    : `La connexion avec ${v.email} ne demande plus ${factors[v.factor]}. Tous les autres appareils ont été déconnectés.`
const inviter = (v: { invitedBy?: string; siteName: string }): string => v.invitedBy || v.siteName
const greeting = (v: { firstName: string }): string => (v.firstName ? `Bonjour ${v.firstName},` : 'Bonjour,')

const undoHint = (v: { undoLink?: string }): string => (v.undoLink ? 'Si ce n’était pas vous, rétablissez-la dans les sept jours.' : '')

export const identityEmails: EmailTemplatesOf<IdentityEmails> = {
  VERIFY_EMAIL_CODE: (v) => ({
    subject: `${v.code} est votre code pour ${v.siteName}`,
    paragraphs: [
      `Votre code est ${v.code}`,
      `Saisissez-le sur la page où vous avez créé votre compte. Il expire dans ${v.expiresMinutes} minutes.`,
      'Si vous n’avez pas créé de compte, ignorez cet e-mail.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${v.code} est votre code de connexion pour ${v.siteName}`,
    paragraphs: [
      `Votre code est ${v.code}`,
      `Il expire dans ${v.expiresMinutes} minutes. ${v.siteName} ne vous le demandera jamais.`,
      'Si vous n’êtes pas en train de vous connecter, quelqu’un connaît votre mot de passe. Changez-le.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: factorTitle(v),
    paragraphs: [factorChange(v), `Date : ${moment(v.when)}`, 'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe.'],
    button: { label: 'Ce n’était pas moi', url: v.supportLink },
  }),
  EMAIL_CHANGE_CODE: (v) => ({
    subject: `${v.code} confirme votre nouvelle adresse e-mail`,
    paragraphs: [
      `Votre code est ${v.code}`,
      `Saisissez-le pour vous connecter désormais à ${v.siteName} avec cette adresse. Il expire dans ${v.expiresMinutes} minutes.`,
    ],
  }),
  EMAIL_CHANGED: (v) => ({
    subject: 'Votre adresse de connexion a changé',
    paragraphs: [`Vous vous connectez maintenant avec ${v.newEmail} au lieu de ${v.oldEmail}.`, undoHint(v)],
    ...(v.undoLink ? { button: { label: 'Rétablir mon adresse', url: v.undoLink } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Définissez un nouveau mot de passe',
    paragraphs: [
      `Un nouveau mot de passe a été demandé pour ${v.email}.`,
      `Le lien ne sert qu’une fois et expire dans ${v.expiresHours} heures.`,
      v.requestIp ? `La demande venait de l’adresse réseau ${v.requestIp}.` : '',
      'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe ne change pas.',
    ],
    button: { label: 'Définir un nouveau mot de passe', url: v.link },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Votre compte chez ${v.siteName}`,
    paragraphs: [
      `${inviter(v)} a créé un compte pour vous. Définissez un mot de passe pour l’utiliser.`,
      `Le lien ne sert qu’une fois et expire dans ${v.expiresDays} jours.`,
    ],
    button: { label: 'Définir un mot de passe', url: v.link },
  }),
  PASSWORD_CHANGED: (v, moment) => ({
    subject: 'Votre mot de passe a changé',
    paragraphs: [
      `Le mot de passe de ${v.email} a été modifié le ${moment(v.when)}.`,
      v.device && `Appareil : ${device(v)}`,
      'Tous les autres appareils ont été déconnectés. Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe.',
    ],
    button: { label: 'Ce n’était pas moi', url: v.supportLink },
  }),
  APPROVAL_REQUESTED: (v) => ({
    subject: `${v.memberName} souhaite devenir membre`,
    paragraphs: [`${v.memberName} (${v.memberEmail}) a créé un compte chez ${v.siteName} et attend votre approbation.`],
    button: { label: 'Examiner la demande', url: v.approveLink },
  }),
  APPROVAL_PENDING: (v) => ({
    subject: 'Demande reçue',
    paragraphs: [`Merci de votre inscription chez ${v.siteName}. Nous examinons votre demande et vous écrirons dès que vous pourrez vous connecter.`],
  }),
  WELCOME: (v) => ({
    subject: `Bienvenue chez ${v.siteName}`,
    paragraphs: [greeting(v), 'Votre compte est prêt.'],
    button: { label: 'Accéder à votre compte', url: v.accountLink },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Plusieurs échecs de connexion',
    paragraphs: [
      `Le ${moment(v.when)}, plusieurs mots de passe incorrects ont été saisis pour ${v.email} depuis l’adresse réseau ${v.ip}. La connexion est bloquée pour un moment.`,
      'Si c’était vous et que vous avez oublié votre mot de passe, définissez-en un nouveau.',
    ],
    button: { label: 'Définir un nouveau mot de passe', url: v.resetLink },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `Vous avez déjà un compte chez ${v.siteName}`,
    paragraphs: [
      `Quelqu’un a voulu s’inscrire avec ${v.email}. Vous avez déjà un compte avec cette adresse.`,
      'Si vous avez oublié votre mot de passe, vous pouvez en définir un nouveau.',
    ],
    button: { label: 'Définir un nouveau mot de passe', url: v.resetLink },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'Connexion depuis un nouvel appareil',
    paragraphs: [`Le ${moment(v.when)}, un nouvel appareil s’est connecté avec ${v.email} : ${device(v)}, depuis l’adresse réseau ${v.ip}.`],
  }),
}

/** What the business may place in its own words. */
export const identityTextBlocks = { device, factorTitle, factorChange, inviter, greeting, undoHint }
