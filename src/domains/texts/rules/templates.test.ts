import { expect, test } from 'vitest'
import { measureText } from './segments.ts'
import { findUnknownVariables, renderText, standardWordings, textTemplates } from './templates.ts'

const values = {
  siteName: 'Studio Linden',
  serviceName: 'Morning Flow',
  startText: 'Tue, May 4, 6:00\u202FPM',
  customerFirstName: 'Ida',
  staffName: 'Ana',
  locationText: 'Main street 1',
  manageLink: `https://studio.example/booking/${'x'.repeat(86)}`,
  offerUntilText: 'Mon, May 3, 5:30\u202FPM',
}

test('the words of the product fit into one part, or two where they hold a link, name the studio and say how they end', () => {
  for (const [language, wordings] of Object.entries(standardWordings))
    for (const template of textTemplates) {
      const text = renderText(wordings[template], values)
      const parts = template === 'waitlist-offer' ? 2 : 1
      expect([language, template, measureText(text).encoding, measureText(text).segments]).toEqual([language, template, 'GSM-7', parts])
      expect(text).toMatch(/^Studio Linden\s?: .*STOP/)
      expect(findUnknownVariables(wordings[template])).toEqual([])
    }
})

test('words around a value that is missing are left out', () =>
  expect(renderText(standardWordings.en['booking-reminder'], { ...values, locationText: '' })).toBe(
    'Studio Linden: See you soon! Morning Flow, Tue, May 4, 6:00 PM. Reply STOP to end texts.',
  ))

test('a name that no text has is found', () => expect(findUnknownVariables('{{siteName}} {{code}} {{code}}')).toEqual(['code']))
