import { expect, test } from 'vitest'
import { composeDrawing, drawingThemes, guessTheme, renderThemeSvg } from './theme-drawings.ts'

test.each([
  ['Slow Yoga', 'yoga'],
  ['Krafttraining', 'strength'],
  ['Strong Back in Eight Weeks', 'strength'],
  ['Tanz für Paare', 'dance'],
  ['Deep tissue', 'massage'],
  ['Foot Reflexology', 'massage'],
  ['Back Massage', 'massage'],
  ['Rückenkurs', 'clinic'],
  ['Physiotherapy', 'clinic'],
  ['Haarschnitt', 'beauty'],
  ['Kids and parents', 'kids'],
  ['Klavierstunde', 'music'],
  ['Check-up', 'clinic'],
  ['Career talk with a mentor', 'coaching'],
  ['Bouldering', 'climbing'],
  ['Hundeschule', 'dogs'],
  ['Pottery evening', 'workshop'],
])('%s looks like %s', (name, theme) => expect(guessTheme(name)).toBe(theme))

test('a name that says nothing always gets the same theme', () => {
  expect(guessTheme('Zxq')).toBe(guessTheme('Zxq'))
})

test.each([
  ['massages', 'massage', ['Classic Massage', 'Back Massage', 'Foot Reflexology', 'Head & Neck Massage', 'Recovery Package', 'Hot Stone']],
  ['Massagen', 'massage', ['Klassische Massage', 'Rückenmassage', 'Fußreflexzonenmassage', 'Kopf- und Nackenmassage', 'Auszeit-Paket', 'Hot Stone']],
  ['treatments', 'clinic', ['Physiotherapy', 'Back Class', 'Movement Check-up']],
] as const)('%s are told apart by what is drawn, not by its colours alone', (_what, theme, names) => {
  // Commands of the paths without their numbers: where things stand differs by name anyway.
  const outlines = names.map((name) =>
    composeDrawing(theme, name)
      .shapes.map(({ d }) => d.replaceAll(/[\d. -]+/g, ''))
      .join(' '),
  )
  expect(new Set(outlines).size).toBe(names.length)
})

test('no two themes and no two names look alike; the same always looks the same', () => {
  // What is drawn, without its colours: a morning, a rest and a plain hour of yoga.
  const shapes = ['Morning Flow', 'Yin & Rest', 'Private Lesson'].map((name) => composeDrawing('yoga', name).shapes.length)
  expect(new Set(shapes).size).toBe(3)
  const drawn = drawingThemes.flatMap((theme) => ['Morning', 'Evening', 'Night'].map((name) => renderThemeSvg(theme, name, 800)))
  expect(new Set(drawn).size).toBe(36)
  expect(drawn.join('')).not.toMatch(/NaN|undefined/)
  expect(renderThemeSvg('dogs', 'Morning', 800)).toBe(renderThemeSvg('dogs', 'Morning', 800))
})
