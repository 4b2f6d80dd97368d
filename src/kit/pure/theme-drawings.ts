/**
 * A dozen drawings for kinds of services: each has colours and a motif of its own, and the seed places its parts, so that two services
 * of a kind differ, too. The same theme and seed always give the same picture.
 */
import { hashText } from './hash-text.ts'
import { createRandom, SCENE_HEIGHT, SCENE_WIDTH } from './landscape.ts'

export const drawingThemes = ['yoga', 'strength', 'dance', 'massage', 'beauty', 'kids', 'music', 'clinic', 'coaching', 'climbing', 'dogs', 'workshop'] as const
export type DrawingTheme = (typeof drawingThemes)[number]

/** Ground, a softer and a stronger colour upon it, and the one of the motif. */
type Palette = readonly [ground: string, soft: string, strong: string, motif: string]
const palettes: Record<DrawingTheme, Palette> = {
  yoga: ['#f1ecf7', '#d9c9ea', '#a98bc9', '#5b3f80'],
  strength: ['#f3efe9', '#e2b08c', '#c7583a', '#2d2a2e'],
  dance: ['#fdeef0', '#f6b9c4', '#e0607e', '#6d1f3f'],
  massage: ['#eaf1ec', '#bfd5c5', '#7ea58a', '#3a4f45'],
  beauty: ['#fff3ee', '#fbcfc0', '#ef9a86', '#8a3d3a'],
  kids: ['#eef8ff', '#ffd866', '#5bb8e8', '#e8574a'],
  music: ['#eceaf6', '#9a93d6', '#4c4699', '#1f1b4d'],
  clinic: ['#eaf5f8', '#b4dde6', '#4ba3b8', '#17556b'],
  coaching: ['#fbf4df', '#f0d488', '#d9a437', '#5f4512'],
  climbing: ['#e6eef4', '#a9bfd0', '#5f7d95', '#25394a'],
  dogs: ['#f6efe3', '#e4c79b', '#b98a4e', '#573a1b'],
  workshop: ['#eef1e6', '#c9cf9f', '#8b9350', '#3f4419'],
}

/** What says in a name which theme fits, in the languages of the product. */
const keywords: Record<DrawingTheme, RegExp> = {
  yoga: /yoga|pilates|medit|breath|atem|flow|stretch|hatha|vinyasa|\byin\b/,
  strength: /strength|strong|\bstark|kraft|gym|hiit|crossfit|lifting|fitness|\bcore\b|bootcamp/,
  dance: /handstand|acro|akrobat|danc|tanz|ballet|ballett|salsa|tango|zumba|barre/,
  massage: /massage|tissue|stone|shiatsu|reflex|recovery|erholung|auszeit|wellness|sauna|\bspa\b/,
  beauty: /beaut|kosmet|nail|nagel|hair|haar|lash|wimper|facial|gesicht|brow|make-?up/,
  kids: /kid|kind|child|family|familie|toddler|baby|parent|eltern/,
  music: /music|musik|piano|klavier|guitar|gitarre|sing|gesang|choir|chor|drum|violin|geige/,
  clinic: /clinic|praxis|physio|osteo|doctor|arzt|check-?up|therap|dental|zahn|vaccin|impf|medical|\bback\b|rücken|posture|haltung/,
  coaching: /coach|mentor|consult|berat|career|karriere|nutrition|ernähr|intro|assessment/,
  climbing: /climb|kletter|boulder|hike|wander|mountain|\bberg/,
  dogs: /\bdogs?\b|hund|puppy|welpe|\bpets?\b|groom/,
  workshop: /workshop|pottery|töpfer|craft|handwerk|cook|koch|paint|mal(en|kurs)|wood|holz|photo|foto|sewing|näh/,
}
/** The theme that a name speaks of; another name always gets the same one. */
export function guessTheme(name: string): DrawingTheme {
  const words = name.toLowerCase()
  return drawingThemes.find((theme) => keywords[theme].test(words)) ?? (drawingThemes[hashText(name) % drawingThemes.length] as DrawingTheme)
}

