/** Emails about the community, in Spanish. Source: guide members §14. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CommunityEmails } from './variables.ts'

const title = ({ count }: CommunityEmails['MEMBERS_REPORTED']): string => (count === 1 ? 'Han denunciado a un miembro' : `${count} denuncias sobre miembros`)

export const communityEmails: EmailTemplatesOf<CommunityEmails> = {
  MEMBERS_REPORTED: (v) => ({
    subject: title(v),
    paragraphs: ['Hay miembros de tu sitio que han denunciado a otros. Revisa las denuncias y decide qué hacer.'],
    button: { label: 'Revisar las denuncias', url: v.url },
  }),
}

/** What the business may place in its own words. */
export const communityTextBlocks = { title }
