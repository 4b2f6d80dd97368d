import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { OperationName } from '#web/operations.ts'
import { Allowed } from '../permissions.tsx'

export interface MoveButtonsProps {
  /** What is moved. */
  name: string
  /** Absent at the top of the list, and while a move is being saved. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  /** What saves the order. */
  operation: OperationName
}
/** Moves an entry of a list up or down, with a keyboard too. */
export const MoveButtons = ({ name, onUp, onDown, operation }: MoveButtonsProps) => (
  <Allowed operation={operation}>
    <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Move ${name} up`} disabled={!onUp} onClick={onUp}>
      <IconArrowUp size={18} />
    </ActionIcon>
    <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Move ${name} down`} disabled={!onDown} onClick={onDown}>
      <IconArrowDown size={18} />
    </ActionIcon>
  </Allowed>
)
