/** How a simulation moves on: its clock is sent to a date, walks there, and waits for the next one. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type SimulationState = 'READY' | 'RUNNING'

export const simulationMachine: StateMachine<SimulationState, 'advance' | 'walk' | 'arrive'> = {
  READY: { advance: 'RUNNING' },
  RUNNING: { walk: 'RUNNING', arrive: 'READY' },
}
export type SimulationTransition = Transition<SimulationState>
