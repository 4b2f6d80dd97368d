import { refusals } from '#kit/refusal.ts'

export const { kinds, refuse } = refusals({
  ALREADY_SET_UP: { status: 409, message: 'This server has a site already. Sign in to its dashboard.' },
  order_not_found: { status: 404, message: 'This order does not exist.' },
})
