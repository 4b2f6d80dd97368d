import { ColorSwatch, Group, Select, Text } from '@mantine/core'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { isServiceColor, type ServiceColor, serviceColors } from '../../parts/service-colors.ts'

const messages = defineDashboardMessages(
  {
    automatic: 'Automatic',
    color: 'Colour in the calendar',
  },
  {
    de: {
      automatic: 'Automatisch',
      color: 'Farbe im Kalender',
    },
  },
)
const text = currentMessages(messages)

const AUTOMATIC = 'automatic'
const options = [{ value: AUTOMATIC, label: text.automatic }, ...Object.entries(serviceColors).map(([value, { name }]) => ({ value, label: name }))]
const Swatch = ({ color }: { color: string }) => (isServiceColor(color) ? <ColorSwatch color={serviceColors[color].hue} size={16} withShadow={false} /> : null)

/** How sessions and appointments of the service look in the calendar. Every colour has a name. */
export function ColorChoice({ value, onChange }: { value: ServiceColor | null; onChange: (color: ServiceColor | null) => void }) {
  const t = useMessages(messages)
  return (
    <Select
      size="md"
      label={t.color}
      allowDeselect={false}
      value={value ?? AUTOMATIC}
      onChange={(chosen) => onChange(isServiceColor(chosen) ? chosen : null)}
      data={options}
      leftSection={value ? <Swatch color={value} /> : undefined}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <Swatch color={option.value} />
          <Text>{option.label}</Text>
        </Group>
      )}
    />
  )
}
