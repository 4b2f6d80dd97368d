/** What a file is, by its first bytes: names and headers of an upload prove nothing. */
const signatures: readonly { type: string; starts: readonly (readonly [offset: number, bytes: readonly number[]])[] }[] = [
  { type: 'application/pdf', starts: [[0, [0x25, 0x50, 0x44, 0x46, 0x2d]]] },
  { type: 'image/png', starts: [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]] },
  { type: 'image/jpeg', starts: [[0, [0xff, 0xd8, 0xff]]] },
  {
    type: 'image/webp',
    starts: [
      [0, [0x52, 0x49, 0x46, 0x46]],
      [8, [0x57, 0x45, 0x42, 0x50]],
    ],
  },
]

/** The bytes of one file. */
export const mostFileBytes = 10_485_760
/** The types that a form takes, for the picker of the browser. */
export const acceptedFiles = '.pdf,.png,.jpg,.jpeg,.webp'

/** The media type of a file that forms take; undefined for any other. */
export const readFileType = (bytes: Uint8Array): string | undefined =>
  signatures.find(({ starts }) => starts.every(([offset, expected]) => expected.every((byte, at) => bytes[offset + at] === byte)))?.type

/** A name that is safe in a header and on a disk. */
export const toSafeFileName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\w. -]+/g, '_')
    .replaceAll(/^[.\s]+/g, '')
    .slice(0, 120) || 'file'
