/** The blocks of a page: open, order, add, remove. */
import { ActionIcon, Button, Menu, Stack } from '@mantine/core'
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { textIn, type Block, type BlockType } from '#domains/website/rules/website.ts'
import { useSite } from '../business.tsx'
import { MoveButtons } from '../parts/move-buttons.tsx'
import { moveItem } from '../parts/move-item.ts'
import { BlockForm } from './block-form.tsx'
import { useEditedLanguage } from './fields.tsx'
import { PageFields } from './pages-part.tsx'
import type { WebsiteDraft } from './use-website-draft.ts'
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
  const add = (type: BlockType) => {
    const block = newBlock(type)
    set([...blocks, block])
    onOpen(block.id)
  }
  return (
    <Stack gap="md">
      {pageId !== '' && <PageFields key={pageId} draft={{ website, change } as WebsiteDraft} pageId={pageId} />}
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
            onUp={at > 0 ? () => set(moveItem(blocks, at, at - 1)) : undefined}
            onDown={at < blocks.length - 1 ? () => set(moveItem(blocks, at, at + 1)) : undefined}
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

function BlockRow({
  block,
  isOpen,
  onToggle,
  onChange,
  onUp,
  onDown,
  onRemove,
}: {
  block: Block
  isOpen: boolean
  onToggle: () => void
  onChange: (block: Block, step?: string) => void
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}) {
  const language = useEditedLanguage()
  const site = useSite()
  const name = blockNames[block.type]
  const title = textIn(block.title, language, site.language)
  return (
    <li className={css.block} data-open={isOpen || undefined}>
      <div className={css.row}>
        <button type="button" className={css.rowName} aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronDown size={16} aria-hidden className={css.chevron} />
          <span>
            {name}
            {title && <small>{title}</small>}
          </span>
        </button>
        <MoveButtons name={name} onUp={onUp} onDown={onDown} operation="website.saveDraft" />
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      {isOpen && <BlockForm block={block} onChange={onChange} />}
    </li>
  )
}
