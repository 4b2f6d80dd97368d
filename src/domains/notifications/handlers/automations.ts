/** Reminders and follow-ups: operation → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { changeAutomation, listAutomations } from '../actions/automations.ts'
import type { emailAutomationsApi } from '../contract/automations.ts'

export const emailAutomationsHandlers: Handlers<typeof emailAutomationsApi> = {
  listEmailAutomations: async (ctx) => ({ automations: await listAutomations(ctx) }),
  updateEmailAutomation: async (ctx, { params, body }) => ({ automation: await changeAutomation(ctx, params.kind, body) }),
}
