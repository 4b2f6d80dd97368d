/** The pages of the owner's own: order, addresses, titles. */
import { Button, Menu, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { textIn, type Website } from '#domains/website/rules/website.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { TextField, useEditedLanguage } from './fields.tsx'
import { Row, toMoves, type PartProps } from './row.tsx'
import { findSlugProblem } from './slugs.ts'
import css from './website.module.css'
import { pageTemplates, withNewPage, withoutPage, withPage } from './website-edits.ts'
import { websiteMessages } from './website.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    removeAsk: (page: string) => `Remove ${page}?`,
    removeEffect: 'The page and links to it are removed from the draft. Visitors see it until you publish.',
    removePage: 'Remove page',
    pageTitle: 'Page title',
    description: 'Description for search engines',
  },
  {
    de: {
      removeAsk: (page) => `„${page}“ entfernen?`,
      removeEffect: 'Die Seite und alle Links zu ihr verschwinden aus dem Entwurf. Auf der Website ist sie zu sehen, bis du veröffentlichst.',
      removePage: 'Seite entfernen',
      pageTitle: 'Titel der Seite',
      description: 'Beschreibung für Suchmaschinen',
    },
  },
)

export function PagesPart({ draft: { website, change }, onOpen }: PartProps & { onOpen: (pageId: string) => void }) {
  const t = useMessages(messages)
  const words = useMessages(websiteMessages)
  const language = useEditedLanguage()
  const site = useSite()
  const openConfirm = useConfirm()
  const name = (page: Website['pages'][number]) => textIn(page.title, language, site.language) || page.slug
  const remove = (page: Website['pages'][number]) =>
    openConfirm({
      title: t.removeAsk(name(page)),
      description: t.removeEffect,
      confirmLabel: t.removePage,
      cancelLabel: commonWords.cancel,
      danger: true,
      onConfirm: async () => change(withoutPage(website, page.id)),
    })
  return (
    <Stack gap="md">
      <ul className={css.rows} aria-label={words.pages}>
        <Row name={words.home} onOpen={() => onOpen('')} />
        {website.pages.map((page, at) => (
          <Row
            key={page.id}
            name={name(page)}
            onOpen={() => onOpen(page.id)}
            move={toMoves(website.pages, at, (pages) => change({ ...website, pages }))}
            remove={() => remove(page)}
          />
        ))}
      </ul>
      <Menu shadow="md" position="bottom-start">
        <Menu.Target>
          <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={website.pages.length >= 30}>
            {words.addPage}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {pageTemplates.map((template) => (
            <Menu.Item
              key={template.name}
              onClick={() => {
                const { website: next, pageId } = withNewPage(website, template)
                change(next)
                onOpen(pageId)
              }}
            >
              {template.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Stack>
  )
}

/** Title, address and description of a page of the owner's own. */
export function PageFields({ draft: { website, change }, pageId }: PartProps & { pageId: string }) {
  const t = useMessages(messages)
  const page = website.pages.find(({ id }) => id === pageId)
  const [slug, setSlug] = useState(page?.slug ?? '')
  if (!page) return null
  const problem = findSlugProblem(
    slug,
    website.pages.filter(({ id }) => id !== pageId).map((other) => other.slug),
  )
  return (
    <Stack gap="md" className={css.blockForm ?? ''}>
      <TextField label={t.pageTitle} texts={page.title} maxLength={80} onChange={(title) => change(withPage(website, pageId, { title }), `${pageId} title`)} />
      <TextInput
        size="md"
        label={currentMessages(websiteMessages).address}
        leftSection={<span aria-hidden>/</span>}
        maxLength={60}
        value={slug}
        error={problem}
        onChange={(event) => {
          const wanted = event.currentTarget.value.trim().toLowerCase()
          setSlug(wanted)
          const others = website.pages.filter(({ id }) => id !== pageId).map((other) => other.slug)
          if (!findSlugProblem(wanted, others)) change(withPage(website, pageId, { slug: wanted }), `${pageId} slug`)
        }}
      />
      <TextField
        label={t.description}
        rows={2}
        texts={page.description}
        maxLength={300}
        onChange={(description) => change(withPage(website, pageId, { description }), `${pageId} description`)}
      />
    </Stack>
  )
}
