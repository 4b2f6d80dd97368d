/** The browser that comes from npm: packed, and unpacked once into the folder for temporary files. */

/** Unpacks it unless that was done, and answers where it is. Of processes that do so at the same time one may start what another is still writing. */
export async function unpackBrowser(): Promise<string> {
  // It brings its own system libraries along when it believes to run where there are none; it looks when it is loaded.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
