/** A billing forecast as the screen reads it. */
import type { ReplyOf } from '#web/operations.ts'

export type Simulation = ReplyOf<'simulations.listSimulations'>['simulations'][number]
export type Day = ReplyOf<'simulations.getSimulation'>['days'][number]
export type Cards = Simulation['cards']
export const cardLabels: Record<Cards, string> = { WORK: 'Cards work', FAIL: 'Cards fail' }
