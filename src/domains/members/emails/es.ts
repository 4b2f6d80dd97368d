/** Emails to members, in Spanish. Source: guide members §5.2 row 7, §10; identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { MembersEmails } from './variables.ts'

export const membersEmails: EmailTemplatesOf<MembersEmails> = {
  MEMBER_APPROVED: ({ nickname, signInLink }) => ({
    subject: 'Ya eres miembro',
    paragraphs: [`Hola, ${nickname}:`, '¡Te damos la bienvenida! Ya puedes iniciar sesión.'],
    button: { label: 'Iniciar sesión', url: signInLink },
  }),
  BIRTHDAY: ({ nickname, siteName, bookLink }) => ({
    subject: `¡Feliz cumpleaños, ${nickname}!`,
    paragraphs: [`Felicidades de parte de todo el equipo de ${siteName}.`],
    button: { label: 'Ver los servicios', url: bookLink },
  }),
  ACCOUNT_DELETED: ({ nickname, when }, moment) => ({
    subject: 'Tu cuenta se ha eliminado',
    paragraphs: [`Hola, ${nickname}:`, `Tu cuenta y tu perfil se eliminaron el ${moment(when)}. Si no lo esperabas, ponte pronto en contacto con nosotros.`],
  }),
}
