import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  order_not_found: { status: 404, message: 'This order does not exist.', de: 'Diese Bestellung gibt es nicht.' },
  booking_not_found: { status: 404, message: 'This booking does not exist.', de: 'Diese Buchung gibt es nicht.' },
})
