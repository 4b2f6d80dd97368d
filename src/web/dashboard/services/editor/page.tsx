/** The page of a service on the site: its address, and what search engines are told. */
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import { fieldId, Part, type PartProps } from './part.tsx'

const messages = defineDashboardMessages(
  {
    title: 'Address and search engines',
    address: 'Page address',
    fromName: 'made from the name',
    former: (addresses: string, more: number) =>
      more > 0 ? `Former addresses lead here: ${addresses} and ${more} more.` : `Former addresses lead here: ${addresses}.`,
    seoTitle: 'Title for search engines',
    seoTitleAbout: (site: string) => `Shown in search results and the browser tab, before “${site}”.`,
    seoText: 'Description for search engines',
    seoTextAbout: (length: number) => `${length} of 160 characters that are usually shown.`,
    noIndex: 'Keep out of search engines',
    noIndexAbout: 'The page stays open to everyone who has its address.',
  },
  {
    de: {
      title: 'Adresse und Suchmaschinen',
      address: 'Adresse der Seite',
      fromName: 'wird aus dem Namen gebildet',
      former: (addresses, more) =>
        more > 0 ? `Frühere Adressen führen hierher: ${addresses} und ${more} weitere.` : `Frühere Adressen führen hierher: ${addresses}.`,
      seoTitle: 'Titel für Suchmaschinen',
      seoTitleAbout: (site) => `Steht in Suchergebnissen und im Browser-Tab, vor „${site}“.`,
      seoText: 'Beschreibung für Suchmaschinen',
      seoTextAbout: (length) => `${length} von 160 Zeichen, die meist gezeigt werden.`,
      noIndex: 'Vor Suchmaschinen verbergen',
      noIndexAbout: 'Wer die Adresse kennt, kann die Seite weiter öffnen.',
    },
  },
)

export function PagePart({ form, set, problems, isNew, former }: PartProps & { isNew: boolean; former: readonly string[] }) {
  const t = useMessages(messages)
  const site = useSite()
  const others = former.filter((slug) => slug !== form.slug.trim().toLowerCase())
  return (
    <Part name="page" title={t.title}>
      <TextInput
        size="md"
        label={t.address}
        id={fieldId('slug')}
        leftSection={<Text size="sm">/service/</Text>}
        leftSectionWidth={76}
        maxLength={100}
        autoCapitalize="none"
        placeholder={isNew ? t.fromName : undefined}
        value={form.slug}
        error={problems.slug}
        onChange={(event) => set({ slug: event.currentTarget.value })}
      />
      {others.length > 0 && (
        <Text size="sm" c="dimmed" mt={-10}>
          {t.former(others.slice(0, 5).join(', '), others.length - 5)}
        </Text>
      )}
      <TextInput
        size="md"
        label={t.seoTitle}
        description={t.seoTitleAbout(site.name)}
        placeholder={form.name}
        maxLength={120}
        value={form.seoTitle}
        onChange={(event) => set({ seoTitle: event.currentTarget.value })}
      />
      <Textarea
        size="md"
        label={t.seoText}
        description={t.seoTextAbout(form.seoDescription.length)}
        placeholder={form.tagLine || form.description}
        autosize
        minRows={2}
        maxLength={500}
        value={form.seoDescription}
        onChange={(event) => set({ seoDescription: event.currentTarget.value })}
      />
      <Checkbox
        size="md"
        label={t.noIndex}
        description={t.noIndexAbout}
        checked={form.noIndex}
        onChange={(event) => set({ noIndex: event.currentTarget.checked })}
      />
    </Part>
  )
}
