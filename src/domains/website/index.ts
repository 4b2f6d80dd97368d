/** The website that an owner arranges: pages of blocks, menu, footer, design. */
import { findPictureUses } from '#domains/media/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { defineEmails } from '#kit/email/render.ts'
import { websiteContract } from './contract.ts'
import { websiteEmails as germanEmails } from './emails/de.ts'
import { websiteEmails } from './emails/en.ts'
import type { WebsiteEmails } from './emails/variables.ts'
import { websiteHandlers } from './handlers.ts'
import { listPictureUses } from './actions/picture-uses.ts'
import * as tables from './tables.ts'

export const website: Domain = {
  name: 'website',
  operations: bindOperations(websiteContract, { website: websiteHandlers }),
  emails: { templates: defineEmails<WebsiteEmails>({ en: websiteEmails, de: germanEmails }) },
  hooks: [bindHook(findPictureUses, (ctx, { mediaId }) => listPictureUses(ctx, mediaId))],
  tables,
}
