import { refusals } from '#kit/refusal.ts'

export const { kinds, refuse } = refusals({
  ALREADY_SET_UP: {
    status: 409,
    message: 'This server has a site already. Sign in to its dashboard.',
    de: 'Auf diesem Server gibt es schon eine Website. Melde dich in ihrem Dashboard an.',
  },
  order_not_found: { status: 404, message: 'This order does not exist.', de: 'Diese Bestellung gibt es nicht.' },
})
