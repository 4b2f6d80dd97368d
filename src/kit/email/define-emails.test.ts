import { expect, test } from 'vitest'
import { defineEmails, renderEmail } from './render.ts'

interface Greetings {
  HELLO: { name: string }
}
const hello = ({ name, siteName }: { name: string; siteName: string }) => ({ subject: `${name} at ${siteName}`, paragraphs: [] })

const others = { fr: { HELLO: hello }, es: { HELLO: hello } }

test('templates get the variables that are declared and the common ones, in every language', () => {
  const catalog = defineEmails<Greetings>({ en: { HELLO: hello }, de: { HELLO: hello }, ...others })
  const variables = { name: 'Ida', siteName: 'River' }
  const sender = { siteName: 'River', accent: '#000000', timeZone: 'UTC' }
  expect(renderEmail(catalog, { template: 'HELLO', variables, language: 'de' }, sender).subject).toBe('Ida at River')
  // @ts-expect-error a language without a template
  defineEmails<Greetings>({ en: { HELLO: hello }, de: {}, ...others })
  // @ts-expect-error a variable that is not declared
  defineEmails<Greetings>({ en: { HELLO: hello }, de: { HELLO: ({ surname }) => ({ subject: surname, paragraphs: [] }) }, ...others })
})
