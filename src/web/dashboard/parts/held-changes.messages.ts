/** What is said of changes that wait, by the operation that makes them. */
import { defineDashboardMessages } from '#web/kit/messages.ts'

interface Texts {
  soon: (seconds: number) => string
  now: string
  /** What the button takes back, for those who hear it alone. */
  undo: (who: string) => string
}
export const messages = defineDashboardMessages(
  {
    of: {
      'bookings.cancelBooking': {
        soon: (seconds: number) => `Cancelled in ${seconds} s`,
        now: 'Cancelled now',
        undo: (who: string) => `Undo: Cancelled, ${who}`,
      },
      'bookings.confirmBooking': {
        soon: (seconds: number) => `Confirmed in ${seconds} s`,
        now: 'Confirmed now',
        undo: (who: string) => `Undo: Confirmed, ${who}`,
      },
      'bookings.declineBooking': {
        soon: (seconds: number) => `Declined in ${seconds} s`,
        now: 'Declined now',
        undo: (who: string) => `Undo: Declined, ${who}`,
      },
      'bookingPages.markPaid': {
        soon: (seconds: number) => `Paid in ${seconds} s`,
        now: 'Paid now',
        undo: (who: string) => `Undo: Paid, ${who}`,
      },
      'bookingPages.payByPlan': {
        soon: (seconds: number) => `Plan redeemed in ${seconds} s`,
        now: 'Plan redeemed now',
        undo: (who: string) => `Undo: Plan redeemed, ${who}`,
      },
      'bookingPages.setFreeOfCharge': {
        soon: (seconds: number) => `Free of charge in ${seconds} s`,
        now: 'Free of charge now',
        undo: (who: string) => `Undo: Free of charge, ${who}`,
      },
      'bookings.updateNumberOfParticipants': {
        soon: (seconds: number) => `Number of people changed in ${seconds} s`,
        now: 'Number of people changed now',
        undo: (who: string) => `Undo: Number of people changed, ${who}`,
      },
      'availability.cancelEvent': {
        soon: (seconds: number) => `Cancelled in ${seconds} s`,
        now: 'Cancelled now',
        undo: (who: string) => `Undo: Cancelled, ${who}`,
      },
    } as Readonly<Record<string, Texts>>,
    other: {
      soon: (seconds: number) => `Changed in ${seconds} s`,
      now: 'Changed now',
      undo: (who: string) => `Undo: Changed, ${who}`,
    },
  },
  {
    de: {
      of: {
        'bookings.cancelBooking': {
          soon: (seconds) => `Wird in ${seconds} s abgesagt`,
          now: 'Wird jetzt abgesagt',
          undo: (who) => `Rückgängig: Absage, ${who}`,
        },
        'bookings.confirmBooking': {
          soon: (seconds) => `Wird in ${seconds} s bestätigt`,
          now: 'Wird jetzt bestätigt',
          undo: (who) => `Rückgängig: Bestätigung, ${who}`,
        },
        'bookings.declineBooking': {
          soon: (seconds) => `Wird in ${seconds} s abgelehnt`,
          now: 'Wird jetzt abgelehnt',
          undo: (who) => `Rückgängig: Ablehnung, ${who}`,
        },
        'bookingPages.markPaid': {
          soon: (seconds) => `Gilt in ${seconds} s als bezahlt`,
          now: 'Gilt jetzt als bezahlt',
          undo: (who) => `Rückgängig: Zahlung, ${who}`,
        },
        'bookingPages.payByPlan': {
          soon: (seconds) => `Tarif wird in ${seconds} s eingelöst`,
          now: 'Tarif wird jetzt eingelöst',
          undo: (who) => `Rückgängig: Tarif einlösen, ${who}`,
        },
        'bookingPages.setFreeOfCharge': {
          soon: (seconds) => `Wird in ${seconds} s kostenlos`,
          now: 'Wird jetzt kostenlos',
          undo: (who) => `Rückgängig: Kostenlos, ${who}`,
        },
        'bookings.updateNumberOfParticipants': {
          soon: (seconds) => `Personenzahl wird in ${seconds} s geändert`,
          now: 'Personenzahl wird jetzt geändert',
          undo: (who) => `Rückgängig: Andere Personenzahl, ${who}`,
        },
        'availability.cancelEvent': {
          soon: (seconds) => `Wird in ${seconds} s abgesagt`,
          now: 'Wird jetzt abgesagt',
          undo: (who) => `Rückgängig: Absage, ${who}`,
        },
      },
      other: {
        soon: (seconds) => `Wird in ${seconds} s geändert`,
        now: 'Wird jetzt geändert',
        undo: (who) => `Rückgängig: Änderung, ${who}`,
      },
    },
  },
)
