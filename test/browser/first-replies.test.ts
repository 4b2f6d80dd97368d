/** What a page asks at once comes with it: the first picture waits for no request, and what is shown is what the server says. */
import { toCallKey } from '#kit/pure/call-key.ts'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, finalScreenshot, openSampleSite, waitForIdle, type SampleSite } from './browser-server.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

test('lists and pages of services, plans and the team are drawn without a request', async () => {
  for (const [path, words, count] of [
    ['/', 'Upcoming classes', 3],
    ['/services', 'Morning Flow', 2],
    ['/service/private-yoga-lesson', 'Private Yoga Lesson', 2],
    ['/plans', 'Unlimited Monthly', 1],
    ['/team', 'Lena Brandt', 1],
    ['/embed/services', 'Morning Flow', 2],
  ] as const) {
    const page = await sampleSite.page(desktop)
    onTestFailed(() => finalScreenshot(page, 'failed-first-replies'))
    const asked: string[] = []
    page.on('request', (request) => asked.push(toCallKey(request.method(), request.url().replace(sampleSite.base, ''), request.postDataJSON() as unknown)))
    const html = (await (await page.goto(path))?.text()) ?? ''
    const replies = JSON.parse(/id="first-replies">([^<]*)</.exec(html)?.[1] || '{}') as Record<string, unknown>
    expect(Object.keys(replies), path).toHaveLength(count)
    await page.getByText(words).locator('visible=true').first().waitFor()
    await waitForIdle(page)
    expect(
      asked.filter((call) => call in replies),
      path,
    ).toEqual([])
    await page.context().close()
  }
})
