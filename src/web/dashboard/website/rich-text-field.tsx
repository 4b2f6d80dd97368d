/** A text with headings, lists, emphasis and links. */
import { ActionIcon, Group, Text, TextInput, Button, Popover } from '@mantine/core'
import { IconBold, IconH2, IconH3, IconItalic, IconLink, IconLinkOff, IconList, IconListNumbers, type Icon } from '@tabler/icons-react'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useState } from 'react'
import type { TextLine } from '#domains/website/rules/website.ts'
import { isSafeHref } from '#domains/website/rules/check-website.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { type EditorNode, toEditorDocument, toTextLines } from './rich-lines.ts'
import css from './website.module.css'
import { websiteMessages } from './website.messages.ts'

const messages = defineDashboardMessages(
  {
    format: (label: string) => `Format ${label.toLowerCase()}`,
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    subheading: 'Subheading',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    removeLink: 'Remove link',
    link: 'Link',
    example: 'https://… or /plans',
    badAddress: 'Must be a web address, mailto:, tel: or a path of the site',
    setLink: 'Set link',
  },
  {
    de: {
      format: (label) => `${label} formatieren`,
      bold: 'Fett',
      italic: 'Kursiv',
      heading: 'Überschrift',
      subheading: 'Zwischenüberschrift',
      bullets: 'Aufzählung',
      numbers: 'Nummerierte Liste',
      removeLink: 'Link entfernen',
      link: 'Link',
      example: 'https://… oder /plans',
      badAddress: 'Gib eine Webadresse, mailto:, tel: oder einen Pfad deiner Website ein',
      setLink: 'Link setzen',
    },
  },
)

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    link: { openOnClick: false, autolink: true, isAllowedUri: (url) => isSafeHref(url) },
  }),
]

/** `lines` are taken again when `version` changes, as after an undo. */
export function RichTextField({
  label,
  lines,
  version,
  onChange,
}: {
  label: string
  lines: readonly TextLine[]
  version: string
  onChange: (lines: TextLine[]) => void
}) {
  const id = useId()
  const editor = useEditor({
    extensions,
    content: toEditorDocument(lines) as object,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id, class: css.rich ?? '' } },
    onUpdate: ({ editor: changed }) => onChange(toTextLines(changed.getJSON() as EditorNode)),
  })
  useEffect(() => {
    const isOther = JSON.stringify(toTextLines(editor.getJSON() as EditorNode)) !== JSON.stringify(lines)
    if (isOther) editor.commands.setContent(toEditorDocument(lines) as object, { emitUpdate: false })
  }, [editor, version, lines])
  return (
    <div>
      <Text id={id} size="md" fw={600} mb={4}>
        {label}
      </Text>
      <div className={css.richFrame}>
        <Toolbar editor={editor} label={label} />
        <EditorContent editor={editor} />
      </div>
    </div>
  )
}

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const t = useMessages(messages)
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      heading: current.isActive('heading', { level: 2 }),
      subheading: current.isActive('heading', { level: 3 }),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      link: current.isActive('link'),
    }),
  })
  const tool = (name: string, ToolIcon: Icon, isActive: boolean, run: () => void) => (
    <ActionIcon size={36} variant={isActive ? 'light' : 'subtle'} color={isActive ? undefined : 'gray'} aria-label={name} aria-pressed={isActive} onClick={run}>
      <ToolIcon size={18} />
    </ActionIcon>
  )
  const chain = () => editor.chain().focus()
  return (
    <Group gap={2} role="toolbar" aria-label={t.format(label)} className={css.tools ?? ''}>
      {tool(t.bold, IconBold, active.bold, () => chain().toggleBold().run())}
      {tool(t.italic, IconItalic, active.italic, () => chain().toggleItalic().run())}
      {tool(t.heading, IconH2, active.heading, () => chain().toggleHeading({ level: 2 }).run())}
      {tool(t.subheading, IconH3, active.subheading, () => chain().toggleHeading({ level: 3 }).run())}
      {tool(t.bullets, IconList, active.bullets, () => chain().toggleBulletList().run())}
      {tool(t.numbers, IconListNumbers, active.numbers, () => chain().toggleOrderedList().run())}
      <LinkTool editor={editor} isActive={active.link} />
      {active.link && tool(t.removeLink, IconLinkOff, false, () => chain().extendMarkRange('link').unsetLink().run())}
    </Group>
  )
}

function LinkTool({ editor, isActive }: { editor: Editor; isActive: boolean }) {
  const t = useMessages(messages)
  const [href, setHref] = useState<string>()
  const isWrong = href !== undefined && href !== '' && !isSafeHref(href)
  const apply = () => {
    if (!href || isWrong) return
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    setHref(undefined)
  }
  return (
    <Popover opened={href !== undefined} onChange={(open) => open || setHref(undefined)} trapFocus shadow="md" width={320} withinPortal>
      <Popover.Target>
        <ActionIcon
          size={36}
          variant={isActive ? 'light' : 'subtle'}
          color={isActive ? undefined : 'gray'}
          aria-label={t.link}
          aria-pressed={isActive}
          onClick={() => setHref((editor.getAttributes('link').href as string | undefined) ?? '')}
        >
          <IconLink size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <TextInput
          label={currentMessages(websiteMessages).address}
          placeholder={t.example}
          value={href ?? ''}
          error={isWrong && t.badAddress}
          onChange={(event) => setHref(event.currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
        <Button mt="sm" disabled={!href || isWrong} onClick={apply}>
          {t.setLink}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
