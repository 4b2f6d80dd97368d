/** Options that change the price of a service, and the prices that follow. Source: guide services-and-availability §8. */
export type OptionType = 'CUSTOM' | 'STAFF_MEMBER' | 'DURATION'
export interface ServiceOption {
  id: string
  type: string
  customData?: { name?: string; choices?: string[] } | undefined
  durationData?: { name?: string | null } | undefined
}
export interface Choice {
  optionId?: string | undefined
  custom?: string | undefined
  staffMemberId?: string | undefined
  duration?: { minutes?: number; name?: string | null } | undefined
}
export interface Variant {
  choices: Choice[]
  price: { value: string; currency?: string | undefined }
}

export interface OptionsInput {
  option: ServiceOption
  variants: readonly Variant[]
  /** Of the service and the site: staff under both of their ids, durations, currency. */
  staff: readonly { resourceId: string; staffId: string | undefined }[]
  durations: readonly number[]
  currency: string
}
export type OptionsProblem =
  | 'UNKNOWN_OPTION_IDS'
  | 'MULTIPLE_CURRENCIES'
  | 'UNSUPPORTED_OPTION_TYPE'
  | 'UNSUPPORTED_OPTION_DATA'
  | 'UNKNOWN_STAFF_IDS'
  | 'MISSING_STAFF_VARIANTS'
  | 'IDENTICAL_CHOICES'
  | 'MISSING_CUSTOM_CHOICES'

/** Identifies a choice among others of the same type. */
const choiceKey = (choice: Choice | undefined): string =>
  choice?.custom !== undefined ? `c ${choice.custom}` : choice?.staffMemberId !== undefined ? `s ${choice.staffMemberId}` : `d ${choice?.duration?.minutes}`

/** The first problem of a set of options; undefined when it is valid. */
export function findOptionsProblem({ option, variants, staff, durations, currency }: OptionsInput): OptionsProblem | undefined {
  const choices = variants.map((variant) => variant.choices[0])
  if (option.type !== 'CUSTOM' && option.type !== 'STAFF_MEMBER' && option.type !== 'DURATION') return 'UNSUPPORTED_OPTION_TYPE'
  if ((option.type !== 'CUSTOM' && option.customData) || (option.type !== 'DURATION' && option.durationData)) return 'UNSUPPORTED_OPTION_DATA'
  if (choices.some((choice) => choice?.optionId !== option.id)) return 'UNKNOWN_OPTION_IDS'
  const branch = { CUSTOM: 'custom', STAFF_MEMBER: 'staffMemberId', DURATION: 'duration' } as const
  if (choices.some((choice) => choice?.[branch[option.type as OptionType]] === undefined)) return 'UNSUPPORTED_OPTION_DATA'
  if (variants.some((variant) => variant.price.currency !== undefined && variant.price.currency !== currency)) return 'MULTIPLE_CURRENCIES'
  if (new Set(choices.map(choiceKey)).size < choices.length) return 'IDENTICAL_CHOICES'
  switch (option.type) {
    case 'CUSTOM': {
      const offered = option.customData?.choices ?? []
      if (new Set(offered).size < offered.length) return 'IDENTICAL_CHOICES'
      return offered.length === 0 || choices.some((choice) => !offered.includes(choice?.custom as string)) ? 'MISSING_CUSTOM_CHOICES' : undefined
    }
    case 'STAFF_MEMBER': {
      const named = choices.map((choice) => staff.find((one) => one.resourceId === choice?.staffMemberId || one.staffId === choice?.staffMemberId))
      if (named.includes(undefined)) return 'UNKNOWN_STAFF_IDS'
      return staff.some((one) => !named.includes(one)) ? 'MISSING_STAFF_VARIANTS' : undefined
    }
    // decision: the choices are exactly the durations of the service. Source: guide services-and-availability §8.1.
    case 'DURATION':
      return choices.length === durations.length && choices.every((choice) => durations.includes(choice?.duration?.minutes as number))
        ? undefined
        : 'UNSUPPORTED_OPTION_DATA'
  }
}

