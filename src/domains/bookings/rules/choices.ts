/** Whether choices are offered by the service and agree with the slot. Source: guide bookings §4.3, §9; services-and-availability §8. */
import { isGuid } from '#kit/pure/guid.ts'
import type { Decision } from './decision.ts'

export interface Choice {
  optionId?: string | null
  custom?: string | null
  choiceId?: string | null
  duration?: { minutes?: number | null } | null
}
export interface Party {
  numberOfParticipants?: number | null
  choices?: readonly Choice[] | null
}
export interface OfferedChoices {
  varied: boolean
  option?: { id: string; type: string; customData?: { choices?: string[] } | undefined } | undefined
  /** Durations in minutes to choose from. */
  minutes: readonly number[]
  /** Length of the slot in minutes without add-ons; absent for courses. */
  slotMinutes?: number | undefined
}
type Verdict = Decision<'OFFERED', 'INVALID_SERVICE_CHOICES' | 'INVALID_CHOICES' | 'FAILED_RESOLVING_CUSTOM_CHOICES'>
const invalid = (data: Record<string, unknown>): Verdict => ({ refused: 'INVALID_CHOICES', data })

/** A choice among staff names the person, by `custom` or `choiceId`. */
export const getChosenPerson = ({ custom, choiceId }: Choice): string | undefined => custom || choiceId || undefined

/**
 * Choices need a service with options; each names the option and one of its values, and there is one choice per option.
 * A chosen duration has to equal the length of the slot.
 */
export function checkChoices(choices: readonly Choice[], { varied, option, minutes, slotMinutes }: OfferedChoices): Verdict {
  if (!varied || (choices.length > 0 && !option)) return { refused: 'INVALID_SERVICE_CHOICES' }
  // A service has one option: a second choice would have no price.
  if (choices.length > 1) return invalid({ reason: 'ONE_CHOICE_PER_OPTION' })
  for (const choice of choices) {
    if (choice.optionId && choice.optionId !== option?.id) return invalid({ optionId: choice.optionId })
    if (option?.type === 'CUSTOM' && !option.customData?.choices) return { refused: 'FAILED_RESOLVING_CUSTOM_CHOICES' }
    const ofStaff = option?.type === 'STAFF_MEMBER'
    if (choice.custom && !ofStaff && !option?.customData?.choices?.includes(choice.custom)) return invalid({ custom: choice.custom })
    if (choice.choiceId && !ofStaff) return invalid({ choiceId: choice.choiceId })
    const length = choice.duration?.minutes
    if (length && (option?.type !== 'DURATION' || !minutes.includes(length))) return invalid({ minutes: length })
    if (length && slotMinutes !== undefined && length !== slotMinutes) return invalid({ minutes: length, slotMinutes })
  }
  return { ok: 'OFFERED' }
}

/** The choices for a slot of another length: a chosen duration becomes that length. */
export const withDuration = <P extends Party>(parties: readonly P[], minutes: number): P[] =>
  parties.map((party) => ({
    ...party,
    ...(party.choices && {
      choices: party.choices.map((choice) => (choice.duration?.minutes && choice.duration.minutes !== minutes ? { ...choice, duration: { minutes } } : choice)),
    }),
  }))

/** Participants of all parties; a party without a number is one person. */
export const countPeople = (parties: readonly Party[]): number => parties.reduce((sum, party) => sum + (party.numberOfParticipants ?? 1), 0)

export interface AddOnChoice {
  id: string
  groupId?: string | null
  quantity?: number | null
}
export interface OfferedAddOns {
  groups: readonly { id: string; addOnIds: readonly string[]; maxNumberOfAddOns?: number | undefined }[]
  addOns: readonly { id: string; minutes: number | null; maxQuantity: number | null }[]
}
/** Every add-on belongs to a group of the service, within the limits of group and add-on. */
export function checkAddOns(
  requested: readonly AddOnChoice[],
  { groups, addOns }: OfferedAddOns,
): Decision<'OFFERED', 'ADD_ON_GROUP_NOT_FOUND' | 'ADD_ON_NOT_FOUND' | 'VALIDATION_FAILURE'> {
  for (const [index, addOnChoice] of requested.entries()) {
    // An add-on named twice would escape its maximum quantity.
    if (requested.slice(0, index).some((other) => other.id === addOnChoice.id))
      return { refused: 'VALIDATION_FAILURE', data: { addOnId: addOnChoice.id, reason: 'TWICE' } }
    const group = groups.find((one) => (addOnChoice.groupId ? one.id === addOnChoice.groupId : one.addOnIds.includes(addOnChoice.id)))
    if (!group) return { refused: addOnChoice.groupId ? 'ADD_ON_GROUP_NOT_FOUND' : 'ADD_ON_NOT_FOUND', data: { addOnId: addOnChoice.id } }
    const addOn = addOns.find((one) => one.id === addOnChoice.id)
    if (!addOn || !group.addOnIds.includes(addOnChoice.id)) return { refused: 'ADD_ON_NOT_FOUND', data: { addOnId: addOnChoice.id } }
    if ((addOnChoice.quantity ?? 1) > (addOn.maxQuantity ?? 1)) return { refused: 'VALIDATION_FAILURE', data: { addOnId: addOnChoice.id, reason: 'QUANTITY' } }
    const inGroup = requested.filter((one) => group.addOnIds.includes(one.id)).length
    if (group.maxNumberOfAddOns !== undefined && inGroup > group.maxNumberOfAddOns)
      return { refused: 'VALIDATION_FAILURE', data: { groupId: group.id, reason: 'TOO_MANY' } }
  }
  return { ok: 'OFFERED' }
}

/** What was chosen beside time and person, as its customer reads it: "Lavender oil", "2 × Towel". */
export function listExtras(booked: {
  participantsChoices: unknown
  addOns: readonly { name: string; quantity?: number | undefined; durationInMinutes?: number | undefined }[]
}): string[] {
  const parties = (booked.participantsChoices as { serviceChoices?: Party[] } | null)?.serviceChoices ?? []
  // A choice among staff holds an id: that person is named as who gives it.
  const options = parties.flatMap(({ choices }) => (choices ?? []).flatMap(({ custom }) => (custom && !isGuid(custom) ? custom : [])))
  return [...new Set(options), ...booked.addOns.map(({ name, quantity = 1 }) => (quantity > 1 ? `${quantity} × ${name}` : name))]
}