interface Part {
  d: string
  /** Which colour of the palette. */
  colour: 1 | 2 | 3
  /** Lines have a width, surfaces none. */
  line?: number
  opacity?: number
}
type Random = () => number
const between = (random: Random, least: number, most: number): number => least + random() * (most - least)
const at = (value: number): string => value.toFixed(1)
const circle = (x: number, y: number, r: number): string =>
  `M${at(x - r)} ${at(y)}a${at(r)} ${at(r)} 0 1 0 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 0 ${at(-2 * r)} 0Z`
const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${at(x - rx)} ${at(y)}a${at(rx)} ${at(ry)} 0 1 0 ${at(2 * rx)} 0a${at(rx)} ${at(ry)} 0 1 0 ${at(-2 * rx)} 0Z`
const rect = (x: number, y: number, width: number, height: number): string => `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}Z`
/** A leaf from a point in a direction, in degrees from upright. */
function petal(x: number, y: number, length: number, width: number, degrees: number): string {
  const turn = (degrees * Math.PI) / 180
  const point = (side: number, up: number) => `${at(x + side * Math.cos(turn) + up * Math.sin(turn))} ${at(y + side * Math.sin(turn) - up * Math.cos(turn))}`
  return `M${at(x)} ${at(y)}C${point(-width, length * 0.35)} ${point(-width * 0.5, length * 0.8)} ${point(0, length)}C${point(width * 0.5, length * 0.8)} ${point(width, length * 0.35)} ${at(x)} ${at(y)}Z`
}
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

type Motif = (random: Random, x: number) => Part[]

const drawWater = (x: number): Part[] =>
  times(3, (n): Part => ({ d: `M${at(x - 110 + n * 16)} ${at(200 + n * 12)}h${at(220 - n * 32)}`, colour: 2, line: 3, opacity: 0.6 }))

/** What the name of a service says of its motif; the last one fits every name. */
type MotifsByName = readonly { fits: RegExp; motif: Motif }[]

/** A studio of yoga gives many classes: the sun for a morning, the moon for rest, else a lotus. */
const yogaMotifs: MotifsByName = [
  {
    fits: /morning|morgen|sun|sonn|dawn|early|früh|power|vinyasa/,
    motif: (random, x) => [
      ...times(9, (n): Part => ({ d: petal(x, 190, between(random, 128, 164), 13, n * 20 - 80), colour: n % 2 ? 1 : 2, opacity: 0.8 })),
      { d: `M${at(x - 72)} 190a72 72 0 0 1 144 0Z`, colour: 3 },
      ...drawWater(x),
    ],
  },
  {
    fits: /\byin\b|rest|nidra|moon|mond|sleep|schlaf|evening|abend|slow|gentle|sanft|relax|entspann|medit/,
    motif: (random, x) => [
      ...times(14, (): Part => ({ d: circle(random() * 400, random() * 150, between(random, 1.5, 3.5)), colour: 1, opacity: 0.9 })),
      { d: `M${at(x + 18)} 42a64 64 0 1 0 46 104a54 54 0 1 1 -46 -104Z`, colour: 3 },
      ...times(3, (n): Part => {
        const [y, swell] = [192 + n * 20, between(random, 10, 22)]
        return { d: `M0 ${y}Q50 ${at(y - swell)} 100 ${y}T200 ${y}T300 ${y}T400 ${y}V250H0Z`, colour: n === 1 ? 1 : 2, opacity: 0.55 + n * 0.2 }
      }),
    ],
  },
  {
    fits: /./,
    motif: (random, x) => [
      { d: circle(x, 110, between(random, 66, 84)), colour: 1, opacity: 0.7 },
      ...[-70, 70, -38, 38, 0].map(
        (degrees, n): Part => ({ d: petal(x, 190, between(random, 84, 100) - Math.abs(degrees) * 0.25, 26, degrees), colour: n < 2 ? 1 : n < 4 ? 2 : 3 }),
      ),
      ...drawWater(x),
    ],
  },
]

/** A spine, from the neck down. */
const drawSpine: Motif = (random, x) => {
  const swing = between(random, 22, 34) * (random() < 0.5 ? 1 : -1)
  return [
    { d: circle(x, 125, 108), colour: 1, opacity: 0.7 },
    ...times(11, (n): Part[] => {
      const [cx, y, half] = [x + swing * Math.sin(n / 1.9), 30 + n * 19, 13 + n * 1.7]
      return [
        { d: petal(cx - 4, y + 3, half + 12, 5, -78), colour: 2 },
        { d: petal(cx + 4, y + 3, half + 12, 5, 78), colour: 2 },
        { d: ellipse(cx, y, half * 0.55, 7), colour: 3 },
      ]
    }).flat(),
  ]
}

/** A practice gives many massages: feet, ripples for the head, a spine for the back, a bowl for a package, a drop of oil for a classic one, else stones. */
const massageMotifs: MotifsByName = [
  {
    fits: /foot|feet|fuß|fuss|reflex|pied|pies\b/,
    motif: (random, x) => [
      { d: ellipse(x, 128, 150, 104), colour: 1, opacity: 0.7 },
      ...[-1, 1].flatMap((side): Part[] => {
        const [cx, y] = [x + side * between(random, 46, 54), between(random, 128, 140)]
        return [
          { d: ellipse(cx, y - 26, 31, 38), colour: 3 },
          { d: ellipse(cx + side * 5, y + 26, 24, 52), colour: 3 },
          ...times(5, (n): Part => ({ d: circle(cx - side * (26 - n * 14), y - 78 + n * n * 2.4, 11 - n * 1.4), colour: 2 })),
        ]
      }),
    ],
  },
  {
    fits: /head|neck|kopf|nacken|scalp|tête|nuque|cabeza|cuello/,
    motif: (random, x) => {
      const y = between(random, 112, 132)
      return [
        ...times(4, (n): Part => ({ d: circle(x, y, 128 - n * 30), colour: n % 2 ? 2 : 1, line: 5, opacity: 0.5 + n * 0.12 })),
        { d: circle(x, y, 16), colour: 3 },
        ...[-34, -12, 12, 34].map((degrees): Part => ({ d: petal(x, y - 6, 70 - Math.abs(degrees) * 0.5, 10, degrees), colour: 3, opacity: 0.9 })),
      ]
    },
  },
  { fits: /back|rück|spine|wirbel|\bdos\b|espalda/, motif: drawSpine },
  {
    fits: /package|paket|recovery|erholung|auszeit|wellness|\bspa\b|sauna|forfait|paquete/,
    motif: (random, x) => [
      ...times(3, (n): Part => {
        const at0 = x - 52 + n * 52
        const swing = between(random, 14, 24)
        return { d: `M${at(at0)} 128c${at(-swing)} -22 ${at(swing)} -40 0 -64s${at(swing)} -22 ${at(swing * 0.4)} -44`, colour: 2, line: 6, opacity: 0.75 }
      }),
      { d: `M${at(x - 118)} 142h236c0 56 -48 84 -118 84s-118 -28 -118 -84Z`, colour: 3 },
      { d: ellipse(x, 142, 118, 17), colour: 1 },
      { d: petal(x + 20, 150, 58, 15, between(random, 40, 60)), colour: 2 },
      { d: petal(x + 14, 150, 46, 12, between(random, 5, 20)), colour: 2 },
    ],
  },
  {
    fits: /classic|klassi|clásic|\boil\b|öl\b|swedish|schwed/,
    motif: (random, x) => [
      ...times(3, (n): Part => ({ d: ellipse(x, 214, 168 - n * 48, 24 - n * 6), colour: 1, line: 3, opacity: 0.9 })),
      ...[-62, 62, -96, 96].map((degrees, n): Part => ({ d: petal(x, 176, between(random, 104, 122) - n * 9, 22, degrees), colour: 2, opacity: 0.85 })),
      { d: `M${at(x)} 34c34 52 54 80 54 108a54 54 0 0 1 -108 0c0 -28 20 -56 54 -108Z`, colour: 3 },
      { d: `M${at(x - 30)} 140a30 30 0 0 0 22 32`, colour: 1, line: 6 },
    ],
  },
  // Balanced stones.
  {
    fits: /./,
    motif: (random, x) => [
      ...times(4, (n): Part => ({ d: ellipse(200, 222, 190 - n * 42, 26 - n * 6), colour: 1, line: 2, opacity: 0.8 })),
      ...[
        [205, 74, 22],
        [164, 56, 19],
        [128, 40, 16],
        [100, 24, 12],
      ].map(([y = 0, rx = 0, ry = 0], n): Part => ({ d: ellipse(x + between(random, -9, 9), y, rx, ry), colour: n % 2 ? 2 : 3 })),
    ],
  },
]

/** A spine for what is done for the back, a pulse for a check, else a cross among leaves. */
const clinicMotifs: MotifsByName = [
  { fits: /back|rück|posture|haltung|spine|wirbel/, motif: drawSpine },
  {
    fits: /check|assess|befund|untersuch|screening|bilan|revisión/,
    motif: (random, x) => {
      const high = between(random, 44, 66)
      return [
        ...times(3, (n): Part => ({ d: circle(x, 125, 112 - n * 32), colour: 1, opacity: 0.45 + n * 0.2 })),
        { d: `M-10 132H${at(x - 78)}l18 -26l18 26h14l18 ${at(-high)}l26 ${at(high * 1.9)}l20 ${at(-high * 0.9)}h22l14 -14l14 14H410`, colour: 3, line: 7 },
        { d: circle(x + 86, 132, 11), colour: 2 },
      ]
    },
  },
  {
    fits: /./,
    motif: (random, x) => [
      { d: circle(x, 125, 92), colour: 1 },
      { d: `M${at(x - 20)} 65h40v40h40v40h-40v40h-40v-40h-40v-40h40Z`, colour: 2 },
      ...times(
        6,
        (n): Part => ({ d: petal(n < 3 ? 20 : 380, 255, between(random, 90, 140), 20, (n < 3 ? 1 : -1) * (10 + (n % 3) * 26)), colour: 3, opacity: 0.85 }),
      ),
    ],
  },
]

const motifs: Record<Exclude<DrawingTheme, 'yoga' | 'massage' | 'clinic'>, Motif> = {
  // A barbell in front of a rising bar chart.
  strength: (random, x) => [
    ...times(6, (n): Part => ({ d: rect(20 + n * 64, 230 - n * 22 - random() * 40, 40, 240), colour: 1, opacity: 0.5 })),
    { d: rect(x - 120, 121, 240, 8), colour: 3 },
    ...[-100, -78, 78, 100].map((off): Part => ({ d: rect(x + off - 8, 125 - (Math.abs(off) > 80 ? 34 : 50), 16, Math.abs(off) > 80 ? 68 : 100), colour: 2 })),
  ],
  // Ribbons that swing.
  dance: (random) =>
    times(5, (n): Part => {
      const y = 50 + n * 34
      const swing = between(random, 40, 95)
      return {
        d: `M-10 ${y}C90 ${at(y - swing)} 150 ${at(y + swing)} 220 ${y}S340 ${at(y - swing)} 410 ${at(y + 14)}`,
        colour: ((n % 3) + 1) as 1,
        line: 5 + (n % 3) * 6,
        opacity: 0.85,
      }
    }),
  // Blossoms.
  beauty: (random, x) =>
    [
      [x, 125, 62],
      [x - between(random, 100, 130), between(random, 60, 90), 34],
      [x + between(random, 95, 130), between(random, 150, 190), 40],
    ].flatMap(([cx = 0, cy = 0, length = 0], n): Part[] => [
      ...times(8, (leaf): Part => ({ d: petal(cx, cy, length, length * 0.32, leaf * 45 + n * 20), colour: leaf % 2 ? 1 : 2 })),
      { d: circle(cx, cy, length * 0.2), colour: 3 },
    ]),
  // Balloons and confetti.
  kids: (random) => [
    ...times(18, (): Part => ({ d: circle(random() * 400, random() * 250, between(random, 3, 6)), colour: (1 + Math.floor(random() * 3)) as 1, opacity: 0.7 })),
    ...times(4, (n): Part[] => {
      const [x, y] = [70 + n * 88 + random() * 20, between(random, 70, 115)]
      return [
        { d: `M${at(x)} ${at(y + 42)}q${at(between(random, -24, 24))} 50 0 120`, colour: 3, line: 2, opacity: 0.6 },
        { d: ellipse(x, y, 32, 40), colour: ((n % 3) + 1) as 1 },
      ]
    }).flat(),
  ],
  // Notes on five lines.
  music: (random) => [
    ...times(5, (n): Part => ({ d: `M0 ${75 + n * 25}Q200 ${at(45 + n * 25)} 400 ${75 + n * 25}`, colour: 1, line: 2 })),
    ...times(5, (n): Part[] => {
      const [x, y] = [50 + n * 74, 85 + Math.floor(random() * 6) * 15]
      return [
        { d: ellipse(x, y, 14, 10), colour: n % 2 ? 2 : 3 },
        { d: `M${at(x + 12)} ${at(y)}v-62q18 8 20 28`, colour: n % 2 ? 2 : 3, line: 4 },
      ]
    }).flat(),
  ],
  // A path up to a flag.
  coaching: (random) => {
    const steps = times(6, (n) => ({ x: 30 + n * 56, y: 222 - n * 27 - random() * 8 }))
    const top = steps.at(-1) ?? { x: 310, y: 87 }
    return [
      ...steps.map(({ x, y }, n): Part => ({ d: rect(x, y, 58, 260), colour: n % 2 ? 1 : 2, opacity: 0.85 })),
      { d: `M${at(top.x + 30)} ${at(top.y)}v-70`, colour: 3, line: 4 },
      { d: `M${at(top.x + 30)} ${at(top.y - 70)}l44 15l-44 15Z`, colour: 3 },
    ]
  },
  // Peaks and a rope.
  climbing: (random) => {
    const peak = (x: number, y: number, half: number) => `M${at(x - half)} 250L${at(x)} ${at(y)}L${at(x + half)} 250Z`
    const [x, y] = [between(random, 150, 260), between(random, 38, 60)]
    return [
      { d: peak(between(random, 40, 110), 105, 150), colour: 1 },
      { d: peak(between(random, 300, 370), 90, 170), colour: 1 },
      { d: peak(x, y, 170), colour: 2 },
      { d: `M${at(x)} ${at(y)}l-34 42l18 -8l16 18l20 -16l14 6Z`, colour: 1 },
      { d: `M${at(x)} ${at(y)}C${at(x + 60)} 110 ${at(x - 70)} 150 ${at(x + 20)} 250`, colour: 3, line: 4 },
    ]
  },
  // Paw prints on their way.
  dogs: (random) =>
    times(4, (n): Part[] => {
      const [x, y, size] = [60 + n * 92 + random() * 12, (n % 2 ? 88 : 165) + random() * 16, between(random, 0.85, 1.15)]
      const pad = (dx: number, dy: number, rx: number, ry: number): Part => ({
        d: ellipse(x + dx * size, y + dy * size, rx * size, ry * size),
        colour: n % 2 ? 2 : 3,
      })
      return [pad(0, 16, 25, 20), pad(-27, -8, 9, 13), pad(-10, -25, 9, 13), pad(10, -25, 9, 13), pad(27, -8, 9, 13)]
    }).flat(),
  // Brushes and shapes of paper.
  workshop: (random) => [
    { d: circle(between(random, 60, 130), between(random, 70, 110), 52), colour: 1 },
    { d: rect(between(random, 200, 250), between(random, 40, 80), 110, 90), colour: 1, opacity: 0.8 },
    { d: `M${at(between(random, 120, 160))} 220l70 -110l70 110Z`, colour: 2, opacity: 0.8 },
    ...times(3, (n): Part[] => {
      const x = 90 + n * 100 + random() * 24
      return [
        { d: `M${at(x)} 255L${at(x + 20)} 128`, colour: 3, line: 9 },
        { d: petal(x + 20, 132, 50, 13, 9), colour: n % 2 ? 2 : 3 },
      ]
    }).flat(),
  ],
}

/**
 * Which tone of the palette takes which part: on a light ground, on a soft one, light upon dark, or on a strong one. Neighbours of one theme are told apart by
 * it at a glance.
 */
const tones = [
  [0, 1, 2, 3],
  [1, 0, 2, 3],
  [3, 2, 1, 0],
  [2, 1, 0, 3],
] as const

/** Degrees by which the palette of a theme is turned: another shade for the next service of its kind. */
const hueTurns = [0, 26, -26] as const

/** The colour (`#rrggbb`) with its hue turned, as strong and as light as it was. */
function turnHue(colour: string, degrees: number): string {
  if (degrees === 0) return colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const span = most - least
  if (span === 0) return colour
  const sector = most === red ? (green - blue) / span : most === green ? (blue - red) / span + 2 : (red - green) / span + 4
  const hue = (sector * 60 + degrees + 360) % 360
  const channel = (offset: number) => {
    const place = (offset + hue / 60) % 6
    const value = most - span * Math.max(0, Math.min(place, 4 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(5)}${channel(3)}${channel(1)}`
}

const motifsByName = { yoga: yogaMotifs, massage: massageMotifs, clinic: clinicMotifs } satisfies Partial<Record<DrawingTheme, MotifsByName>>
function findMotif(theme: DrawingTheme, seed: string): Motif {
  if (!(theme in motifsByName)) return motifs[theme as keyof typeof motifs]
  const words = seed.toLowerCase()
  return motifsByName[theme as keyof typeof motifsByName].find(({ fits }) => fits.test(words))?.motif ?? (() => [])
}

export interface Drawing {
  /** The colour behind the shapes. */
  ground: string
  /** Paths within SCENE_WIDTH × SCENE_HEIGHT; with `line` (a width) a path is drawn as a line, else filled. */
  shapes: { d: string; colour: string; line?: number; opacity?: number }[]
}
/** The shapes of a drawing, in the order in which they are painted. */
export function composeDrawing(theme: DrawingTheme, seed: string): Drawing {
  const random = createRandom(`${theme} ${seed}`)
  const tone = tones[hashText(seed) % tones.length] ?? tones[0]
  const turn = hueTurns[(hashText(seed) >>> 8) % hueTurns.length] ?? 0
  const paint = (part: 0 | 1 | 2 | 3) => turnHue(palettes[theme][tone[part]], turn)
  const draw = findMotif(theme, seed)
  return { ground: paint(0), shapes: draw(random, between(random, 150, 250)).map((part) => ({ ...part, colour: paint(part.colour) })) }
}

/** The drawing as a file of its own. `width` in pixels. */
export function renderThemeSvg(theme: DrawingTheme, seed: string, width: number): string {
  const { ground, shapes } = composeDrawing(theme, seed)
  const parts = shapes.map(({ d, colour, line, opacity }) => {
    const paint = line ? `fill="none" stroke="${colour}" stroke-width="${line}" stroke-linecap="round"` : `fill="${colour}"`
    return `<path d="${d}" ${paint}${opacity ? ` opacity="${opacity}"` : ''}/>`
  })
  const height = Math.round((width * SCENE_HEIGHT) / SCENE_WIDTH)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SCENE_WIDTH} ${SCENE_HEIGHT}" width="${width}" height="${height}"><rect width="400" height="250" fill="${ground}"/>${parts.join('')}</svg>`
}
