/** Which emails about orders people may do without; all others are always sent. Source: guide pricing-plans §15. */
import type { OptionalEmailKind } from '#domains/notifications/public.ts'

export const orderEmailKinds: Readonly<Record<string, OptionalEmailKind>> = {
  'trial-ending': 'PLAN_REMINDERS',
  'renewal-reminder': 'PLAN_REMINDERS',
  'card-expiring': 'PLAN_REMINDERS',
  'plan-ending': 'PLAN_REMINDERS',
  'trial-started': 'PLAN_NEWS',
  'plan-started': 'PLAN_NEWS',
  'plan-paused': 'PLAN_NEWS',
  'plan-resumed': 'PLAN_NEWS',
  'plan-extended': 'PLAN_NEWS',
  'plan-ended': 'PLAN_NEWS',
}
