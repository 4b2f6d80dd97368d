/** Pictures drawn by code: landscapes of soft hills, a low sun, grasses or a river. The same name always gives the same picture. */

import { hashText } from './hash-text.ts'

/** A small generator of fractions from a seed. */
export function createRandom(seed: string): () => number {
  let state = hashText(seed) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

export interface Palette {
  sky: string
  sun: string
  far: string
  middle: string
  near: string
  grass: string
}
/** Six times of day and year. */
const palettes: readonly Palette[] = [
  { sky: '#fdebdc', sun: '#f7b78b', far: '#f3cdb2', middle: '#dc9f83', near: '#a3675a', grass: '#553339' },
  { sky: '#eff4e7', sun: '#f6d79b', far: '#cddbbd', middle: '#98b28b', near: '#567d64', grass: '#2c4538' },
  { sky: '#e4f2f1', sun: '#fbd6a0', far: '#b9dad5', middle: '#78adab', near: '#3b7473', grass: '#1d4447' },
  { sky: '#f5e8ef', sun: '#f8bf9f', far: '#e0c2cf', middle: '#b08aa6', near: '#735278', grass: '#3a2944' },
  { sky: '#fdf2da', sun: '#f5c05c', far: '#eed8a2', middle: '#cfa966', near: '#8d6e40', grass: '#463619' },
  { sky: '#e7eff6', sun: '#fbdaa9', far: '#bfd2e1', middle: '#84a4bc', near: '#4a6c85', grass: '#233b4e' },
]
export const pickPalette = (seed: string): Palette => palettes[hashText(seed) % palettes.length] as Palette

/** One stroke or surface of a scene, in the order of painting. */
export interface Shape {
  d: string
  colour: keyof Palette
  /** Lines have a width, surfaces none. */
  line?: number
  opacity?: number
}
export const SCENE_WIDTH = 400
export const SCENE_HEIGHT = 250

const circlePath = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
/** An ear of grass: an ellipse that leans by so many degrees. */
function grassEarPath(x: number, y: number, lean: number): string {
  const [sin, cos] = [Math.sin((lean * Math.PI) / 180), Math.cos((lean * Math.PI) / 180)]
  const end = (way: number) => `${(x - way * 9 * sin).toFixed(2)} ${(y + way * 9 * cos).toFixed(2)}`
  return `M${end(1)}A4 9 ${lean.toFixed(2)} 1 1 ${end(-1)}A4 9 ${lean.toFixed(2)} 1 1 ${end(1)}Z`
}

interface Sun {
  x: number
  y: number
  radius: number
}
type SceneKind = 'hills' | 'river' | 'birds'
const sceneKinds: readonly SceneKind[] = ['hills', 'river', 'birds']

/** A surface whose upper edge swings around `height`. */
function hillPath(random: () => number, height: number, swing: number): string {
  const [a, b, c] = [height + (random() - 0.5) * swing, height + (random() - 0.5) * swing, height + (random() - 0.5) * swing] as const
  return `M0 ${height} C 70 ${a - swing}, 130 ${b + swing * 0.4}, 200 ${b} S 330 ${c - swing}, 400 ${c} V250 H0Z`
}

/** A river that comes from the middle hill towards the reader; `shift` moves it to the side. */
function riverPath(shift: number): string {
  const x = (at: number) => (at + shift).toFixed(2)
  return `M${x(203)} 164 C ${x(176)} 182, ${x(250)} 194, ${x(206)} 214 S ${x(118)} 240 ${x(104)} 252 H ${x(262)} C ${x(268)} 238 ${x(282)} 228 ${x(262)} 212 C ${x(246)} 198 ${x(226)} 184 ${x(208)} 164 Z`
}

/** Two birds to the left of the sun. */
const composeBirds = (sun: Sun): Shape[] => [
  { d: `M${sun.x - 90} ${sun.y - 6} q 6 -7 11 0 q 5 -7 11 0`, colour: 'grass', line: 1.8, opacity: 0.7 },
  { d: `M${sun.x - 62} ${sun.y + 10} q 4 -5 8 0 q 4 -5 8 0`, colour: 'grass', line: 1.8, opacity: 0.7 },
]

/** Stalks with their ears in the foreground: beside a river on both banks. */
function composeGrasses(random: () => number, kind: SceneKind): Shape[] {
  const hasRiver = kind === 'river'
  return Array.from({ length: hasRiver ? 9 : 6 }, (_, n): Shape[] => {
    const foot = hasRiver ? (n % 2 ? 286 + random() * 60 : 54 + random() * 60) : 70 + random() * 260
    const height = 30 + random() * 52
    const lean = (random() - 0.5) * 36
    return [
      { d: `M${foot} 252 q ${lean * 0.2} ${-height * 0.6} ${lean} ${-height}`, colour: 'grass', line: 2 },
      { d: grassEarPath(foot + lean, 252 - height - 6, lean), colour: 'grass' },
    ]
  }).flat()
}

/**
 * The shapes of the scene of a seed, on a field of SCENE_WIDTH by SCENE_HEIGHT. The order in which the generator is read decides
 * the picture: a change of it changes every picture that is already shown.
 */
export function composeScene(seed: string): Shape[] {
  const random = createRandom(seed)
  const kind = sceneKinds[Math.floor(random() * 3)] as SceneKind
  const sun: Sun = { x: 70 + random() * 260, y: 62 + random() * 40, radius: 26 + random() * 22 }
  const far = hillPath(random, 132 + (random() - 0.5) * 14, 34)
  const middle = hillPath(random, 166 + (random() - 0.5) * 10, 28)
  const near = hillPath(random, 206, 18)
  const river = riverPath(random() * 120 - 60)
  return [
    { d: 'M0 0H400V250H0Z', colour: 'sky' },
    { d: circlePath(sun.x, sun.y, sun.radius * 1.75), colour: 'sun', opacity: 0.35 },
    { d: circlePath(sun.x, sun.y, sun.radius), colour: 'sun' },
    { d: far, colour: 'far' },
    { d: middle, colour: 'middle' },
    kind === 'river' ? { d: river, colour: 'sky', opacity: 0.8 } : { d: near, colour: 'near' },
    ...(kind === 'birds' ? composeBirds(sun) : []),
    ...composeGrasses(random, kind),
  ]
}
