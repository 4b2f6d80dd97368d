import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  order_not_found: {
    status: 404,
    message: 'This order does not exist.',
    de: 'Diese Bestellung gibt es nicht.',
    fr: 'Cette commande n’existe pas.',
    es: 'Este pedido no existe.',
  },
  booking_not_found: {
    status: 404,
    message: 'This booking does not exist.',
    de: 'Diese Buchung gibt es nicht.',
    fr: 'Cette réservation n’existe pas.',
    es: 'Esta reserva no existe.',
  },
})
