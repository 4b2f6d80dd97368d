/** What is translated is said somewhere: a description that was changed or dropped leaves no translation behind. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violationTranslations } from '#kit/api/violation-messages.ts'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(domains|kit)[\\/]/.test(name) && /(?<!test|errors|violation-words)\.ts$/.test(name))
  .map((name) => readFileSync(join('src', name), 'utf8'))
/** Every text of the sources, as an expression: whatever is put into it may be anything, and so may its numbers. */
const texts = sources.flatMap((source) =>
  [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)].map(([, single, double, template]) => {
    const parts = (single ?? double ?? template ?? '').split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    return parts.join('').length < 6
      ? undefined
      : new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+/g, '\\d+')).join('.+')}$`)
  }),
)

test.each(Object.entries(violationTranslations))('all of it, in %s', (_, words) => {
  const unsaid = Object.keys(words).filter((english) => {
    const known = english.replace(/\{\w+\}/g, '7')
    return !texts.some((text) => text?.test(known))
  })
  expect(unsaid).toEqual([])
})
