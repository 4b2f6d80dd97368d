/** Fetches a picture from a public address into the library. Source: guide services-and-availability §12. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { AnswerTooLarge } from '#kit/http/fetch-public.ts'
import { fetchRedirected, isAddressRefused } from '#kit/http/fetch-redirected.ts'
import { refuse } from '../errors.ts'
import { readFileName } from '../rules/file-name.ts'
import { mediaId } from '../rules/media-id.ts'
import { uploadPicture } from './upload-picture.ts'

/** As for an upload. */
const MAX_BYTES = 10_485_760

const tooManyBytes = {
  message: 'This image is too large. The limit is 10 MB.',
  de: 'Dieses Bild ist zu groß. Höchstens 10 MB sind möglich.',
  fr: 'Cette image est trop grande. La limite est de 10 Mo.',
  es: 'Esta imagen es demasiado grande. El límite es de 10 MB.',
}

/**
 * The public id of the stored picture. Downloading is slow and runs outside a transaction. Refuses with PICTURE_ADDRESS_REFUSED what is not https or
 * leads into a private network, with PICTURE_UNREACHABLE what does not answer, and as an upload what is no picture or too large.
 */
export async function importPicture(ctx: OwnTransactionContext, url: string, displayName = readFileName(url)): Promise<string> {
  return mediaId(await uploadPicture(ctx, await downloadPicture(url), displayName))
}

async function downloadPicture(url: string): Promise<Uint8Array> {
  const response = await fetchPicture(url)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : refuse('PICTURE_UNREACHABLE', { status: response.status })
}

async function fetchPicture(url: string): Promise<Response> {
  try {
    return await fetchRedirected(url, { headers: { accept: 'image/avif, image/webp, image/png, image/jpeg' }, maxBytes: MAX_BYTES })
  } catch (error) {
    if (isAddressRefused(error)) return refuse('PICTURE_ADDRESS_REFUSED')
    if (error instanceof AnswerTooLarge) return refuse('PICTURE_TOO_LARGE', {}, tooManyBytes)
    return refuse('PICTURE_UNREACHABLE')
  }
}
