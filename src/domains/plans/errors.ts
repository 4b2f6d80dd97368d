import { defineRefusals } from '#kit/api/refusal.ts'

/** Refusals of plans. Source: guide pricing-plans §16.2. */
export const { kinds, codes, refuse } = defineRefusals({
  REVISION_MISMATCH: {
    status: 409,
    message: 'This plan was changed in the meantime. Please reload.',
    de: 'Dieser Tarif wurde inzwischen geändert. Bitte lade die Seite neu.',
    fr: 'Cette formule a été modifiée entre-temps. Rechargez la page.',
    es: 'Este plan ha cambiado mientras tanto. Vuelve a cargar la página.',
  },
  PRICING_PLANS_NOT_INSTALLED: {
    status: 428,
    message: "Plans aren't available right now.",
    de: 'Zurzeit sind keine Tarife verfügbar.',
    fr: 'Aucune formule n’est disponible pour le moment.',
    es: 'Ahora mismo no hay planes disponibles.',
  },
  plan_not_found: {
    status: 404,
    message: 'This plan does not exist.',
    de: 'Diesen Tarif gibt es nicht.',
    fr: 'Cette formule n’existe pas.',
    es: 'Este plan no existe.',
  },
  already_archived: {
    status: 428,
    message: 'This plan is already archived.',
    de: 'Dieser Tarif ist schon archiviert.',
    fr: 'Cette formule est déjà archivée.',
    es: 'Este plan ya está archivado.',
  },
  set_visibility_not_supported: {
    status: 428,
    message: 'An archived plan cannot be shown or hidden.',
    de: 'Archivierte Tarife lassen sich nicht ein- oder ausblenden.',
    fr: 'Une formule archivée ne peut être ni affichée ni masquée.',
    es: 'Un plan archivado no se puede mostrar ni ocultar.',
  },
  set_primary_not_supported: {
    status: 428,
    message: 'An archived plan cannot be the primary one.',
    de: 'Archivierte Tarife lassen sich nicht hervorheben.',
    fr: 'Une formule archivée ne peut pas être mise en avant.',
    es: 'Un plan archivado no se puede destacar.',
  },
})
