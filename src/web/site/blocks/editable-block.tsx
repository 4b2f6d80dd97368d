/** A block in the editor's frame: a press opens it in the editor. */
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { defineMessages, useMessages } from '../../kit/messages.ts'
import { reportPressedBlock } from '../../site-preview-frame.ts'
import { usePreviewMessage } from '../../site-preview.ts'

const messages = defineMessages(
  { empty: 'Nothing to show here yet' },
  { de: { empty: 'Hier gibt es noch nichts zu sehen' }, fr: { empty: 'Rien à afficher pour l’instant' }, es: { empty: 'Aún no hay nada que mostrar' } },
)

export function EditableBlock({ id, children }: { id: string; children: ReactNode }) {
  const t = useMessages(messages)
  const element = useRef<HTMLDivElement>(null)
  const isEdited = usePreviewMessage()?.blockId === id
  useEffect(() => {
    if (isEdited) element.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isEdited])
  const press = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    reportPressedBlock(id)
  }
  return (
    // The editor names the same block in its list, for the keyboard and for those who listen.
    <div ref={element} className="editable" data-empty={t.empty} data-edited={isEdited || undefined} onClickCapture={press} role="presentation">
      {children}
    </div>
  )
}
