/** How the business edits the emails to people who run a site. */
import type { CommonEmailVariables } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { buildByLanguage } from '#kit/pure/languages.ts'

const blocks = { inviter: (v: CommonEmailVariables & { invitedBy: string }): string => v.invitedBy || v.siteName }
export const collaboratorsEmailEditing: EmailEditing = { blocks: buildByLanguage(() => blocks) }
