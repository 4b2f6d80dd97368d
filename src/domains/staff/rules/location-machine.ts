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
