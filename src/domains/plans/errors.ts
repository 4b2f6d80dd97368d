import { defineRefusals } from '#kit/api/refusal.ts'

/** Refusals of plans. Source: guide pricing-plans §16.2. */
export const { kinds, codes, refuse } = defineRefusals({
  PRICING_PLANS_NOT_INSTALLED: { status: 428, message: "Plans aren't available right now.", de: 'Zurzeit sind keine Tarife verfügbar.' },
  plan_not_found: { status: 404, message: 'This plan does not exist.', de: 'Diesen Tarif gibt es nicht.' },
  already_archived: { status: 428, message: 'This plan is already archived.', de: 'Dieser Tarif ist schon archiviert.' },
  set_visibility_not_supported: {
    status: 428,
    message: 'An archived plan cannot be shown or hidden.',
    de: 'Archivierte Tarife lassen sich nicht ein- oder ausblenden.',
  },
  set_primary_not_supported: {
    status: 428,
    message: 'An archived plan cannot be the primary one.',
    de: 'Archivierte Tarife lassen sich nicht hervorheben.',
  },
})
