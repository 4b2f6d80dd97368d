/** The blocks of a page: open, order by dragging or keys, add, remove. */
import { type DragEvent, useState } from 'react'
import { ActionIcon, Button, Menu, Stack } from '@mantine/core'
import { IconChevronDown, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { textIn, type Block, type BlockType } from '#domains/website/rules/website.ts'
import { useSite } from '../business.tsx'
import { MoveButtons } from '../parts/move-buttons.tsx'
import { moveItem } from '../parts/move-item.ts'
import { BlockForm } from './block-form.tsx'
import { useEditedLanguage } from './fields.tsx'
import { PageFields } from './pages-part.tsx'
import type { WebsiteDraft } from './use-website-draft.ts'
import frame from '../parts/layout.module.css'
import { useMay } from '../permissions.tsx'
import css from './website.module.css'
import { listBlocks, newBlock, withBlocks } from './website-edits.ts'

const blockNames: Record<BlockType, string> = {
  hero: 'Welcome',
  text: 'Text',
  classes: 'Upcoming classes',
  services: 'Services',
  plans: 'Plans',
  team: 'Team',
  location: 'Address and hours',
  gallery: 'Gallery',
  reviews: 'Reviews',
  questions: 'Questions and answers',
  contact: 'Contact form',
}

export function BlocksPart({
  draft: { website, change },
  pageId,
  openId,
  onOpen,
}: {
  draft: WebsiteDraft
  pageId: string
  openId: string | undefined
  onOpen: (blockId: string | undefined) => void
}) {
  const blocks = listBlocks(website, pageId)
  const set = (next: Block[], step?: string) => change(withBlocks(website, pageId, next), step)
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const move = (from: number, to: number) => {
    const block = blocks[from]
    if (!block || to === from || to < 0 || to >= blocks.length) return
    set(moveItem(blocks, from, to))
    setAnnouncement(`${blockNames[block.type]} moved to position ${to + 1} of ${blocks.length}.`)
  }
  const add = (type: BlockType) => {
    const block = newBlock(type)
    set([...blocks, block])
    onOpen(block.id)
  }
  return (
    <Stack gap="md">
      {pageId !== '' && <PageFields key={pageId} draft={{ website, change } as WebsiteDraft} pageId={pageId} />}
      <p className={frame.hidden} role="status">
        {announcement}
      </p>
      <ul className={css.rows} aria-label="Blocks">
        {blocks.map((block, at) => (
          <BlockRow
            key={block.id}
            block={block}
            isOpen={block.id === openId}
            onToggle={() => onOpen(block.id === openId ? undefined : block.id)}
            onChange={(changed, step) =>
              set(
                blocks.map((other) => (other.id === block.id ? changed : other)),
                step,
              )
            }
            place={{ at, of: blocks.length }}
            onMove={(to) => move(at, to)}
            drag={{
              isDragged: dragged === block.id,
              start: () => setDragged(block.id),
              end: () => setDragged(undefined),
              over: (event) => dragged && event.preventDefault(),
              drop: () =>
                move(
                  blocks.findIndex(({ id }) => id === dragged),
                  at,
                ),
            }}
            onRemove={() => set(blocks.filter(({ id }) => id !== block.id))}
          />
        ))}
      </ul>
      <Menu shadow="md" position="bottom-start">
        <Menu.Target>
          <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={blocks.length >= 30}>
            Add block
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(blockNames) as BlockType[]).map((type) => (
            <Menu.Item key={type} onClick={() => add(type)}>
              {blockNames[type]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Stack>
  )
}

interface Drag {
  isDragged: boolean
  start: () => void
  end: () => void
  over: (event: DragEvent) => void
  drop: () => void
}
function BlockRow({
  block,
  isOpen,
  onToggle,
  onChange,
  place: { at, of },
  onMove,
  drag,
  onRemove,
}: {
  block: Block
  isOpen: boolean
  onToggle: () => void
  onChange: (block: Block, step?: string) => void
  place: { at: number; of: number }
  onMove: (to: number) => void
  drag: Drag
  onRemove: () => void
}) {
  const may = useMay()
  const language = useEditedLanguage()
  const site = useSite()
  const name = blockNames[block.type]
  const title = textIn(block.title, language, site.language)
  return (
    <li className={css.block} data-open={isOpen || undefined} data-dragged={drag.isDragged || undefined} onDragOver={drag.over} onDrop={drag.drop}>
      <div
        className={css.row}
        draggable={may('website.saveDraft') && of > 1}
        onDragStart={(event) => {
          drag.start()
          event.dataTransfer.effectAllowed = 'move'
        }}
        onDragEnd={drag.end}
      >
        {may('website.saveDraft') && of > 1 && (
          <button
            type="button"
            className={css.grip}
            aria-label={`Reorder ${name}, position ${at + 1} of ${of}. Use the arrow keys.`}
            onKeyDown={(event) => {
              const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: of - 1 }[event.key]
              if (to === undefined) return
              event.preventDefault()
              onMove(to)
            }}
          >
            <IconGripVertical size={19} stroke={1.6} aria-hidden />
          </button>
        )}
        <button type="button" className={css.rowName} aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronDown size={16} aria-hidden className={css.chevron} />
          <span>
            {name}
            {title && <small>{title}</small>}
          </span>
        </button>
        <MoveButtons
          name={name}
          onUp={at > 0 ? () => onMove(at - 1) : undefined}
          onDown={at < of - 1 ? () => onMove(at + 1) : undefined}
          operation="website.saveDraft"
        />
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      {isOpen && <BlockForm block={block} onChange={onChange} />}
    </li>
  )
}
