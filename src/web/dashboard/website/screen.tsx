/** The editor of the site: pages of blocks, design, menu and footer beside a preview; visitors see what was published. */
import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceDesktop, IconDeviceMobile, IconExternalLink, IconHistory } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { type Language, languages, matchLanguage } from '#kit/pure/languages.ts'
import { textIn } from '#domains/website/rules/website.ts'
import { useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { describeError, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { Page, Tabs } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { Allowed } from '../permissions.tsx'
import { websiteSearch } from '../search-params.ts'
import { BlocksPart } from './blocks-part.tsx'
import { EditedLanguage } from './fields.tsx'
import { DesignPart } from './design-part.tsx'
import { FooterPart, MenuPart } from './links-part.tsx'
import { PagesPart } from './pages-part.tsx'
import { Preview } from './preview.tsx'
import { useWebsiteDraft, type Draft, type WebsiteDraft } from './use-website-draft.ts'
import { VersionsPart } from './versions-part.tsx'
import css from './website.module.css'
import { messages } from './screen.messages.ts'
import { websiteMessages } from './website.messages.ts'
import { commonWords } from '../parts/common-words.ts'

export function WebsiteScreen() {
  const t = useMessages(messages)
  const found = useApiQuery('website.getDraft', undefined, { gcTime: 0 })
  return (
    <Page title={t.title} wide>
      <QueryView query={found}>{(loaded) => <Editor loaded={loaded} />}</QueryView>
    </Page>
  )
}

const text = currentMessages(messages)
const sharedText = currentMessages(websiteMessages)
const parts = [
  { value: 'blocks', label: text.blocks },
  { value: 'pages', label: sharedText.pages },
  { value: 'design', label: text.design },
  { value: 'menu', label: sharedText.menu },
  { value: 'footer', label: text.footer },
]

function Editor({ loaded }: { loaded: Draft }) {
  const t = useMessages(messages)
  const words = useMessages(websiteMessages)
  const site = useSite()
  const draft = useWebsiteDraft(loaded)
  const [url, setUrl] = useSearchState(websiteSearch)
  const part = url.part === 'versions' ? url.part : (parts.find(({ value }) => value === url.part)?.value ?? 'blocks')
  const page = draft.website.pages.find(({ id }) => id === url.sitePage)
  const pageId = page?.id ?? ''
  const language = url.in ?? matchLanguage(site.language) ?? 'en'
  const [isPhone, setIsPhone] = useState(false)
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const openBlock = useCallback((block: string | undefined) => setUrl({ part: undefined, block }), [setUrl])
  const openPage = (id: string) => setUrl({ sitePage: id || undefined, part: undefined, block: undefined })
  const pressBlock = useCallback(
    (id: string) => {
      openBlock(id)
      setView('edit')
    },
    [openBlock],
  )
  return (
    <EditedLanguage value={language}>
      <Bar draft={draft} path={page ? `/${page.slug}` : '/'} onVersions={() => setUrl({ part: 'versions' })}>
        <NativeSelect
          aria-label={t.page}
          value={pageId}
          onChange={(event) => openPage(event.currentTarget.value)}
          data={[
            { value: '', label: words.home },
            ...draft.website.pages.map(({ id, title, slug }) => ({ value: id, label: textIn(title, language, site.language) || slug })),
          ]}
        />
        <SegmentedControl
          aria-label={t.language}
          value={language}
          onChange={(to) => setUrl({ in: to as Language })}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
      </Bar>
      <SegmentedControl
        className={css.views ?? ''}
        fullWidth
        aria-label={t.view}
        value={view}
        onChange={(to) => setView(to as typeof view)}
        data={[
          { value: 'edit', label: commonWords.edit },
          { value: 'preview', label: words.preview },
        ]}
      />
      <div className={css.editor} data-view={view}>
        <section aria-label={commonWords.edit} className={css.side}>
          <Tabs label={t.parts} current={part} param="part" keep={{ sitePage: url.sitePage, in: url.in }} items={parts} />
          <Part part={part} draft={draft} pageId={pageId} openId={url.block} onOpenBlock={openBlock} onOpenPage={openPage} />
        </section>
        <section aria-label={words.preview} className={css.preview}>
          <Group justify="flex-end" gap={4} className={css.devices ?? ''}>
            <ActionIcon size={36} variant={isPhone ? 'subtle' : 'light'} aria-label={t.desktop} aria-pressed={!isPhone} onClick={() => setIsPhone(false)}>
              <IconDeviceDesktop size={19} />
            </ActionIcon>
            <ActionIcon size={36} variant={isPhone ? 'light' : 'subtle'} aria-label={t.phone} aria-pressed={isPhone} onClick={() => setIsPhone(true)}>
              <IconDeviceMobile size={19} />
            </ActionIcon>
          </Group>
          <Preview website={draft.website} path={page ? `/${page.slug}` : '/'} blockId={url.block} language={language} isPhone={isPhone} onPress={pressBlock} />
        </section>
      </div>
    </EditedLanguage>
  )
}

function Part({
  part,
  draft,
  pageId,
  openId,
  onOpenBlock,
  onOpenPage,
}: {
  part: string
  draft: WebsiteDraft
  pageId: string
  openId: string | undefined
  onOpenBlock: (id: string | undefined) => void
  onOpenPage: (id: string) => void
}) {
  switch (part) {
    case 'pages':
      return <PagesPart draft={draft} onOpen={onOpenPage} />
    case 'design':
      return <DesignPart draft={draft} />
    case 'menu':
      return <MenuPart draft={draft} />
    case 'footer':
      return <FooterPart draft={draft} />
    case 'versions':
      return (
        <>
          <h2 className={css.heading}>{text.versions}</h2>
          <VersionsPart draft={draft} />
        </>
      )
    default:
      return <BlocksPart draft={draft} pageId={pageId} openId={openId} onOpen={onOpenBlock} />
  }
}

/** What the draft is in, in words. */
function describeState({ state, isChanged, publishedAt }: WebsiteDraft, formatted: (instant: string) => string): string {
  if (state !== 'saved') return text.saving
  if (isChanged) return text.saved
  return publishedAt ? text.publishedAt(formatted(publishedAt)) : text.unchanged
}

function Bar({ draft, path, onVersions, children }: { draft: WebsiteDraft; path: string; onVersions: () => void; children: React.ReactNode }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const [isPublishing, setIsPublishing] = useState(false)
  const publish = () => {
    setIsPublishing(true)
    draft
      .publish()
      .then(() => toast(t.published), toastError)
      .finally(() => setIsPublishing(false))
  }
  const discard = () =>
    openConfirm({
      title: t.discardAsk,
      description: t.discardEffect,
      confirmLabel: t.discardDraft,
      cancelLabel: t.keepEditing,
      danger: true,
      onConfirm: draft.discard,
    })
  return (
    <div className={css.bar}>
      <Group gap="xs">{children}</Group>
      <Group gap={2}>
        <ActionIcon size={40} variant="subtle" color="gray" aria-label={commonWords.undo} disabled={!draft.undo} onClick={draft.undo}>
          <IconArrowBackUp size={20} />
        </ActionIcon>
        <ActionIcon size={40} variant="subtle" color="gray" aria-label={t.redo} disabled={!draft.redo} onClick={draft.redo}>
          <IconArrowForwardUp size={20} />
        </ActionIcon>
        <ActionIcon size={40} variant="subtle" color="gray" aria-label={t.versions} onClick={onVersions}>
          <IconHistory size={20} />
        </ActionIcon>
        <ActionIcon component="a" href={path} target="_blank" rel="noopener" size={40} variant="subtle" color="gray" aria-label={t.open}>
          <IconExternalLink size={19} />
        </ActionIcon>
      </Group>
      <Group gap="sm" ml="auto" className={css.finish ?? ''}>
        <Text size="sm" c={draft.error ? 'var(--bad)' : 'dimmed'} role={draft.error ? 'alert' : 'status'}>
          {draft.error ? describeError(draft.error) : describeState(draft, (instant) => formatInstant(instant, site))}
        </Text>
        {draft.error && (
          <Button variant="default" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        )}
        <Allowed operation="website.publish">
          <Button variant="default" disabled={!draft.isChanged} onClick={discard}>
            {t.discard}
          </Button>
          <Button disabled={!draft.isChanged || draft.error !== null} loading={isPublishing} onClick={publish}>
            {t.publish}
          </Button>
        </Allowed>
      </Group>
    </div>
  )
}
