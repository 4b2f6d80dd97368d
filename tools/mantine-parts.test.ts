import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dropUnusedColors, dropUnusedTransitions, listStyledComponents, pickRules, splitRules } from './mantine-parts.ts'

const sheet = `@layer mantine {.m_a { color: red }
/* A comment with a } in it. */
@media (hover: hover) { .m_a:hover { color: blue } }
:where([dir='rtl']) .m_b { margin: 0 }
}`

test('a component brings its own rules, in the layer of Mantine', () => {
  const rules = splitRules(sheet)
  expect(rules).toEqual(['.m_a { color: red }', '@media (hover: hover) { .m_a:hover { color: blue } }', ":where([dir='rtl']) .m_b { margin: 0 }"])
  expect(pickRules(rules, ['m_b', 'm_c'])).toBe("@layer mantine {\n:where([dir='rtl']) .m_b { margin: 0 }\n}\n")
})
test('what the first style sheet names comes no second time', () => {
  expect([...listStyledComponents('@import "@mantine/core/styles/Button.layer.css";\n@import "@mantine/core/styles/Text.layer.css";')]).toEqual([
    'Button',
    'Text',
  ])
})
test('colors of palettes that no screen uses are dropped, all others stay', () => {
  expect(dropUnusedColors(':root{--mantine-color-grape-0:#f8f0fc;--mantine-color-gray-0:#fff;--mantine-color-teal-light:rgba(1,2,3,.1)}')).toBe(
    ':root{--mantine-color-gray-0:#fff;}',
  )
})
test('transitions that no component asks for are dropped, all others stay', () => {
  const names = (code: string) => [...code.matchAll(/^\t"?([\w-]+)"?: \{/gm)].map(([, name]) => name)
  const whole = readFileSync('node_modules/@mantine/core/esm/components/Transition/transitions.mjs', 'utf8')
  const kept = dropUnusedTransitions(whole)
  expect(names(whole)).toEqual(expect.arrayContaining(['scale', 'scale-y', 'skew-up', 'rotate-left']))
  expect(names(kept)).toEqual(names(whole).filter((name) => !/^(scale|skew|rotate)/.test(name ?? '')))
  expect(names(kept)).toEqual(expect.arrayContaining(['fade', 'fade-down', 'slide-down', 'pop', 'pop-top-right']))
})
