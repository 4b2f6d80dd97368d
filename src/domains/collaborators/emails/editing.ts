/** How the business edits the emails to people who run a site. */
import type { CommonEmailVariables } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'

const blocks = { inviter: (v: CommonEmailVariables & { invitedBy: string }): string => v.invitedBy || v.siteName }
export const collaboratorsEmailEditing: EmailEditing = { blocks: { en: blocks, de: blocks } }
