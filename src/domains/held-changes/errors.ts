/** Refusals of held changes. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const heldChangeErrors = defineRefusals({
  CHANGE_ALREADY_MADE: {
    status: 409,
    message: 'This can no longer be undone: it is already done.',
    de: 'Das lässt sich nicht mehr rückgängig machen: Es ist schon erledigt.',
    fr: 'Il est trop tard pour revenir en arrière : c’est déjà fait.',
    es: 'Ya no se puede deshacer: ya está hecho.',
  },
})
export const { kinds, refuse } = heldChangeErrors
