/** Refusals of services, categories and policies. */
import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, codes, refuse, unwrapOrRefuse } = defineRefusals({
  REVISION_MISMATCH: {
    status: 409,
    message: 'This service was changed in the meantime. Please reload.',
    de: 'Dieses Angebot wurde inzwischen geändert. Bitte lade die Seite neu.',
  },
  SLUG_ALREADY_EXISTS: { status: 428, message: 'Another service already uses this address.', de: 'Diese Adresse ist schon vergeben.' },
  INVALID_PRICING_PLAN: { status: 400, message: 'This plan does not exist or is archived.', de: 'Diesen Tarif gibt es nicht, oder er ist archiviert.' },
  CATEGORY_LIMIT_REACHED: { status: 428, message: 'There can be at most 100 categories.', de: 'Es kann höchstens 100 Kategorien geben.' },
  DEFAULT_POLICY_CANNOT_BE_DELETED: {
    status: 428,
    message: "The default policy can't be deleted. Make another one the default first.",
    de: 'Die Standardregeln lassen sich nicht löschen. Lege zuerst andere als Standard fest.',
  },
  SUBSCRIPTION_SERVICE_NOT_SUPPORTED: {
    status: 400,
    message: 'Services that are paid as a subscription are not supported.',
    de: 'Angebote, die als Abo bezahlt werden, gibt es hier nicht.',
  },
  ALREADY_EXISTS: { status: 409, message: 'This service already has options.', de: 'Dieses Angebot hat schon eine Auswahl.' },
  UNKNOWN_OPTION_IDS: { status: 428, message: "A variant refers to an option that doesn't exist.", de: 'Eine Variante nennt eine Option, die es nicht gibt.' },
  MULTIPLE_CURRENCIES: { status: 428, message: 'All prices must be in the currency of the site.', de: 'Alle Preise müssen in der Währung der Website sein.' },
  UNSUPPORTED_OPTION_TYPE: { status: 400, message: 'This type of option is not supported.', de: 'Diese Art von Option gibt es hier nicht.' },
  UNSUPPORTED_OPTION_DATA: { status: 400, message: 'The data does not fit the type of the option.', de: 'Die Angaben passen nicht zur Art der Option.' },
  UNKNOWN_STAFF_IDS: {
    status: 428,
    message: "A variant refers to someone who doesn't offer this service.",
    de: 'Eine Variante nennt jemanden, der nicht zum Angebot gehört.',
  },
  MISSING_STAFF_VARIANTS: {
    status: 400,
    message: 'Everyone who offers this service needs a price.',
    de: 'Alle, die zum Angebot gehören, brauchen einen Preis.',
  },
  IDENTICAL_CHOICES: { status: 428, message: 'Two variants have the same choice.', de: 'Zwei Varianten haben dieselbe Auswahl.' },
  MISSING_CUSTOM_CHOICES: {
    status: 400,
    message: "A variant refers to a choice that isn't offered.",
    de: 'Eine Variante hat eine Auswahl, die nicht angeboten wird.',
  },
  INVALID_SERVICE_ID: { status: 400, message: 'A service is required.', de: 'Bitte gib ein Angebot an.' },
  NUMBER_OF_PARTICIPANTS_NOT_FOUND: { status: 404, message: 'The number of participants is missing.', de: 'Die Zahl der Teilnehmenden fehlt.' },
  FAILED_RESOLVING_SERVICE: { status: 428, message: 'This service does not exist.', de: 'Dieses Angebot gibt es nicht.' },
  INVALID_DURATION_CHOICE: { status: 400, message: "This service doesn't offer this duration.", de: 'Diese Dauer ist bei diesem Angebot nicht verfügbar.' },
  INVALID_BOOKING: { status: 400, message: 'This booking has no service.', de: 'Diese Buchung nennt kein Angebot.' },
  ADD_ON_GROUP_NOT_FOUND: { status: 404, message: 'This group does not exist.', de: 'Diese Gruppe gibt es nicht.' },
  GROUP_NOT_ON_SERVICE: { status: 428, message: 'This group is not on the service.', de: 'Diese Gruppe gehört nicht zu dem Angebot.' },
})
