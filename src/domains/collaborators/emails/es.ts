/** Emails to people who run a site, in Spanish. Source: guide identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CollaboratorsEmails } from './variables.ts'

export const collaboratorsEmails: EmailTemplatesOf<CollaboratorsEmails> = {
  OWNER_INVITATION: (v) => ({
    subject: `Invitación al panel de ${v.siteName}`,
    paragraphs: [`${v.invitedBy || v.siteName} te invita al panel de ${v.siteName}.`, `El enlace solo sirve una vez y caduca en ${v.expiresDays} días.`],
    button: { label: 'Aceptar la invitación', url: v.link },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Crea una contraseña nueva para el panel',
    paragraphs: [`El enlace solo sirve una vez y caduca en ${v.expiresHours} horas.`, 'Si no la has pedido, ignora este correo.'],
    button: { label: 'Crear contraseña nueva', url: v.link },
  }),
}
