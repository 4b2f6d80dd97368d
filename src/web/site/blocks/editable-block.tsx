/** A block in the editor's frame: a press opens it in the editor. */
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { reportPressedBlock } from '../../site-preview-frame.ts'
import { usePreviewMessage } from '../../site-preview.ts'

export function EditableBlock({ id, children }: { id: string; children: ReactNode }) {
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
    <div ref={element} className="editable" data-edited={isEdited || undefined} onClickCapture={press} role="presentation">
      {children}
    </div>
  )
}
