/** The blocks of a page: open, order by dragging or keys, add, remove. */
import { ActionIcon, Button, Menu, Stack } from '@mantine/core'
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react'
import { textIn, type Block, type BlockType } from '#domains/website/rules/website.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { MoveButtons } from '../parts/move-buttons.tsx'
import { SortableGrip, SortableList, SortablePlace, useSortable, type Sortable } from '../parts/sortable.tsx'
import { BlockForm } from './block-form.tsx'
import { useEditedLanguage } from './fields.tsx'
import { PageFields } from './pages-part.tsx'
import type { WebsiteDraft } from './use-website-draft.ts'
import { useMay } from '../permissions.tsx'
import css from './website.module.css'
import { listBlocks, newBlock, withBlocks } from './website-edits.ts'
import { websiteMessages } from './website.messages.ts'

const messages = defineDashboardMessages(
  {
    names: {
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
    },
    blocks: 'Blocks',
    add: 'Add block',
  },
  {
    de: {
      names: {
        hero: 'Willkommen',
        text: 'Text',
        classes: 'Nächste Kurse',
        services: 'Angebote',
        plans: 'Tarife',
        team: 'Team',
        location: 'Adresse und Öffnungszeiten',
        gallery: 'Galerie',
        reviews: 'Bewertungen',
        questions: 'Fragen und Antworten',
        contact: 'Kontaktformular',
      },
      blocks: 'Blöcke',
      add: 'Block hinzufügen',
    },
  },
)

const blockNames: Record<BlockType, string> = currentMessages(messages).names

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
  const t = useMessages(messages)
  const blocks = listBlocks(website, pageId)
  const set = (next: Block[], step?: string) => change(withBlocks(website, pageId, next), step)
  const sortable = useSortable({ items: blocks, getName: ({ type }) => blockNames[type], onSort: set })
  const add = (type: BlockType) => {
    const block = newBlock(type)
    set([...blocks, block])
    onOpen(block.id)
  }
  return (
    <Stack gap="md">
      {pageId !== '' && <PageFields key={pageId} draft={{ website, change } as WebsiteDraft} pageId={pageId} />}
      <SortableList sortable={sortable} label={t.blocks} className={css.rows}>
        {blocks.map((block) => (
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
            sortable={sortable}
            onRemove={() => set(blocks.filter(({ id }) => id !== block.id))}
          />
        ))}
      </SortableList>
      <Menu shadow="md" position="bottom-start">
        <Menu.Target>
          <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={blocks.length >= 30}>
            {t.add}
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

interface BlockRowProps {
  block: Block
  isOpen: boolean
  onToggle: () => void
  onChange: (block: Block, step?: string) => void
  sortable: Sortable
  onRemove: () => void
}
function BlockRow({ block, isOpen, onToggle, onChange, sortable, onRemove }: BlockRowProps) {
  const maySort = useMay()('website.saveDraft') && sortable.count > 1
  const language = useEditedLanguage()
  const site = useSite()
  const name = blockNames[block.type]
  const title = textIn(block.title, language, site.language)
  const at = sortable.findPosition(block.id)
  return (
    <SortablePlace sortable={sortable} id={block.id} className={css.block} isOpen={isOpen}>
      <div className={css.row} {...(maySort && sortable.getDragProps(block.id))}>
        {maySort && <SortableGrip sortable={sortable} id={block.id} name={name} />}
        <button type="button" className={css.rowName} aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronDown size={16} aria-hidden className={css.chevron} />
          <span>
            {name}
            {title && <small>{title}</small>}
          </span>
        </button>
        <MoveButtons
          name={name}
          onUp={at > 0 ? () => sortable.move(block.id, at - 1) : undefined}
          onDown={at < sortable.count - 1 ? () => sortable.move(block.id, at + 1) : undefined}
          operation="website.saveDraft"
        />
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={currentMessages(websiteMessages).remove(name)} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      {isOpen && <BlockForm block={block} onChange={onChange} />}
    </SortablePlace>
  )
}
