import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles, listScreens } from './screen-files.ts'

test('the screens of the site and the hosted pages are read from their routes, as they are written', () => {
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

test('those of the dashboard stand under its address', () => {
  const routes = readFileSync('src/web/dashboard/routes.tsx', 'utf8')
  const screens = listScreens(routes, '/dashboard')
  expect(screens).toHaveLength(routes.match(/^ +(screen|standalone)\('/gm)?.length ?? 0)
  expect(screens).toContainEqual(['/dashboard', './today/screen.tsx'])
  expect(screens).toContainEqual(['/dashboard/sign-in', './sign-in/screen.tsx'])
  expect(screens).toContainEqual(['/dashboard/check-in/$sessionId', './check-in/screen.tsx'])
})

const withStyles = (...names: string[]) => ({ importedCss: new Set(names) })
test('a screen needs its file, what that imports and its styles, but for what the app has', () => {
  const chunks = [
    { fileName: 'main.js', imports: ['vendor.js'], moduleIds: ['/main.tsx', '/home.tsx'], viteMetadata: withStyles('main.css') },
    { fileName: 'vendor.js', imports: [], moduleIds: [] },
    { fileName: 'plans.js', imports: ['vendor.js', 'cards.js'], moduleIds: ['/plans.tsx'] },
    { fileName: 'cards.js', imports: ['main.js'], moduleIds: ['/cards.tsx'], viteMetadata: withStyles('main.css', 'cards.css') },
  ]
  expect(listFiles(chunks, '/main.tsx', '/plans.tsx')).toEqual(['plans.js', 'cards.js', 'cards.css'])
  expect(listFiles(chunks, '/main.tsx', '/home.tsx')).toEqual([])
  expect(listFiles(chunks, '/main.tsx', '/gone.tsx')).toBeUndefined()
})
