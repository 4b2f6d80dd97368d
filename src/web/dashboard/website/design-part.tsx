/** How the site looks: logo, icon, colours, typeface, corners. */
import { ColorInput, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Design } from '#domains/website/rules/website.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { PictureInput } from './fields.tsx'
import type { PartProps } from './row.tsx'

const messages = defineDashboardMessages(
  {
    logo: 'Logo',
    logoHint: 'Shown in place of the name. Its description is the name of your site.',
    icon: 'Icon',
    iconHint: 'Square. Shown in the browser tab.',
    accent: 'Accent colour',
    accentHint: 'We adjust the text colour for readability.',
    pickColour: 'Pick a colour from the screen',
    tone: 'Tone',
    tones: { warm: 'Warm', neutral: 'Neutral', cool: 'Cool' },
    font: 'Typeface',
    fonts: { system: 'Device', modern: 'Modern', classic: 'Classic', friendly: 'Friendly' },
    corners: 'Corners',
    cornerKinds: { round: 'Round', soft: 'Soft', square: 'Square' },
    scheme: 'Light or dark',
    schemes: { auto: 'As the device', light: 'Light', dark: 'Dark' },
  },
  {
    de: {
      logo: 'Logo',
      logoHint: 'Steht anstelle des Namens. Seine Beschreibung ist der Name deiner Website.',
      icon: 'Symbol',
      iconHint: 'Quadratisch. Erscheint im Tab des Browsers.',
      accent: 'Akzentfarbe',
      accentHint: 'Die Textfarbe passen wir an, damit alles lesbar bleibt.',
      pickColour: 'Farbe vom Bildschirm aufnehmen',
      tone: 'Farbton',
      tones: { warm: 'Warm', neutral: 'Neutral', cool: 'Kühl' },
      font: 'Schriftart',
      fonts: { system: 'Gerät', modern: 'Modern', classic: 'Klassisch', friendly: 'Freundlich' },
      corners: 'Ecken',
      cornerKinds: { round: 'Rund', soft: 'Weich', square: 'Eckig' },
      scheme: 'Hell oder dunkel',
      schemes: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
    },
  },
)

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
  const t = useMessages(messages)
  const site = useSite()
  const { design } = website
  const set = (part: Partial<Design>, step?: string) => change({ ...website, design: withoutUndefined({ ...design, ...part }) }, step)
  return (
    <Stack gap="lg">
      <PictureInput
        label={t.logo}
        hint={t.logoHint}
        picture={design.logo}
        seed={site.name}
        shape="3 / 1"
        withAlt={false}
        onChange={(logo) => set({ logo } as Partial<Design>)}
      />
      <PictureInput
        label={t.icon}
        hint={t.iconHint}
        picture={design.icon}
        seed={site.name}
        shape="1 / 1"
        withAlt={false}
        onChange={(icon) => set({ icon } as Partial<Design>)}
      />
      <ColorInput
        size="md"
        label={t.accent}
        description={t.accentHint}
        format="hex"
        swatches={accents}
        eyeDropperButtonProps={{ 'aria-label': t.pickColour }}
        value={design.accent ?? site.accent}
        onChange={(accent) => /^#[0-9a-f]{6}$/i.test(accent) && set({ accent }, 'accent')}
      />
      <Choice label={t.tone} value={design.tone} options={t.tones} onChange={(tone) => set({ tone })} />
      <Choice label={t.font} value={design.font} options={t.fonts} onChange={(font) => set({ font })} />
      <Choice label={t.corners} value={design.corners} options={t.cornerKinds} onChange={(corners) => set({ corners })} />
      <Choice label={t.scheme} value={design.scheme} options={t.schemes} onChange={(scheme) => set({ scheme })} />
    </Stack>
  )
}
const withoutUndefined = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
