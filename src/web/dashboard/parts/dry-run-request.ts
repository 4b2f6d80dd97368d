/** What a dialog asks the server before its button is pressed. */
import type { InputOf, OperationName } from '#web/operations.ts'

interface Notifies {
  notifyParticipants: boolean
}
export interface DryRunRequest {
  operation: OperationName
  toInputs: (notifies: Notifies) => readonly unknown[]
}
/** The operation of the button, with an input for each call that it will make; who is notified is chosen in the dialog. */
export const dryRun = <N extends OperationName>(operation: N, toInputs: (notifies: Notifies) => InputOf<N> | readonly InputOf<N>[]): DryRunRequest => ({
  operation,
  toInputs: (notifies) => [toInputs(notifies)].flat(),
})
