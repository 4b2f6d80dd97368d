/** Heads of columns that exports of several domains share. */
import type { LocalizedText } from './languages.ts'

export const csvHeads = {
  name: { message: 'Name', de: 'Name', fr: 'Nom', es: 'Nombre' },
  email: { message: 'Email', de: 'E-Mail', fr: 'E-mail', es: 'Correo electrónico' },
  phone: { message: 'Phone', de: 'Telefon', fr: 'Téléphone', es: 'Teléfono' },
  status: { message: 'Status', de: 'Status', fr: 'Statut', es: 'Estado' },
  payment: { message: 'Payment', de: 'Zahlung', fr: 'Paiement', es: 'Pago' },
  price: { message: 'Price', de: 'Preis', fr: 'Prix', es: 'Precio' },
  amount: { message: 'Amount', de: 'Betrag', fr: 'Montant', es: 'Importe' },
  currency: { message: 'Currency', de: 'Währung', fr: 'Devise', es: 'Moneda' },
  tax: { message: 'Tax', de: 'Steuer', fr: 'Taxe', es: 'Impuesto' },
  taxRate: { message: 'Tax rate', de: 'Steuersatz', fr: 'Taux de taxe', es: 'Tipo impositivo' },
  paid: { message: 'Paid', de: 'Bezahlt', fr: 'Payé', es: 'Pagado' },
  start: { message: 'Start', de: 'Beginn', fr: 'Début', es: 'Inicio' },
  end: { message: 'End', de: 'Ende', fr: 'Fin', es: 'Fin' },
  due: { message: 'Due', de: 'Fällig', fr: 'Échéance', es: 'Vencimiento' },
  attempts: { message: 'Attempts', de: 'Versuche', fr: 'Tentatives', es: 'Intentos' },
  orderId: { message: 'Order id', de: 'Bestell-ID', fr: 'ID de commande', es: 'ID del pedido' },
  bookingId: { message: 'Booking id', de: 'Buchungs-ID', fr: 'ID de réservation', es: 'ID de la reserva' },
  id: { message: 'Id', de: 'ID', fr: 'ID', es: 'ID' },
} as const satisfies Record<string, LocalizedText>
