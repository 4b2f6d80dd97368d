/** The page of a service on the site: its address, and what search engines are told. */
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { useSite } from '../../business.tsx'
import { fieldId, Part, type PartProps } from './part.tsx'

export function PagePart({ form, set, problems, isNew, former }: PartProps & { isNew: boolean; former: readonly string[] }) {
  const site = useSite()
  const others = former.filter((slug) => slug !== form.slug.trim().toLowerCase())
  return (
    <Part name="page" title="Address and search engines">
      <TextInput
        size="md"
        label="Page address"
        id={fieldId('slug')}
        leftSection={<Text size="sm">/service/</Text>}
        leftSectionWidth={76}
        maxLength={100}
        autoCapitalize="none"
        placeholder={isNew ? 'made from the name' : undefined}
        value={form.slug}
        error={problems.slug}
        onChange={(event) => set({ slug: event.currentTarget.value })}
      />
      {others.length > 0 && (
        <Text size="sm" c="dimmed" mt={-10}>
          Former addresses lead here: {others.slice(0, 5).join(', ')}
          {others.length > 5 ? ` and ${others.length - 5} more` : ''}.
        </Text>
      )}
      <TextInput
        size="md"
        label="Title for search engines"
        description={`Shown in search results and the browser tab, before “${site.name}”.`}
        placeholder={form.name}
        maxLength={120}
        value={form.seoTitle}
        onChange={(event) => set({ seoTitle: event.currentTarget.value })}
      />
      <Textarea
        size="md"
        label="Description for search engines"
        description={`${form.seoDescription.length} of 160 characters that are usually shown.`}
        placeholder={form.tagLine || form.description}
        autosize
        minRows={2}
        maxLength={500}
        value={form.seoDescription}
        onChange={(event) => set({ seoDescription: event.currentTarget.value })}
      />
      <Checkbox
        size="md"
        label="Keep out of search engines"
        description="The page stays open to everyone who has its address."
        checked={form.noIndex}
        onChange={(event) => set({ noIndex: event.currentTarget.checked })}
      />
    </Part>
  )
}
