/** Reminders and follow-ups: operation → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { changeAutomation, findDueRecipients, listAutomations } from '../actions/automations.ts'
import type { emailAutomationsApi } from '../contract/automations.ts'

export const emailAutomationsHandlers: Handlers<typeof emailAutomationsApi> = {
  listEmailAutomations: async (ctx) => ({ automations: await listAutomations(ctx) }),
  listDueRecipients: (ctx, { params }) => findDueRecipients(ctx, params.kind),
  updateEmailAutomation: async (ctx, { params, body }) => ({ automation: await changeAutomation(ctx, params.kind, body) }),
}
