/** Emails of sign-in, in Spanish. Source: guide identity §13. */
import type { CommonEmailVariables, EmailTemplatesOf } from '#kit/email/render.ts'
import type { IdentityEmails } from './variables.ts'
import { describeDevice } from '#kit/pure/device.ts'

const factors: Record<string, string> = {
  TOTP: 'una aplicación de autenticación',
  EMAIL: 'un código por correo',
  SMS: 'un código por SMS',
  CALL: 'un código por teléfono',
  WEBAUTHN: 'una clave de acceso',
}

/** A readable device name from the user agent, else the user agent. */
const device = (v: { device: string }): string => describeDevice(v.device, 'es') ?? v.device

type FactorChange = IdentityEmails['FACTOR_CHANGED'] & CommonEmailVariables
const factorTitle = (v: FactorChange): string => (v.added ? 'Segundo paso activado' : 'Segundo paso desactivado')
const factorChange = (v: FactorChange): string =>
  v.added
    ? `Para iniciar sesión con ${v.email} ahora también hace falta ${factors[v.factor]}.`
    : `Para iniciar sesión con ${v.email} ya no hace falta ${factors[v.factor]}. Se ha cerrado la sesión en todos los demás dispositivos.`
const inviter = (v: { invitedBy?: string; siteName: string }): string => v.invitedBy || v.siteName
const greeting = (v: { firstName: string }): string => (v.firstName ? `Hola, ${v.firstName}:` : 'Hola:')

const undoHint = (v: { undoLink?: string }): string => (v.undoLink ? 'Si no has sido tú, recupéralo antes de siete días.' : '')

export const identityEmails: EmailTemplatesOf<IdentityEmails> = {
  VERIFY_EMAIL_CODE: (v) => ({
    subject: `${v.code} es tu código para ${v.siteName}`,
    paragraphs: [
      `Tu código es ${v.code}`,
      `Escríbelo en la página donde te registraste. Caduca en ${v.expiresMinutes} minutos.`,
      'Si no te has registrado, ignora este correo.',
    ],
  }),
  SIGN_IN_CODE: (v) => ({
    subject: `${v.code} es tu código de inicio de sesión para ${v.siteName}`,
    paragraphs: [
      `Tu código es ${v.code}`,
      `Caduca en ${v.expiresMinutes} minutos. ${v.siteName} nunca te lo pedirá.`,
      'Si no estás iniciando sesión ahora, alguien conoce tu contraseña. Cámbiala.',
    ],
  }),
  FACTOR_CHANGED: (v, moment) => ({
    subject: factorTitle(v),
    paragraphs: [factorChange(v), `Fecha: ${moment(v.when)}`, 'Si no has sido tú, crea enseguida una contraseña nueva.'],
    button: { label: 'No he sido yo', url: v.supportLink },
  }),
  EMAIL_CHANGE_CODE: (v) => ({
    subject: `${v.code} confirma tu nuevo correo`,
    paragraphs: [
      `Tu código es ${v.code}`,
      `Escríbelo para iniciar sesión en ${v.siteName} con este correo a partir de ahora. Caduca en ${v.expiresMinutes} minutos.`,
    ],
  }),
  EMAIL_CHANGED: (v) => ({
    subject: 'Ha cambiado tu correo de inicio de sesión',
    paragraphs: [`Ahora inicias sesión con ${v.newEmail} en lugar de ${v.oldEmail}.`, undoHint(v)],
    ...(v.undoLink ? { button: { label: 'Recuperar mi correo', url: v.undoLink } } : {}),
  }),
  PASSWORD_RESET: (v) => ({
    subject: 'Crea una contraseña nueva',
    paragraphs: [
      `Se ha pedido una contraseña nueva para ${v.email}.`,
      `El enlace solo sirve una vez y caduca en ${v.expiresHours} horas.`,
      v.requestIp ? `La petición vino de la dirección de red ${v.requestIp}.` : '',
      'Si no has sido tú, ignora este correo. Tu contraseña no cambia.',
    ],
    button: { label: 'Crear contraseña nueva', url: v.link },
  }),
  SET_PASSWORD: (v) => ({
    subject: `Tu cuenta en ${v.siteName}`,
    paragraphs: [
      `${inviter(v)} ha creado una cuenta para ti. Crea una contraseña para usarla.`,
      `El enlace solo sirve una vez y caduca en ${v.expiresDays} días.`,
    ],
    button: { label: 'Crear contraseña', url: v.link },
  }),
  PASSWORD_CHANGED: (v, moment) => ({
    subject: 'Tu contraseña ha cambiado',
    paragraphs: [
      `La contraseña de ${v.email} se cambió el ${moment(v.when)}.`,
      v.device && `Dispositivo: ${device(v)}`,
      'Se ha cerrado la sesión en todos los demás dispositivos. Si no has sido tú, crea enseguida una contraseña nueva.',
    ],
    button: { label: 'No he sido yo', url: v.supportLink },
  }),
  APPROVAL_REQUESTED: (v) => ({
    subject: `${v.memberName} quiere ser miembro`,
    paragraphs: [`${v.memberName} (${v.memberEmail}) se ha registrado en ${v.siteName} y espera tu aprobación.`],
    button: { label: 'Revisar la solicitud', url: v.approveLink },
  }),
  APPROVAL_PENDING: (v) => ({
    subject: 'Solicitud recibida',
    paragraphs: [`Gracias por registrarte en ${v.siteName}. Estamos revisando tu solicitud y te escribiremos en cuanto puedas iniciar sesión.`],
  }),
  WELCOME: (v) => ({
    subject: `Te damos la bienvenida a ${v.siteName}`,
    paragraphs: [greeting(v), 'Tu cuenta está lista.'],
    button: { label: 'Ir a tu cuenta', url: v.accountLink },
  }),
  SIGN_IN_LOCKED: (v, moment) => ({
    subject: 'Varios inicios de sesión fallidos',
    paragraphs: [
      `El ${moment(v.when)} se escribieron varias contraseñas incorrectas para ${v.email} desde la dirección de red ${v.ip}. El inicio de sesión queda bloqueado un tiempo.`,
      'Si has sido tú y no recuerdas tu contraseña, crea una nueva.',
    ],
    button: { label: 'Crear contraseña nueva', url: v.resetLink },
  }),
  REGISTER_EXISTING: (v) => ({
    subject: `Ya tienes una cuenta en ${v.siteName}`,
    paragraphs: [
      `Alguien ha intentado registrarse con ${v.email}. Ya tienes una cuenta con este correo.`,
      'Si no recuerdas tu contraseña, puedes crear una nueva.',
    ],
    button: { label: 'Crear contraseña nueva', url: v.resetLink },
  }),
  NEW_DEVICE: (v, moment) => ({
    subject: 'Inicio de sesión desde un dispositivo nuevo',
    paragraphs: [`El ${moment(v.when)} un dispositivo nuevo inició sesión con ${v.email}: ${device(v)}, desde la dirección de red ${v.ip}.`],
  }),
}

/** What the business may place in its own words. */
export const identityTextBlocks = { device, factorTitle, factorChange, inviter, greeting, undoHint }
