/** The parts of the editor beside the blocks: pages, design, menu, footer, earlier publications. */
import { ActionIcon, Button, ColorInput, Group, Menu, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { builtInPages, socialNetworks, textIn, type Design, type SiteLink, type Website } from '#domains/website/rules/website.ts'
import { isSafeHref } from '#domains/website/rules/check-website.ts'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format.ts'
import { MoveButtons } from '../parts/move-buttons.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { PictureInput, TextField, useEditedLanguage } from './fields.tsx'
import { findSlugProblem } from './slugs.ts'
import type { WebsiteDraft } from './use-website-draft.ts'
import css from './website.module.css'
import { moved, pageTemplates, withNewPage, withoutPage, withPage } from './website-edits.ts'

interface PartProps {
  draft: WebsiteDraft
}

/** A row with its name, its place in the order and a way to take it out. */
function Row({ name, onOpen, move, remove }: { name: string; onOpen?: () => void; move?: { up?: () => void; down?: () => void }; remove?: () => void }) {
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
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={remove}>
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </li>
  )
}
/** Ways for the entry at `at` of a list to move. */
const toMoves = <T,>(list: readonly T[], at: number, onChange: (list: T[]) => void) => ({
  ...(at > 0 ? { up: () => onChange(moved(list, at, at - 1)) } : {}),
  ...(at < list.length - 1 ? { down: () => onChange(moved(list, at, at + 1)) } : {}),
})

