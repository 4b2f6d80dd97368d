/** What the business sets about text messages. Source: guide bookings §20.6. */
import { type QuietHours, standardQuietHours } from './quiet-hours.ts'
import { standardSwitches, type TextTemplate, textTemplates } from './templates.ts'

export interface TextSettings {
  switches: Readonly<Record<TextTemplate, boolean>>
  quietHours: QuietHours
}
export interface TextSettingsChange {
  switches?: Partial<Record<TextTemplate, boolean>> | undefined
  quietHours?: QuietHours | undefined
}

/** Stored settings, completed by those of the product. */
export function readTextSettings(stored: unknown): TextSettings {
  const { switches, quietHours } = (stored ?? {}) as TextSettingsChange
  const isOn = (template: TextTemplate) => [template, switches?.[template] ?? standardSwitches[template]] as const
  return { switches: Object.fromEntries(textTemplates.map(isOn)) as TextSettings['switches'], quietHours: quietHours ?? standardQuietHours }
}

/** Absent parts stay. */
export const applyTextSettings = (settings: TextSettings, { switches, quietHours }: TextSettingsChange): TextSettings => ({
  switches: { ...settings.switches, ...switches },
  quietHours: quietHours ?? settings.quietHours,
})
