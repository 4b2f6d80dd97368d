/** What a visitor's browser loads for public pages: compressed bytes of JavaScript and CSS, counted by the browser. */
import { existsSync } from 'node:fs'
import { openSampleSite } from '../../test/browser/browser-server.ts'
import type { Report } from './start.ts'

const floors = { js: 175, css: 20 }
const paths = ['/', '/services', '/plans']

export async function measurePages(report: Report): Promise<void> {
  if (!existsSync('dist/web/index.html')) throw new Error('nothing is built: run `npm run build` first')
  delete process.env.TEST_DATABASE_URL
  const site = await openSampleSite()
  try {
    for (const path of paths) {
      const page = await site.page()
      const bytes = { js: 0, css: 0 }
      const counted: Promise<void>[] = []
      page.on('response', (response) => {
        const kind = response.request().resourceType()
        if (kind !== 'script' && kind !== 'stylesheet') return
        const count = async () => {
          const { responseBodySize } = await response.request().sizes()
          bytes[kind === 'script' ? 'js' : 'css'] += responseBodySize
        }
        counted.push(count())
      })
      await page.goto(site.base + path, { waitUntil: 'networkidle' })
      await Promise.all(counted)
      const [js, css] = [bytes.js / 1024, bytes.css / 1024]
      report(
        `bytes of ${path}`,
        `${Math.round(js)} KB`,
        js <= floors.js && css <= floors.css,
        `JavaScript, compressed; CSS ${Math.round(css)} KB; floor ${floors.js} and ${floors.css} KB, aim 140 and 15 KB`,
      )
      await page.close()
    }
  } finally {
    await site.close()
  }
}
