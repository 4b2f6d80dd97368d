import { ColorSwatch, Group, Select, Text } from '@mantine/core'
import { isServiceColor, type ServiceColor, serviceColors } from '../../parts/service-colors.ts'

const AUTOMATIC = 'automatic'
const options = [{ value: AUTOMATIC, label: 'Automatic' }, ...Object.entries(serviceColors).map(([value, { name }]) => ({ value, label: name }))]
const Swatch = ({ color }: { color: string }) => (isServiceColor(color) ? <ColorSwatch color={serviceColors[color].hue} size={16} withShadow={false} /> : null)

/** How sessions and appointments of the service look in the calendar. Every colour has a name. */
export function ColorChoice({ value, onChange }: { value: ServiceColor | null; onChange: (color: ServiceColor | null) => void }) {
  return (
    <Select
      size="md"
      label="Colour in the calendar"
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
