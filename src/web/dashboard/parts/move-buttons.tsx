import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import { Allowed } from '../permissions.tsx'

const messages = defineDashboardMessages(
  { up: (name: string) => `Move ${name} up`, down: (name: string) => `Move ${name} down` },
  { de: { up: (name) => `${name} nach oben verschieben`, down: (name) => `${name} nach unten verschieben` } },
)

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
export function MoveButtons({ name, onUp, onDown, operation }: MoveButtonsProps) {
  const t = useMessages(messages)
  return (
    <Allowed operation={operation}>
      <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.up(name)} disabled={!onUp} onClick={onUp}>
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.down(name)} disabled={!onDown} onClick={onDown}>
        <IconArrowDown size={18} />
      </ActionIcon>
    </Allowed>
  )
}
