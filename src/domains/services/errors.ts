/** Refusals of services, categories and policies. */
import { refusals } from '#kit/refusal.ts'

export const { kinds, codes, refuse, orRefuse } = refusals({
  REVISION_MISMATCH: { status: 409, message: 'This service has changed in the meantime. Please reload.' },
  SLUG_ALREADY_EXISTS: { status: 428, message: 'Another service already uses this address.' },
  INVALID_PRICING_PLAN: { status: 400, message: 'This plan does not exist or is archived.' },
  CATEGORY_LIMIT_REACHED: { status: 428, message: 'There can be at most 100 categories.' },
  DEFAULT_POLICY_CANNOT_BE_DELETED: { status: 428, message: 'The default policy stays. Make another one the default first.' },
})
