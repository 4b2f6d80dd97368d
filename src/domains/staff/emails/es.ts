/** Emails about staff, in Spanish. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmails: EmailTemplatesOf<StaffEmails> = {
  'staff-invitation': (v) => ({
    subject: `${v.siteName} te invita a su equipo`,
    paragraphs: [
      `Hola, ${v.staffName}:`,
      `${v.siteName} te invita a gestionar tu propio calendario. La invitación caduca en 30 días.`,
      'Para aceptarla, elige una contraseña o inicia sesión con la que ya tienes.',
    ],
    button: { label: 'Aceptar la invitación', url: v.link },
  }),
  'time-off-requested': (v) => ({
    subject: `${v.staffName} pide días libres: ${v.days}`,
    paragraphs: [
      `${v.staffName} quiere tener libre: ${v.days}.`,
      v.reason && `Motivo: ${v.reason}`,
      'Lo que hay reservado esos días aparece junto a la solicitud.',
    ],
    button: { label: 'Responder a la solicitud', url: v.link },
  }),
  'time-off-approved': (v) => ({
    subject: `Tus días libres están aprobados: ${v.days}`,
    paragraphs: [`Hola, ${v.staffName}:`, `Tus días libres están aprobados: ${v.days}. Nadie puede reservar contigo esos días.`, v.note],
    button: { label: 'Ver los días libres', url: v.link },
  }),
  'time-off-declined': (v) => ({
    subject: `Tus días libres se han rechazado: ${v.days}`,
    paragraphs: [`Hola, ${v.staffName}:`, `Tus días libres se han rechazado: ${v.days}.`, v.note],
    button: { label: 'Ver los días libres', url: v.link },
  }),
}
