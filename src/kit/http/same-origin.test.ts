import { expect, test } from 'vitest'
import { isFormBody, isCrossOrigin } from './same-origin.ts'

const host = 'studio.example'
const origins = ['https://studio.example', 'https://members.example']
test.each([
  ['a program', {}, false],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://studio.example' }, false],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, false],
  ['another website', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, true],
  ['another part of the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://shop.studio.example' }, true],
  ['our own page behind a development server', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }, false],
  ['an older browser on our page', { origin: 'https://studio.example' }, false],
  ['an older browser on another address of ours', { origin: 'https://members.example' }, false],
  ['an older browser on plain http', { origin: 'http://studio.example' }, false],
  ['an older browser elsewhere', { origin: 'https://evil.example' }, true],
  ['a page that hides where it is', { origin: 'null' }, true],
  ['a name that only begins like ours', { origin: 'https://studio.example.evil.example' }, true],
])('%s', (_, headers, elsewhere) => expect(isCrossOrigin({ headers, host, origins })).toBe(elsewhere))

test('forms are known by their type', () => {
  expect(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'Application/X-WWW-Form-Urlencoded;charset=utf-8'].map(isFormBody)).toEqual([
    true,
    true,
    true,
  ])
  expect(['application/json', 'text/plain', undefined].map(isFormBody)).toEqual([false, false, false])
})
