/** Operation → action: the website that an owner arranges. */
import { refuseStandard } from '#kit/api/refusal.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { sendContactMessage } from './actions/contact-message.ts'
import { discardDraft, getDraft, listVersions, publish, restoreVersion, saveDraft } from './actions/edit-website.ts'
import type { websiteApi } from './contract.ts'
import { findPublicPage } from './public.ts'

export const websiteHandlers: Handlers<typeof websiteApi> = {
  getDraft: (ctx) => getDraft(ctx),
  saveDraft: (ctx, { body }) => saveDraft(ctx, body),
  publish: (ctx, { body }) => publish(ctx, body.revision),
  discardDraft: (ctx, { body }) => discardDraft(ctx, body.revision),
  listVersions: (ctx) => listVersions(ctx),
  restoreVersion: (ctx, { params, body }) => restoreVersion(ctx, params.id, body.revision),
  getPage: async (ctx, { query }) => ({ page: (await findPublicPage(ctx, query.slug ?? '')) ?? refuseStandard('NOT_FOUND') }),
  sendContactMessage: async (ctx, { body }) => {
    await sendContactMessage(ctx, body)
    return {}
  },
}
