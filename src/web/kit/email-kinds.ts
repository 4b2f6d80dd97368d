/** Emails that people can turn off: their names, when they are sent, and how they are called within a sentence. */
import { defineMessages, type TextsOf } from './messages.ts'

export const emailKindMessages = defineMessages(
  {
    kinds: {
      BOOKING_REMINDERS: { name: 'Booking reminders', when: 'Before each session.', within: 'booking reminders' },
      PLAN_REMINDERS: {
        name: 'Plan reminders',
        when: 'Before a trial ends, a long plan renews, a plan ends or a card expires.',
        within: 'plan reminders',
      },
      PLAN_NEWS: { name: 'Plan updates', when: 'When a plan starts, is paused, resumes, is extended or ends.', within: 'plan updates' },
      FOLLOW_UPS: {
        name: 'Follow-ups and greetings',
        when: 'After a visit, when you haven’t been here for a while, and on your birthday.',
        within: 'follow-ups',
      },
    },
    always: 'You always get confirmations, changes and cancellations, receipts, failed payments, and everything about your sign-in.',
  },
  {
    de: {
      kinds: {
        BOOKING_REMINDERS: { name: 'Buchungserinnerungen', when: 'Vor jedem Termin.', within: 'Buchungserinnerungen' },
        PLAN_REMINDERS: {
          name: 'Tariferinnerungen',
          when: 'Bevor eine Probezeit endet, ein langer Tarif sich verlängert, ein Tarif ausläuft oder eine Karte abläuft.',
          within: 'Tariferinnerungen',
        },
        PLAN_NEWS: {
          name: 'Neuigkeiten zu Tarifen',
          when: 'Wenn ein Tarif beginnt, pausiert, weiterläuft, verlängert wird oder endet.',
          within: 'Neuigkeiten zu Tarifen',
        },
        FOLLOW_UPS: {
          name: 'Nachrichten und Grüße',
          when: 'Nach einem Besuch, wenn du länger nicht da warst und zum Geburtstag.',
          within: 'Nachrichten und Grüße',
        },
      },
      always: 'Bestätigungen, Änderungen und Absagen, Belege, fehlgeschlagene Zahlungen und alles rund um deine Anmeldung bekommst du immer.',
    },
    fr: {
      kinds: {
        BOOKING_REMINDERS: { name: 'Rappels de réservation', when: 'Avant chaque séance.', within: 'rappels de réservation' },
        PLAN_REMINDERS: {
          name: 'Rappels de formule',
          when: 'Avant la fin d’un essai, le renouvellement d’une formule longue, la fin d’une formule ou l’expiration d’une carte.',
          within: 'rappels de formule',
        },
        PLAN_NEWS: {
          name: 'Nouvelles de vos formules',
          when: 'Quand une formule commence, est suspendue, reprend, est prolongée ou se termine.',
          within: 'nouvelles de vos formules',
        },
        FOLLOW_UPS: {
          name: 'Messages de suivi et vœux',
          when: 'Après une visite, après une longue absence et pour votre anniversaire.',
          within: 'messages de suivi et vœux',
        },
      },
      always:
        'Vous recevez toujours les confirmations, les modifications et annulations, les reçus, les échecs de paiement et tout ce qui concerne votre connexion.',
    },
    es: {
      kinds: {
        BOOKING_REMINDERS: { name: 'Recordatorios de reservas', when: 'Antes de cada sesión.', within: 'recordatorios de reservas' },
        PLAN_REMINDERS: {
          name: 'Recordatorios de planes',
          when: 'Antes de que termine una prueba, se renueve un plan largo, acabe un plan o caduque una tarjeta.',
          within: 'recordatorios de planes',
        },
        PLAN_NEWS: {
          name: 'Avisos de tus planes',
          when: 'Cuando un plan empieza, se pausa, se reanuda, se prolonga o termina.',
          within: 'avisos de tus planes',
        },
        FOLLOW_UPS: {
          name: 'Mensajes de seguimiento y felicitaciones',
          when: 'Después de una visita, si hace tiempo que no vienes y por tu cumpleaños.',
          within: 'mensajes de seguimiento y felicitaciones',
        },
      },
      always: 'Siempre recibes las confirmaciones, los cambios y cancelaciones, los recibos, los pagos fallidos y todo lo relacionado con tu inicio de sesión.',
    },
  },
)
export type EmailKind = keyof TextsOf<typeof emailKindMessages>['kinds']
