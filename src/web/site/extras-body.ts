import { type Extras, listChosenAddOns, type Offer } from './extras.ts'

/** The part of a booking request that says for how many, and what was chosen. Person and length are said by the slot. */
export function toBookedExtras(offer: Offer, extras: Extras, people: number) {
  const { option } = offer
  const addOns = listChosenAddOns(offer, extras.addOns)
  const custom = option?.type === 'CUSTOM' && extras.choice ? extras.choice : undefined
  return {
    // The API takes one of the two.
    ...(option && custom
      ? { participantsChoices: { serviceChoices: [{ numberOfParticipants: people, choices: [{ optionId: option.id, custom }] }] } }
      : { totalParticipants: people }),
    ...(addOns.length > 0 ? { bookedAddOns: addOns.map(({ addOn, count }) => ({ addOnId: addOn.id, ...(addOn.minutes ? {} : { quantity: count }) })) } : {}),
  }
}
