/** Rows of the editor: pages, links, profiles. */
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMessages } from '#web/kit/messages.ts'
import { MoveButtons } from '../parts/move-buttons.tsx'
import { moveItem } from '../parts/move-item.ts'
import type { WebsiteDraft } from './use-website-draft.ts'
import css from './website.module.css'
import { websiteMessages } from './website.messages.ts'

export interface PartProps {
  draft: WebsiteDraft
}

/** A row with its name, its place in the order and a way to take it out. */
export function Row({ name, onOpen, move, remove }: { name: string; onOpen?: () => void; move?: { up?: () => void; down?: () => void }; remove?: () => void }) {
  const t = useMessages(websiteMessages)
  return (
    <li className={css.row}>
      {onOpen ? (
        <button type="button" className={css.rowName} onClick={onOpen}>
          {name}
        </button>
      ) : (
        <span className={css.rowName}>{name}</span>
      )}
      {move && <MoveButtons name={name} onUp={move.up} onDown={move.down} operation="website.saveDraft" />}
      {remove && (
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.remove(name)} onClick={remove}>
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </li>
  )
}
/** Ways for the entry at `at` of a list to move. */
export const toMoves = <T,>(list: readonly T[], at: number, onChange: (list: T[]) => void) => ({
  ...(at > 0 ? { up: () => onChange(moveItem(list, at, at - 1)) } : {}),
  ...(at < list.length - 1 ? { down: () => onChange(moveItem(list, at, at + 1)) } : {}),
})
