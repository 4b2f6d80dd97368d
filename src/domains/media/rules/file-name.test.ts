import { expect, test } from 'vitest'
import { readFileName } from './file-name.ts'

test.each([
  ['https://pictures.example/a/hall.jpg?size=2#top', 'hall.jpg'],
  ['https://pictures.example/Gro%C3%9Fer%20Saal.png', 'Großer Saal.png'],
  ['https://pictures.example/100%.png', '100%.png'],
  ['https://pictures.example/', ''],
  ['no address', ''],
])('the name of the picture at %s is %j', (address, name) => {
  expect(readFileName(address)).toBe(name)
})

test('a name is cut to what the library holds', () => {
  expect(readFileName(`https://pictures.example/${'a'.repeat(300)}`)).toHaveLength(255)
})
