/** Mantine's theme for one site; only the dashboard is made of Mantine. */
import { createTheme, type CSSVariablesResolver, defaultVariantColorsResolver, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import { deriveAccent } from '#kit/pure/accent.ts'
import { deriveSiteColors } from '#web/colors.ts'

const family = "'Avenir Next', Avenir, 'Nunito Sans', 'Segoe UI', 'Noto Sans', Ubuntu, Cantarell, 'Helvetica Neue', system-ui, sans-serif"

/** Mantine's greys, as warm as the paper that they lie on. */
const neutralColors: Record<'gray' | 'dark', MantineColorsTuple> = {
  gray: ['#faf7f3', '#f4eee6', '#e8dfd5', '#d9cec1', '#c9bdb0', '#a99e92', '#8f857a', '#665c52', '#4a423a', '#2a241f'],
  dark: ['#d8cfc5', '#c2b8ac', '#b5a99c', '#8d8377', '#4a4138', '#38312a', '#2a2520', '#221e19', '#1a1612', '#14110e'],
}

const listsOnDemand = { defaultProps: { openOnFocus: false } }

/** Mantine's colours of notices, and what ours are called. */
const tones: Readonly<Record<string, string>> = { green: 'good', yellow: 'warn', red: 'bad' }

export function createDashboardTheme(accentHex: string): MantineThemeOverride {
  const accent = deriveAccent(accentHex)
  return createTheme({
    primaryColor: 'accent',
    primaryShade: 6,
    colors: { accent: accent.shades, ...neutralColors },
    fontFamily: family,
    headings: { fontFamily: family, fontWeight: '650' },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '8px', md: '12px', lg: '18px', xl: '26px' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    // Not by `Menu.extend`, which would load the component with the first screen.
    components: {
      // The placeholder is a child without a role, which a menu must not have; the first item takes the focus instead.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // Focused by a form that reports what is missing, a list would cover the message; a press, an arrow key or typing opens it.
      Select: listsOnDemand,
      MultiSelect: listsOnDemand,
    },
    shadows: {
      xs: '0 1px 2px rgb(60 40 20 / .06)',
      sm: '0 2px 8px rgb(60 40 20 / .07)',
      md: '0 8px 24px rgb(60 40 20 / .09)',
      lg: '0 14px 40px rgb(60 40 20 / .13)',
      xl: '0 24px 60px rgb(60 40 20 / .16)',
    },
    variantColorResolver: (input) => {
      const standard = defaultVariantColorsResolver(input)
      const usesAccent = !input.color || input.color === 'accent' || input.color === input.theme.primaryColor
      const tone = tones[input.color ?? '']
      if (tone && input.variant === 'light') return { ...standard, background: `var(--${tone}-tint)`, hover: `var(--${tone}-tint)`, color: `var(--${tone})` }
      if (!usesAccent) return standard
      switch (input.variant) {
        case 'filled':
          return { ...standard, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--accent-on)' }
        case 'light':
          return { ...standard, background: 'var(--accent-tint)', hover: 'var(--accent-tint-hover)', color: 'var(--accent-on-tint)' }
        case 'subtle':
        case 'transparent':
          return { ...standard, color: 'var(--accent-text)', hover: input.variant === 'subtle' ? 'var(--accent-tint)' : 'transparent' }
        case 'outline':
          return { ...standard, color: 'var(--accent-text)', border: '1px solid var(--accent-text)', hover: 'var(--accent-tint)' }
        default:
          return standard
      }
    },
  })
}

const mantineVariables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--ghost)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-error': 'var(--wrong)',
  // Text in Mantine's red is too pale to read.
  '--mantine-color-red-text': 'var(--wrong)',
  '--mantine-color-anchor': 'var(--accent-text)',
}
/** Maps Mantine's colour names to ours. */
export const createVariablesResolver =
  (accentHex: string): CSSVariablesResolver =>
  () => {
    const { common, light, dark } = deriveSiteColors(accentHex)
    return { variables: common, light: { ...light, ...mantineVariables }, dark: { ...dark, ...mantineVariables } }
  }
