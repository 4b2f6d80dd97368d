import { ActionIcon, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMessages } from '#web/kit/messages.ts'
import { MoveButtons } from '../../parts/move-buttons.tsx'
import { moveItem } from '../../parts/move-item.ts'
import { words } from '../words.messages.ts'

interface EntryButtonsProps<T> {
  /** What the entry is called in the names of the buttons. */
  name: string
  entries: readonly T[]
  at: number
  /** Gets the change of the list, to be made on what the form holds by then. */
  onChange: (change: (entries: readonly T[]) => T[]) => void
}
/** Moves an entry of a list in the form of a service, or removes it. */
export function EntryButtons<T>({ name, entries, at, onChange }: EntryButtonsProps<T>) {
  const w = useMessages(words)
  const move = (to: number) => () => onChange((now) => moveItem(now, at, to))
  return (
    <Group gap={0} wrap="nowrap">
      <MoveButtons
        operation="services.updateCompleteService"
        name={name}
        onUp={at > 0 ? move(at - 1) : undefined}
        onDown={at < entries.length - 1 ? move(at + 1) : undefined}
      />
      <ActionIcon
        size={44}
        variant="subtle"
        color="red"
        aria-label={w.removeName(name)}
        onClick={() => onChange((now) => now.filter((_, index) => index !== at))}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  )
}
