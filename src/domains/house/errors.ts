import { refusals } from '#kit/refusal.ts'

export const { kinds, refuse } = refusals({ ALREADY_SET_UP: { status: 409, message: 'This server has a site already. Sign in to its dashboard.' } })
