import { expect, test } from 'vitest'
import { toEmbedCode, toFramePath, toShareUrl, type EmbedChoice } from './embed-code.ts'

const origin = 'https://studio.example'
const choice: EmbedChoice = { part: 'schedule', label: 'Book now', accent: '#112233', onAccent: '#ffffff' }
const service = { id: '1a2b3c4d-1111-4222-8333-444455556666', slug: 'küche' }

test('the schedule in a language', () => {
  const german = { ...choice, language: 'de' }
  expect(toEmbedCode(origin, german)).toBe('<div data-atrium="schedule" data-lang="de"></div>\n<script src="https://studio.example/embed.js" async></script>')
  expect([toFramePath(german), toShareUrl(origin, german)]).toEqual(['/embed/schedule?lang=de', `${origin}/schedule?lang=de`])
})
test('a service keeps its frame when its address changes', () => {
  const one = { ...choice, part: 'service', service } as const
  expect(toEmbedCode(origin, one)).toContain(`data-atrium="service" data-service="${service.id}"`)
  expect([toFramePath(one), toShareUrl(origin, one)]).toEqual([`/embed/service/${service.id}`, `${origin}/service/k%C3%BCche`])
  expect([toEmbedCode(origin, { ...choice, part: 'service' }), toFramePath({ part: 'service' })]).toEqual([undefined, undefined])
})
test('the words of a button are words', () => {
  const code = toEmbedCode(origin, { ...choice, part: 'button', label: '<b>"Book" & go</b>' })
  expect(code).toContain('>&lt;b&gt;&quot;Book&quot; &amp; go&lt;/b&gt;</a>')
  expect(code).toContain(`href="${origin}/services"`)
  expect(toFramePath({ part: 'button' })).toBeUndefined()
})