export function PagesPart({ draft: { website, change }, onOpen }: PartProps & { onOpen: (pageId: string) => void }) {
  const language = useEditedLanguage()
  const site = useSite()
  const openConfirm = useConfirm()
  const name = (page: Website['pages'][number]) => textIn(page.title, language, site.language) || page.slug
  const remove = (page: Website['pages'][number]) =>
    openConfirm({
      title: `Remove ${name(page)}?`,
      description: 'The page and the links to it are taken out of the draft. Visitors see it until you publish.',
      confirmLabel: 'Remove page',
      cancelLabel: 'Cancel',
      danger: true,
      onConfirm: async () => change(withoutPage(website, page.id)),
    })
  return (
    <Stack gap="md">
      <ul className={css.rows} aria-label="Pages">
        <Row name="Home" onOpen={() => onOpen('')} />
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
            Add page
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
  const page = website.pages.find(({ id }) => id === pageId)
  const [slug, setSlug] = useState(page?.slug ?? '')
  if (!page) return null
  const problem = findSlugProblem(
    slug,
    website.pages.filter(({ id }) => id !== pageId).map((other) => other.slug),
  )
  return (
    <Stack gap="md" className={css.blockForm ?? ''}>
      <TextField label="Page title" texts={page.title} maxLength={80} onChange={(title) => change(withPage(website, pageId, { title }), `${pageId} title`)} />
      <TextInput
        size="md"
        label="Address"
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
        label="Description for search engines"
        rows={2}
        texts={page.description}
        maxLength={300}
        onChange={(description) => change(withPage(website, pageId, { description }), `${pageId} description`)}
      />
    </Stack>
  )
}

const accents = ['#8a5a3c', '#3f6f5f', '#2f5d8a', '#7a4b8c', '#b3473b', '#4d5560', '#a8741a', '#20706f']
function Choice<T extends string>({ label, value, options, onChange }: { label: string; value: T; options: Record<T, string>; onChange: (value: T) => void }) {
  return (
    <div>
      <Text size="md" fw={600} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={label}
        value={value}
        onChange={(to) => onChange(to as T)}
        data={Object.entries(options).map(([option, name]) => ({ value: option, label: name as string }))}
      />
    </div>
  )
}
export function DesignPart({ draft: { website, change } }: PartProps) {
  const site = useSite()
  const { design } = website
  const set = (part: Partial<Design>, step?: string) => change({ ...website, design: withoutUndefined({ ...design, ...part }) }, step)
  return (
    <Stack gap="lg">
      <PictureInput
        label="Logo"
        hint="Shown in place of the name. Its description is the name of your site."
        picture={design.logo}
        seed={site.name}
        shape="3 / 1"
        withAlt={false}
        onChange={(logo) => set({ logo } as Partial<Design>)}
      />
      <PictureInput
        label="Icon"
        hint="Square, for the tab of the browser."
        picture={design.icon}
        seed={site.name}
        shape="1 / 1"
        withAlt={false}
        onChange={(icon) => set({ icon } as Partial<Design>)}
      />
      <ColorInput
        size="md"
        label="Accent colour"
        description="We adjust the text colour for readability."
        format="hex"
        swatches={accents}
        eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
        value={design.accent ?? site.accent}
        onChange={(accent) => /^#[0-9a-f]{6}$/i.test(accent) && set({ accent }, 'accent')}
      />
      <Choice label="Tone" value={design.tone} options={{ warm: 'Warm', neutral: 'Neutral', cool: 'Cool' }} onChange={(tone) => set({ tone })} />
      <Choice
        label="Typeface"
        value={design.font}
        options={{ system: 'Device', modern: 'Modern', classic: 'Classic', friendly: 'Friendly' }}
        onChange={(font) => set({ font })}
      />
      <Choice label="Corners" value={design.corners} options={{ round: 'Round', soft: 'Soft', square: 'Square' }} onChange={(corners) => set({ corners })} />
      <Choice
        label="Light or dark"
        value={design.scheme}
        options={{ auto: 'As the device', light: 'Light', dark: 'Dark' }}
        onChange={(scheme) => set({ scheme })}
      />
    </Stack>
  )
}
const withoutUndefined = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

const builtInNames: Record<(typeof builtInPages)[number], string> = { services: 'Services', schedule: 'Schedule', plans: 'Plans', members: 'Members' }

/** Links of the menu or the footer: pages of the site, pages of the owner, other addresses. */
function Links({ label, links, website, onChange }: { label: string; links: readonly SiteLink[]; website: Website; onChange: (links: SiteLink[]) => void }) {
  const language = useEditedLanguage()
  const site = useSite()
  const pageName = (id: string) => {
    const page = website.pages.find((one) => one.id === id)
    return page ? textIn(page.title, language, site.language) || page.slug : 'Removed page'
  }
  const name = (link: SiteLink) =>
    textIn(link.label, language, site.language) ||
    (link.kind === 'BUILT_IN' ? builtInNames[link.page] : link.kind === 'PAGE' ? pageName(link.pageId) : link.url)
  const isIn = (other: SiteLink) => links.some((link) => JSON.stringify({ ...link, label: 0 }) === JSON.stringify({ ...other, label: 0 }))
  const offers: SiteLink[] = [
    ...builtInPages.map((page): SiteLink => ({ kind: 'BUILT_IN', page })),
    ...website.pages.map(({ id }): SiteLink => ({ kind: 'PAGE', pageId: id })),
  ].filter((link) => !isIn(link))
  return (
    <Stack gap="md">
      <ul className={css.rows} aria-label={label}>
        {links.map((link, at) => (
          <Row
            key={`${at} ${name(link)}`}
            name={name(link)}
            move={toMoves(links, at, onChange)}
            remove={() => onChange(links.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      {links.length === 0 && <Text c="dimmed">No links yet.</Text>}
      <Group>
        <Menu shadow="md" position="bottom-start">
          <Menu.Target>
            <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={links.length >= 12 || offers.length === 0}>
              Add page
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offers.map((link) => (
              <Menu.Item key={name(link)} onClick={() => onChange([...links, link])}>
                {name(link)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <OtherLink disabled={links.length >= 12} onAdd={(link) => onChange([...links, link])} />
    </Stack>
  )
}
/** A link to another address, with its words. */
function OtherLink({ disabled, onAdd }: { disabled: boolean; onAdd: (link: SiteLink) => void }) {
  const language = useEditedLanguage()
  const [words, setWords] = useState('')
  const [url, setUrl] = useState('')
  const isWrong = url !== '' && !isSafeHref(url)
  return (
    <fieldset className={css.entry}>
      <legend>Other address</legend>
      <Stack gap="sm">
        <TextInput size="md" label="Words" maxLength={60} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
        <TextInput
          size="md"
          label="Address"
          placeholder="https://…"
          maxLength={500}
          value={url}
          error={isWrong && 'Must begin with https://, mailto:, tel: or /'}
          onChange={(event) => setUrl(event.currentTarget.value.trim())}
        />
        <Group>
          <Button
            variant="default"
            disabled={disabled || !words.trim() || !url || isWrong}
            onClick={() => {
              onAdd({ kind: 'URL', url, label: { [language]: words.trim() } })
              setWords('')
              setUrl('')
            }}
          >
            Add link
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}

export const MenuPart = ({ draft: { website, change } }: PartProps) => (
  <Links label="Menu" links={website.menu} website={website} onChange={(menu) => change({ ...website, menu })} />
)

export function FooterPart({ draft: { website, change } }: PartProps) {
  const { footer } = website
  const set = (part: Partial<Website['footer']>, step?: string) => change({ ...website, footer: { ...footer, ...part } }, step)
  return (
    <Stack gap="lg">
      <TextField label="Text" rows={2} texts={footer.text} maxLength={400} onChange={(text) => set({ text }, 'footer text')} />
      <Links label="Links of the footer" links={footer.links} website={website} onChange={(links) => set({ links })} />
      <SocialLinks social={footer.social} onChange={(social) => set({ social })} />
    </Stack>
  )
}
const networkNames: Record<(typeof socialNetworks)[number], string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
  mastodon: 'Mastodon',
  x: 'X',
}
type Social = Website['footer']['social']
function SocialLinks({ social, onChange }: { social: Social; onChange: (social: Social) => void }) {
  const [network, setNetwork] = useState<Social[number]['network']>('instagram')
  const [url, setUrl] = useState('')
  const isWrong = url !== '' && !/^https:\/\/[^\s/]/.test(url)
  return (
    <fieldset className={css.entry}>
      <legend>Social profiles</legend>
      <ul className={css.rows} aria-label="Social profiles">
        {social.map((one, at) => (
          <Row key={one.url} name={networkNames[one.network]} remove={() => onChange(social.filter((_, index) => index !== at))} />
        ))}
      </ul>
      <Stack gap="sm">
        <NativeSelect
          size="md"
          label="Network"
          value={network}
          onChange={(event) => setNetwork(event.currentTarget.value as typeof network)}
          data={socialNetworks.map((value) => ({ value, label: networkNames[value] }))}
        />
        <TextInput
          size="md"
          label="Address of the profile"
          placeholder="https://…"
          maxLength={300}
          value={url}
          error={isWrong && 'Must begin with https://'}
          onChange={(event) => setUrl(event.currentTarget.value.trim())}
        />
        <Group>
          <Button
            variant="default"
            disabled={!url || isWrong || social.length >= 8}
            onClick={() => {
              onChange([...social.filter((one) => one.url !== url), { network, url }])
              setUrl('')
            }}
          >
            Add profile
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}

/** What was published before; each can be taken as the draft again. */
export function VersionsPart({ draft }: PartProps): ReactNode {
  const site = useSite()
  const found = useApiQuery('website.listVersions')
  const openConfirm = useConfirm()
  return (
    <QueryView query={found}>
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState title="Nothing published yet">Each time you publish, the version is kept here. The last 30 stay.</EmptyState>
        ) : (
          <ul className={css.rows} aria-label="Versions">
            {versions.map(({ id, publishedAt, pages }, at) => (
              <li key={id} className={css.row}>
                <span className={css.rowName}>
                  {formatInstant(publishedAt, site)}
                  <Text size="sm" c="dimmed">
                    {pages === 1 ? '1 page' : `${pages} pages`}
                    {at === 0 ? ' · what visitors see' : ''}
                  </Text>
                </span>
                <Button
                  variant="default"
                  onClick={() =>
                    openConfirm({
                      title: 'Restore this version?',
                      description: 'It takes the place of your draft. Visitors see it once you publish.',
                      confirmLabel: 'Restore',
                      cancelLabel: 'Cancel',
                      successMessage: 'Version restored as your draft.',
                      onConfirm: () => draft.restore(id),
                    })
                  }
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
