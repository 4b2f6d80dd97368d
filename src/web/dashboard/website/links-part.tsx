/** Menu and footer: links, a text, profiles elsewhere. */
import { Button, Group, Menu, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { builtInPages, socialNetworks, textIn, type SiteLink, type Website } from '#domains/website/rules/website.ts'
import { isSafeHref } from '#domains/website/rules/check-website.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { TextField, useEditedLanguage } from './fields.tsx'
import { Row, toMoves, type PartProps } from './row.tsx'
import css from './website.module.css'
import { websiteMessages } from './website.messages.ts'

const messages = defineDashboardMessages(
  {
    builtIn: { services: 'Services', schedule: 'Schedule', plans: 'Plans', members: 'Members', team: 'Team' },
    removedPage: 'Removed page',
    none: 'No links yet.',
    other: 'Other address',
    words: 'Words',
    badAddress: 'Must begin with https://, mailto:, tel: or /',
    addLink: 'Add link',
    text: 'Text',
    footerLinks: 'Footer links',
    profiles: 'Social profiles',
    network: 'Network',
    profileAddress: 'Address of the profile',
    badProfile: 'Must begin with https://',
    addProfile: 'Add profile',
  },
  {
    de: {
      builtIn: { services: 'Angebote', schedule: 'Kursplan', plans: 'Tarife', members: 'Mitglieder', team: 'Team' },
      removedPage: 'Entfernte Seite',
      none: 'Noch keine Links.',
      other: 'Andere Adresse',
      words: 'Linktext',
      badAddress: 'Beginnt mit https://, mailto:, tel: oder /',
      addLink: 'Link hinzufügen',
      text: 'Text',
      footerLinks: 'Links der Fußzeile',
      profiles: 'Profile in sozialen Netzwerken',
      network: 'Netzwerk',
      profileAddress: 'Adresse des Profils',
      badProfile: 'Beginnt mit https://',
      addProfile: 'Profil hinzufügen',
    },
  },
)

const builtInNames: Record<(typeof builtInPages)[number], string> = currentMessages(messages).builtIn

interface LinksProps {
  label: string
  /** The label is shown, where it is not the name of the whole part. */
  heading?: boolean
  links: readonly SiteLink[]
  website: Website
  onChange: (links: SiteLink[]) => void
}
/** Links of the menu or the footer: pages of the site, pages of the owner, other addresses. */
function Links({ label, heading, links, website, onChange }: LinksProps) {
  const t = useMessages(messages)
  const language = useEditedLanguage()
  const site = useSite()
  const pageName = (id: string) => {
    const page = website.pages.find((one) => one.id === id)
    return page ? textIn(page.title, language, site.language) || page.slug : t.removedPage
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
      {heading && <h2 className={css.heading}>{label}</h2>}
      {links.length === 0 ? (
        <Text c="dimmed">{t.none}</Text>
      ) : (
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
      )}
      <Group>
        <Menu shadow="md" position="bottom-start">
          <Menu.Target>
            <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={links.length >= 12 || offers.length === 0}>
              {currentMessages(websiteMessages).addPage}
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
  const t = useMessages(messages)
  const language = useEditedLanguage()
  const [words, setWords] = useState('')
  const [url, setUrl] = useState('')
  const isWrong = url !== '' && !isSafeHref(url)
  return (
    <fieldset className={css.entry}>
      <legend>{t.other}</legend>
      <Stack gap="sm">
        <TextInput size="md" label={t.words} maxLength={60} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
        <TextInput
          size="md"
          label={currentMessages(websiteMessages).address}
          placeholder="https://…"
          maxLength={500}
          value={url}
          error={isWrong && t.badAddress}
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
            {t.addLink}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}

export const MenuPart = ({ draft: { website, change } }: PartProps) => (
  <Links label={currentMessages(websiteMessages).menu} links={website.menu} website={website} onChange={(menu) => change({ ...website, menu })} />
)

export function FooterPart({ draft: { website, change } }: PartProps) {
  const t = useMessages(messages)
  const { footer } = website
  const set = (part: Partial<Website['footer']>, step?: string) => change({ ...website, footer: { ...footer, ...part } }, step)
  return (
    <Stack gap="lg">
      <TextField label={t.text} rows={2} texts={footer.text} maxLength={400} onChange={(text) => set({ text }, 'footer text')} />
      <Links label={t.footerLinks} heading links={footer.links} website={website} onChange={(links) => set({ links })} />
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
  const t = useMessages(messages)
  const [network, setNetwork] = useState<Social[number]['network']>('instagram')
  const [url, setUrl] = useState('')
  const isWrong = url !== '' && !/^https:\/\/[^\s/]/.test(url)
  return (
    <fieldset className={css.entry}>
      <legend>{t.profiles}</legend>
      <ul className={css.rows} aria-label={t.profiles}>
        {social.map((one, at) => (
          <Row key={one.url} name={networkNames[one.network]} remove={() => onChange(social.filter((_, index) => index !== at))} />
        ))}
      </ul>
      <Stack gap="sm">
        <NativeSelect
          size="md"
          label={t.network}
          value={network}
          onChange={(event) => setNetwork(event.currentTarget.value as typeof network)}
          data={socialNetworks.map((value) => ({ value, label: networkNames[value] }))}
        />
        <TextInput
          size="md"
          label={t.profileAddress}
          placeholder="https://…"
          maxLength={300}
          value={url}
          error={isWrong && t.badProfile}
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
            {t.addProfile}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  )
}
