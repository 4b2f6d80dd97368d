/** Refusals of services, categories and policies. */
import { refusals } from '#kit/refusal.ts'

export const { kinds, codes, refuse, orRefuse } = refusals({
  REVISION_MISMATCH: { status: 409, message: 'This service has changed in the meantime. Please reload.' },
  SLUG_ALREADY_EXISTS: { status: 428, message: 'Another service already uses this address.' },
  INVALID_PRICING_PLAN: { status: 400, message: 'This plan does not exist or is archived.' },
  CATEGORY_LIMIT_REACHED: { status: 428, message: 'There can be at most 100 categories.' },
  DEFAULT_POLICY_CANNOT_BE_DELETED: { status: 428, message: 'The default policy stays. Make another one the default first.' },
  SUBSCRIPTION_SERVICE_NOT_SUPPORTED: { status: 400, message: 'Services that are paid as a subscription are not supported.' },
  ALREADY_EXISTS: { status: 409, message: 'This service has choices already.' },
  UNKNOWN_OPTION_IDS: { status: 428, message: 'A variant names an option that is not there.' },
  MULTIPLE_CURRENCIES: { status: 428, message: 'All prices must be in the currency of the site.' },
  UNSUPPORTED_OPTION_TYPE: { status: 400, message: 'This type of option is not supported.' },
  UNSUPPORTED_OPTION_DATA: { status: 400, message: 'The data does not fit the type of the option.' },
  UNKNOWN_STAFF_IDS: { status: 428, message: 'A variant names somebody who is not on the service.' },
  MISSING_STAFF_VARIANTS: { status: 400, message: 'Everybody on the service needs a price.' },
  IDENTICAL_CHOICES: { status: 428, message: 'Two variants have the same choice.' },
  MISSING_CUSTOM_CHOICES: { status: 400, message: 'A variant has a choice that is not offered.' },
  INVALID_SERVICE_ID: { status: 400, message: 'A service must be named.' },
  NUMBER_OF_PARTICIPANTS_NOT_FOUND: { status: 404, message: 'The number of participants is missing.' },
  FAILED_RESOLVING_SERVICE: { status: 428, message: 'This service does not exist.' },
  INVALID_DURATION_CHOICE: { status: 400, message: 'This duration is no choice of the service.' },
  INVALID_BOOKING: { status: 400, message: 'This booking names no service.' },
  ADD_ON_GROUP_NOT_FOUND: { status: 404, message: 'This group does not exist.' },
  GROUP_NOT_ON_SERVICE: { status: 428, message: 'This group is not on the service.' },
})
