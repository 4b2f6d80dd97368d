/**
 * Pictures in processes of their own, so that one that needs too much memory ends a process and not the server: two at a time, and one large one at a
 * time, so that a burst leaves memory and CPU for other requests.
 */
import { createSemaphore } from '#kit/jobs/semaphore.ts'
import { startProcess } from '#kit/workers/start-worker.ts'
import { toWorkerFile } from '#kit/workers/worker-file.ts'
import { TaskAborted, WorkerPool } from '#kit/workers/worker-pool.ts'
import { refuse } from './errors.ts'
import type { imageTasks, Pixels } from './image-tasks.ts'
import type { Crop, Size } from './rules/resize.ts'

const pool = new WorkerPool<typeof imageTasks>({
  file: toWorkerFile('image-worker', import.meta.url),
  start: startProcess,
  size: 2,
  // 50 megapixels with four channels of eight bits take 980 MB, with three 820; of sixteen bits they would take 1,600.
  memoryMb: 1200,
  maxWaiting: 100,
  deadlineMs: 180_000,
  idleMs: 60_000,
})
/** Larger pictures need hundreds of megabytes while they are decoded. */
const largeDecodeSlot = createSemaphore(1)
const LARGE_PIXELS = 12_000_000

const tooMuchWork = {
  message: 'This image takes too much memory or time to read. Please save it with fewer pixels, for example as a JPEG.',
  de: 'Dieses Bild braucht beim Lesen zu viel Speicher oder Zeit. Bitte speichere es mit weniger Bildpunkten, zum Beispiel als JPEG.',
  fr: 'La lecture de cette image demande trop de mémoire ou de temps. Enregistrez-la avec moins de pixels, par exemple en JPEG.',
  es: 'Leer esta imagen requiere demasiada memoria o tiempo. Guárdala con menos píxeles, por ejemplo como JPEG.',
}

/**
 * An upload as upright WebP of limited size, without metadata; undefined when it is no picture. Refuses with PICTURE_TOO_LARGE what takes more memory or
 * time than a picture may, and with UNAVAILABLE when too many pictures wait.
 */
export async function normalizePicture(bytes: Uint8Array, { width, height }: Size): Promise<Pixels | undefined> {
  const decode = () => pool.run('normalize', bytes)
  try {
    return await (width * height > LARGE_PIXELS ? largeDecodeSlot(decode) : decode())
  } catch (error) {
    if (error instanceof TaskAborted) return refuse('PICTURE_TOO_LARGE', {}, tooMuchWork)
    throw error
  }
}

/** A part of a stored picture, in its size. */
export const cropPicture = (webp: Uint8Array, crop: Crop, format: 'avif' | 'webp' = 'webp'): Promise<Uint8Array> => pool.run('crop', { webp, crop, format })

/** Renders an SVG as PNG of `size` × `size` pixels. */
export const renderIcon = (svg: string, size: number): Promise<Uint8Array> => pool.run('renderPng', { svg, size })

/** Renders an SVG as PNG of its own size. */
export const renderPng = (svg: string): Promise<Uint8Array> => pool.run('renderPng', { svg, size: undefined })

/** Renders an SVG as WebP of its own size. */
export const renderSvg = (svg: string): Promise<Pixels> => pool.run('renderWebp', svg)
