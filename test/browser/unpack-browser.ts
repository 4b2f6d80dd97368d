/** The browser is there before the processes that open it begin. */
import { unpackBrowser } from '../../tools/packaged-browser.ts'

export default async function setup(): Promise<void> {
  await unpackBrowser()
}
