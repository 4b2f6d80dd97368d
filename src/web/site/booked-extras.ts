/** What was chosen beside the time of a booking, in words. */
import { listExtras } from '#domains/bookings/rules/choices.ts'

export const describeBookedExtras = ({ participantsChoices, bookedAddOns }: { participantsChoices?: unknown; bookedAddOns: readonly unknown[] }): string[] =>
  listExtras({ participantsChoices, addOns: bookedAddOns as { name: string; quantity?: number }[] })
