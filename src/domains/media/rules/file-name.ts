const MAX_LENGTH = 255

/** The last step of the path of an address, as people write it; '' when there is none. */
export function readFileName(address: string): string {
  const step = URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : ''
  return decodeStep(step).trim().slice(0, MAX_LENGTH)
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch (error) {
    // A percent sign that escapes nothing.
    if (error instanceof URIError) return step
    throw error
  }
}
