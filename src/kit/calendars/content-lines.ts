/**
 * Reads the text of an iCalendar file into its components. Source: RFC 5545 §3.1, §3.2. The libraries that run on this version of Node drop RDATE and
 * take floating times for UTC (docs/decisions/0030-connected-calendars.md).
 */
export interface Property {
  name: string
  params: Readonly<Record<string, string>>
  value: string
}
export interface Component {
  name: string
  properties: Property[]
  components: Component[]
}

/** Thrown for text that is no iCalendar file. */
export class NotACalendar extends Error {
  override name = 'NotACalendar'
}

/** `NAME;PARAM="a:b";OTHER=c:value`: quoted parameter values may hold the marks that end them. */
function parseLine(line: string): Property | undefined {
  const match = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s.exec(line)
  if (!match) return undefined
  const [, name = '', params = '', value = ''] = match
  const pairs = [...params.matchAll(/;([\w-]+)=((?:"[^"]*"|[^";:])*)/g)].map(([, key = '', text = '']): [string, string] => [
    key.toUpperCase(),
    text.replaceAll('"', ''),
  ])
  return { name: name.toUpperCase(), params: Object.fromEntries(pairs), value }
}

/** The `VCALENDAR` components of a file; lines that cannot be read are left out. Throws NotACalendar for anything else. */
export function parseCalendarFile(text: string): Component[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const line of lines) {
    const property = parseLine(line.trimEnd())
    const parent = open.at(-1) as Component
    if (!property) continue
    const name = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      const component = { name, properties: [], components: [] }
      parent.components.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      if (open.length > 1 && parent.name === name) open.pop()
    } else parent.properties.push(property)
  }
  const calendars = root.components.filter((one) => one.name === 'VCALENDAR')
  // A file that ends in the middle was cut off on its way: what is missing would look free.
  if (calendars.length === 0 || open.length > 1) throw new NotACalendar('the text is no whole iCalendar file')
  return calendars
}

export const findProperty = (component: Component, name: string): Property | undefined => component.properties.find((one) => one.name === name)
export const listProperties = (component: Component, name: string): Property[] => component.properties.filter((one) => one.name === name)

/** Text as written by RFC 5545 §3.3.11. */
export const unescapeText = (text: string): string => text.replace(/\\([\\;,nN])/g, (_, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark))
