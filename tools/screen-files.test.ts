import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles, listScreens } from './screen-files.ts'

test('the screens of both apps are read from their routes, as they are written', () => {
  expect(
    listScreens(`siteRoute('/', Home),\nsiteRoute(\n  '/service/$slug',\n  lazyRouteComponent(() => import('./site/service.tsx'), 'ServicePage'),\n)`),
  ).toEqual([['/service/$slug', './site/service.tsx']])
  for (const file of ['src/web/router.tsx', 'src/web/hosted/routes.tsx']) {
    const routes = readFileSync(file, 'utf8')
    const addresses = [...routes.matchAll(/'(\/[^']*)'/g)].map(([, address]) => address)
    // The home page comes with the app.
    expect(listScreens(routes).map(([address]) => address)).toEqual(addresses.filter((address) => address !== '/'))
  }
})

test('a screen needs its file and what that imports, but for what the app has', () => {
  const chunks = [
    { fileName: 'main.js', imports: ['vendor.js'], moduleIds: ['/main.tsx'] },
    { fileName: 'vendor.js', imports: [], moduleIds: [] },
    { fileName: 'plans.js', imports: ['vendor.js', 'cards.js'], moduleIds: ['/plans.tsx'] },
    { fileName: 'cards.js', imports: ['main.js'], moduleIds: ['/cards.tsx'] },
  ]
  expect(listFiles(chunks, '/main.tsx', '/plans.tsx')).toEqual(['plans.js', 'cards.js'])
})
