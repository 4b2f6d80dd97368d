/** A list that is put in order by dragging its entries, or by the arrow keys on a grip; what was moved is announced. */
import { IconGripVertical } from '@tabler/icons-react'
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import layout from './layout.module.css'
import { moveItem } from './move-item.ts'
import { findKeyTarget } from './reorder.ts'
import css from './sortable.module.css'

const messages = defineDashboardMessages(
  {
    moved: (name: string, position: number, count: number) => `${name} moved to position ${position} of ${count}.`,
    grip: (name: string, position: number, count: number) => `Reorder ${name}, position ${position} of ${count}. Use the arrow keys.`,
  },
  {
    de: {
      moved: (name, position, count) => `${name} ist jetzt an Position ${position} von ${count}.`,
      grip: (name, position, count) => `${name} verschieben, Position ${position} von ${count}. Benutze die Pfeiltasten.`,
    },
  },
)

/** How many entries of the list around an element stand in one row. */
function countColumns(element: Element): number {
  const tops = [...(element.closest('ul')?.children ?? [])].map((child) => (child as HTMLElement).offsetTop)
  return Math.max(1, tops.filter((top) => top === tops[0]).length)
}

interface SortableOptions<T> {
  items: readonly T[]
  getName: (item: T) => string
  /** Called with the new order, only when it differs. */
  onSort: (items: T[]) => void
}
export function useSortable<T extends { id: string }>({ items, getName, onSort }: SortableOptions<T>) {
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const findPosition = (id: string | undefined) => items.findIndex((item) => item.id === id)
  const move = (id: string, to: number) => {
    const from = findPosition(id)
    const item = items[from]
    const next = moveItem(items, from, to)
    if (!item || next.every((one, at) => one === items[at])) return
    onSort(next)
    setAnnouncement(currentMessages(messages).moved(getName(item), next.indexOf(item) + 1, next.length))
  }
  return {
    announcement,
    move,
    count: items.length,
    findPosition,
    moveByKey: (id: string, event: KeyboardEvent) => {
      const to = findKeyTarget(event.key, { at: findPosition(id), count: items.length, columns: countColumns(event.currentTarget) })
      if (to === undefined) return
      event.preventDefault()
      move(id, to)
    },
    /** Of what is taken hold of. `image`: the element around it that is seen under the pointer; absent: itself. */
    getDragProps: (id: string, image?: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        setDragged(id)
        event.dataTransfer.effectAllowed = 'move'
        const shown = image === undefined ? null : event.currentTarget.closest(image)
        if (shown) event.dataTransfer.setDragImage(shown, 20, 20)
      },
      onDragEnd: () => setDragged(undefined),
    }),
    /** Of the place of an entry, on which another is dropped. */
    getDropProps: (id: string) => ({
      'data-dragged': dragged === id || undefined,
      onDragOver: (event: DragEvent) => {
        if (dragged) event.preventDefault()
      },
      onDrop: () => {
        if (dragged) move(dragged, findPosition(id))
      },
    }),
  }
}
export type Sortable = ReturnType<typeof useSortable>

export const SortableList = ({ sortable, label, className, children }: { sortable: Sortable; label: string; className?: string; children: ReactNode }) => (
  <>
    <p className={layout.hidden} role="status">
      {sortable.announcement}
    </p>
    <ul aria-label={label} className={className}>
      {children}
    </ul>
  </>
)

/** One entry of the list, on which others are dropped. */
export function SortablePlace({ sortable, id, className = '', isOpen, children }: SortablePlaceProps) {
  return (
    <li className={`${css.place} ${className}`} data-open={isOpen || undefined} {...sortable.getDropProps(id)}>
      {children}
    </li>
  )
}
interface SortablePlaceProps {
  sortable: Sortable
  id: string
  className?: string
  /** Whether its form is open below it. */
  isOpen?: boolean
  children: ReactNode
}

/** Takes the keyboard's hold of an entry, and the mouse's where `image` names what is seen under the pointer. */
export function SortableGrip({ sortable, id, name, image }: { sortable: Sortable; id: string; name: string; image?: string }) {
  const t = useMessages(messages)
  return (
    <button
      type="button"
      className={css.grip}
      data-grip
      aria-label={t.grip(name, sortable.findPosition(id) + 1, sortable.count)}
      {...(image === undefined ? {} : sortable.getDragProps(id, image))}
      onKeyDown={(event) => sortable.moveByKey(id, event)}
    >
      <IconGripVertical size={19} stroke={1.6} aria-hidden />
    </button>
  )
}
