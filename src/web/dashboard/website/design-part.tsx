/** How the site looks: logo, icon, colours, typeface, corners. */
import { ColorInput, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Design } from '#domains/website/rules/website.ts'
import { useSite } from '../business.tsx'
import { PictureInput } from './fields.tsx'
import type { PartProps } from './row.tsx'

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
        hint="Square. Shown in the browser tab."
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
