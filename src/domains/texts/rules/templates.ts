/** Text messages that the site sends: their variables and the words of the product. Source: guide bookings §20.6. */
import { fillText, listPlaceholders } from '#kit/pure/fill-text.ts'
import type { Language } from '#kit/pure/languages.ts'
import { toBasicCharacters } from './segments.ts'

export const textTemplates = ['booking-reminder', 'booking-confirmed', 'booking-rescheduled', 'booking-canceled', 'waitlist-offer'] as const
export type TextTemplate = (typeof textTemplates)[number]
export const isTextTemplate = (template: string): template is TextTemplate => (textTemplates as readonly string[]).includes(template)

/** What a text can name. `manageLink` is long: it costs one part more. `offerUntilText` is empty in texts that offer nothing. */
export const textVariables = ['siteName', 'serviceName', 'startText', 'customerFirstName', 'staffName', 'locationText', 'manageLink', 'offerUntilText'] as const
export type TextVariables = Readonly<Record<Exclude<(typeof textVariables)[number], 'siteName'>, string>>

/** decision: the reminder is what texts are bought for, and an offer that is read too late is lost; the others wait until they are turned on. */
export const standardSwitches: Readonly<Record<TextTemplate, boolean>> = {
  'booking-reminder': true,
  'booking-confirmed': false,
  'booking-rescheduled': false,
  'booking-canceled': false,
  'waitlist-offer': true,
}

/** decision: each says who writes and how it ends, as the networks demand it. An offer has its link, for there is little time to look for the email. */
export const standardWordings: Readonly<Record<Language, Readonly<Record<TextTemplate, string>>>> = {
  en: {
    'booking-reminder': '{{siteName}}: See you soon! {{serviceName}}, {{startText}}[[, {{locationText}}]]. Reply STOP to end texts.',
    'booking-confirmed': '{{siteName}}: You’re booked. {{serviceName}}, {{startText}}[[, {{locationText}}]]. Reply STOP to end texts.',
    'booking-rescheduled': '{{siteName}}: Your booking has moved. {{serviceName}} is now {{startText}}. Reply STOP to end texts.',
    'booking-canceled': '{{siteName}}: {{serviceName}}, {{startText}}, is canceled. Details are in your email. Reply STOP to end texts.',
    'waitlist-offer':
      '{{siteName}}: A spot opened up! {{serviceName}}, {{startText}}. Held for you until {{offerUntilText}}: {{manageLink}} Reply STOP to end texts.',
  },
  de: {
    'booking-reminder': '{{siteName}}: Bis bald! {{serviceName}}, {{startText}}[[, {{locationText}}]]. STOP antworten = keine SMS mehr.',
    'booking-confirmed': '{{siteName}}: Deine Buchung steht. {{serviceName}}, {{startText}}[[, {{locationText}}]]. STOP antworten = keine SMS mehr.',
    'booking-rescheduled': '{{siteName}}: Deine Buchung wurde verschoben. {{serviceName}}, jetzt {{startText}}. STOP antworten = keine SMS mehr.',
    'booking-canceled': '{{siteName}}: {{serviceName}}, {{startText}}, ist abgesagt. Mehr in deiner E-Mail. STOP antworten = keine SMS mehr.',
    'waitlist-offer':
      '{{siteName}}: Ein Platz ist frei! {{serviceName}}, {{startText}}. Bis {{offerUntilText}} reserviert: {{manageLink}} STOP antworten = keine SMS mehr.',
  },
  fr: {
    'booking-reminder': '{{siteName}} : Rappel. {{serviceName}}, {{startText}}[[, {{locationText}}]]. Répondez STOP pour ne plus recevoir de SMS.',
    'booking-confirmed':
      '{{siteName}} : Réservation confirmée. {{serviceName}}, {{startText}}[[, {{locationText}}]]. Répondez STOP pour ne plus recevoir de SMS.',
    'booking-rescheduled': '{{siteName}} : Réservation déplacée. {{serviceName}}, maintenant {{startText}}. Répondez STOP pour ne plus recevoir de SMS.',
    'booking-canceled':
      '{{siteName}} : {{serviceName}}, {{startText}} : annulation. Plus de détails dans votre e-mail. Répondez STOP pour ne plus recevoir de SMS.',
    'waitlist-offer':
      '{{siteName}} : Une place est libre ! {{serviceName}}, {{startText}}. Gardée pour vous jusqu’au {{offerUntilText}} : {{manageLink}} Répondez STOP pour ne plus recevoir de SMS.',
  },
  es: {
    'booking-reminder': '{{siteName}}: ¡Nos vemos pronto! {{serviceName}}, {{startText}}[[, {{locationText}}]]. Responde STOP para no recibir SMS.',
    'booking-confirmed': '{{siteName}}: Reserva confirmada. {{serviceName}}, {{startText}}[[, {{locationText}}]]. Responde STOP para no recibir SMS.',
    'booking-rescheduled': '{{siteName}}: Tu reserva ha cambiado. {{serviceName}}, ahora {{startText}}. Responde STOP para no recibir SMS.',
    'booking-canceled': '{{siteName}}: {{serviceName}}, {{startText}}: reserva cancelada. Los detalles están en tu correo. Responde STOP para no recibir SMS.',
    'waitlist-offer':
      '{{siteName}}: ¡Hay una plaza libre! {{serviceName}}, {{startText}}. Te la guardamos hasta {{offerUntilText}}: {{manageLink}} Responde STOP para no recibir SMS.',
  },
}

/** Names between braces that no text has. */
export const findUnknownVariables = (wording: string): string[] =>
  listPlaceholders(wording).filter((name) => !(textVariables as readonly string[]).includes(name))

/** The text as it is sent, in one paragraph of characters that are billed least. */
export const renderText = (wording: string, variables: TextVariables & { siteName: string }): string =>
  toBasicCharacters(fillText(wording, (name) => (variables as Readonly<Record<string, string>>)[name] ?? '')).trim()
