/** Whether a location is in use. Own rule of this product. */
import { getTransition, type StateMachine, type Transition } from '#kit/pure/state-machine.ts'

export type LocationStatus = 'ACTIVE' | 'INACTIVE'

export const locationMachine: StateMachine<LocationStatus, 'activate' | 'deactivate'> = {
  ACTIVE: { deactivate: 'INACTIVE' },
  INACTIVE: { activate: 'ACTIVE' },
}
export type LocationTransition = Transition<LocationStatus>

/** The step to the wanted status; undefined when it has it already, or none is named. */
export const toLocationTransition = (from: LocationStatus, wanted: LocationStatus | undefined): LocationTransition | undefined =>
  wanted === undefined || wanted === from ? undefined : getTransition(locationMachine, from, wanted === 'ACTIVE' ? 'activate' : 'deactivate')

/** Whether there is still one default location after a change, and it is in use. Source: guide services-and-availability §12.1. */
export function keepsDefaultActive(
  before: { isDefault: boolean; status: LocationStatus },
  change: { default?: boolean | undefined; status?: LocationStatus | undefined },
): boolean {
  if (before.isDefault && change.default === false) return false
  return !(before.isDefault || change.default) || (change.status ?? before.status) === 'ACTIVE'
}