/** Variants after a change of staff: added staff get the default price, removed staff lose their variant. */
export function alignStaffVariants(variants: readonly Variant[], optionId: string, staff: OptionsInput['staff'], defaultPrice: Variant['price']): Variant[] {
  const isVariantOf = (variant: Variant, one: OptionsInput['staff'][number]) =>
    variant.choices[0]?.staffMemberId === one.resourceId || variant.choices[0]?.staffMemberId === one.staffId
  const kept = variants.filter((variant) => staff.some((one) => isVariantOf(variant, one)))
  const added = staff
    .filter((one) => !variants.some((variant) => isVariantOf(variant, one)))
    .map((one) => ({ choices: [{ optionId, staffMemberId: one.resourceId }], price: defaultPrice }))
  return [...kept, ...added]
}

/** A decimal amount in minor units; undefined for anything else. */
export function minorUnits(value: unknown): number | undefined {
  const m = typeof value === 'string' ? /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) : null
  return m ? Number(m[1]) * 100 + Number((m[2] ?? '').padEnd(2, '0')) : undefined
}

/** Lowest and highest price of a service with varied prices; includes the default price while a choice has no variant. */
export function priceRange(defaultPrice: string, options: { option: ServiceOption; variants: readonly Variant[] } | undefined): { min: string; max: string } {
  const all = options?.variants.map((variant) => variant.price.value) ?? []
  const complete =
    options !== undefined && all.length > 0 && (options.option.type !== 'CUSTOM' || (options.option.customData?.choices?.length ?? 0) <= all.length)
  const prices = (complete ? all : [...all, defaultPrice]).toSorted((a, b) => (minorUnits(a) ?? 0) - (minorUnits(b) ?? 0))
  return { min: prices[0] ?? defaultPrice, max: prices.at(-1) ?? defaultPrice }
}

export interface PriceInput {
  rateType: string
  /** Per participant: the fixed or default price, and the deposit, as decimal text. */
  price?: string | undefined
  deposit?: string | undefined
  options?: { option: ServiceOption; variants: readonly Variant[] } | undefined
  choices?: readonly Choice[] | undefined
  /** The resource or staff member chosen, under each id it is known by. */
  staffIds?: readonly string[] | undefined
  minutes?: number | undefined
}
/** The price per participant in minor units; undefined for a price that is only described. Refuses a duration that is not among the choices. */
export function pricePerParticipant(input: PriceInput): { ok: number | undefined } | { refused: 'INVALID_DURATION_CHOICE' } {
  if (input.rateType === 'NO_FEE') return { ok: 0 }
  if (input.rateType === 'CUSTOM') return { ok: undefined }
  const fallback = minorUnits(input.price) ?? 0
  if (input.rateType !== 'VARIED' || !input.options) return { ok: fallback }
  const { option, variants } = input.options
  const chosen = input.choices?.find((choice) => choice.optionId === undefined || choice.optionId === option.id)
  const minutes = chosen?.duration?.minutes ?? input.minutes
  // The chosen duration must equal the booked one.
  if (option.type === 'DURATION' && input.minutes !== undefined && minutes !== input.minutes) return { refused: 'INVALID_DURATION_CHOICE' }
  const found = variants.find(({ choices: [choice] }) => {
    if (option.type === 'CUSTOM') return chosen?.custom !== undefined && choice?.custom === chosen.custom
    if (option.type === 'STAFF_MEMBER') return input.staffIds?.includes(choice?.staffMemberId ?? '') ?? false
    return minutes !== undefined && choice?.duration?.minutes === minutes
  })
  if (!found && option.type === 'DURATION' && chosen?.duration?.minutes !== undefined) return { refused: 'INVALID_DURATION_CHOICE' }
  return { ok: found ? (minorUnits(found.price.value) ?? fallback) : fallback }
}
