/**
 * What the dashboard's build takes of Mantine. Each component brings its own styles along, so that a screen loads those of the components that it
 * shows; what `dashboard.css` names is there from the start. Of the calendar, parts that no view of ours shows are left out. While developing,
 * packages come whole, and so do their styles.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/** Names of the components whose styles a style sheet takes in. */
export const listStyledComponents = (sheet: string): Set<string> =>
  new Set([...sheet.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name))

/** The rules of a style sheet at its top level, or within the one layer around all of them. */
export function splitRules(sheet: string): string[] {
  const text = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*@layer \w+\s*\{([\s\S]*)\}\s*$/, '$1')
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] !== '}' || --depth > 0) continue
    rules.push(text.slice(start, at + 1).trim())
    start = at + 1
  }
  return rules
}

/** The rules that style a component, as a sheet in the layer of Mantine: those whose first class is one of `classes`. */
export function pickRules(rules: readonly string[], classes: readonly string[]): string {
  const wanted = new Set(classes)
  const own = rules.filter((rule) => wanted.has(/\.(m_\w+)/.exec(rule)?.[1] ?? ''))
  return `@layer mantine {\n${own.join('\n')}\n}\n`
}

/** What the packages import and no screen of ours shows. Of the calendar: series come from the server date by date, and the head and the agenda are ours. */
const LEFT_OUT: Readonly<Record<'core' | 'schedule', Readonly<Record<string, string>>>> = {
  core: {
    './ButtonGroup/ButtonGroup.mjs': `export const ButtonGroup = refuse`,
    './ButtonGroupSection/ButtonGroupSection.mjs': `export const ButtonGroupSection = refuse`,
    './loaders/Bars.mjs': `export const Bars = refuse`,
  },
  schedule: {
    rrule: `export const RRule = { parseString: refuse }`,
    '../ScheduleHeader/ScheduleHeaderBase.mjs': `export const ScheduleHeaderBase = refuse`,
    '../AgendaView/AgendaView.mjs': `export const AgendaView = refuse`,
  },
}
/** Of a package for floating elements, which the first view of the calendar does not need, scroll areas take one small function. */
const MERGE_REFS = `import { useMergedRef } from '@mantine/hooks'\nexport const useMergeRefs = (refs) => useMergedRef(...refs)`
const isScrollArea = (importer: string) => /@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]/.test(importer)

/** Palettes that no screen uses. */
const UNUSED = 'cyan|grape|indigo|lime|orange|pink|teal|violet'
const UNUSED_COLORS = new RegExp(`--mantine-color-(?:${UNUSED})-[\\w-]+:[^;}]*;?`, 'g')
const UNUSED_PALETTES = new RegExp(`\\b(?:${UNUSED}): \\[[^\\]]*\\],?`, 'g')
/** A style sheet of the build without the colors of palettes that no screen uses. */
export const dropUnusedColors = (sheet: string): string => sheet.replaceAll(UNUSED_COLORS, '')
/** Ways to appear that no component of ours asks for. */
const UNUSED_TRANSITIONS = /^\t"?(?:scale|skew|rotate)[\w-]*"?: \{\n[\s\S]*?^\t\},?\n/gm
/** The module of all transitions without those that no component asks for. */
export const dropUnusedTransitions = (code: string): string => code.replaceAll(UNUSED_TRANSITIONS, '')
const REFUSE = `const refuse = () => { throw new Error('tools/mantine-parts.ts leaves this part out') }`
const PART = '\0mantine-part:'
const SCHEDULE_STYLES = '/@schedule-styles/'

/** `root` is the folder of the project, `firstStyles` the style sheet that is there from the start. */
export function mantineParts({ root, firstStyles }: { root: string; firstStyles: string }): Plugin {
  const packages = join(root, 'node_modules/@mantine')
  const read = (file: string) => readFileSync(file, 'utf8')
  const first = listStyledComponents(read(firstStyles))
  const rules = splitRules(read(join(packages, 'schedule/styles.layer.css')))
  /** The classes of each component of the calendar, by the name of its style sheet. */
  const classes = new Map<string, string[]>()
  return {
    name: 'atrium-mantine-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source.startsWith(SCHEDULE_STYLES)) return source
      if (source === '@floating-ui/react' && isScrollArea(importer)) return `${PART}merge-refs`
      const [name] = (['core', 'schedule'] as const).filter((one) => importer.startsWith(join(packages, one)) && source in LEFT_OUT[one])
      return name && `${PART}${name}:${source}`
    },
    load(id) {
      if (id === `${PART}merge-refs`) return MERGE_REFS
      if (id.startsWith(PART)) {
        const [name = '', source = ''] = id.slice(PART.length).split(':')
        return `${REFUSE}\n${LEFT_OUT[name as keyof typeof LEFT_OUT][source]}`
      }
      const own = classes.get(id)
      return own && pickRules(rules, own)
    },
    transform: {
      filter: { id: /@mantine[\\/](core|schedule)[\\/]esm[\\/].*([.]module|default-colors|transitions)[.]mjs$/ },
      handler(code, id) {
        if (id.endsWith('default-colors.mjs')) return { code: code.replaceAll(UNUSED_PALETTES, ''), map: null }
        if (id.endsWith('transitions.mjs')) return { code: dropUnusedTransitions(code), map: null }
        const name = basename(id, '.module.mjs')
        const bring = (sheet: string) => ({ code: `import '${sheet}'\n${code}`, map: null })
        if (!id.startsWith(join(packages, 'schedule'))) return first.has(name) ? undefined : bring(join(packages, `core/styles/${name}.layer.css`))
        const sheet = `${SCHEDULE_STYLES}${name}.css`
        classes.set(
          sheet,
          [...code.matchAll(/"(m_\w+)"/g)].map(([, one = '']) => one),
        )
        return bring(sheet)
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = dropUnusedColors(String(file.source))
    },
  }
}

/** While developing, `entry` brings the styles of all components. */
export const mantineStyles = ({ entry }: { entry: string }): Plugin => ({
  name: 'atrium-mantine-styles',
  apply: 'serve',
  transform: {
    filter: { id: entry },
    handler: (code) => ({ code: `import '@mantine/core/styles.layer.css'\nimport '@mantine/schedule/styles.layer.css'\n${code}`, map: null }),
  },
})
