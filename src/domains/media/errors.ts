import { refusals } from '#kit/refusal.ts'

/** Every refusal of this domain. Source: guide members 8 (photos). */
export const { codes, refuse } = refusals({
  UNREADABLE_PICTURE: { status: 400, message: 'This is no picture that can be read. Please choose a PNG, JPEG, WebP or AVIF file.' },
  TOO_MANY_PICTURES: { status: 429, message: 'That were many pictures for one day. Please go on tomorrow.' },
})
